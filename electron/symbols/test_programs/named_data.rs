// Accesses whose data have names. See named_data.c.
pub struct Model { n: usize, total: f64, a: Vec<f64>, origin: [f32; 2] }

#[inline(never)]
fn fill(m: &mut Model, x: f64) {
    for i in 0..m.n {
        m.a[i] = x;                        // data: optimized: m.a also: m i x
    }
}

#[inline(never)]
fn add(m: &mut Model, x: f64) {
    m.total += x;                          // data: optimized: m.total also: m x
}

#[inline(never)]
fn clear(values: &mut [f64], n: usize) {
    for i in 0..n {
        values[i] = 0.5;                   // data: optimized: values also: i n
    }
}

#[inline(never)]
fn sum(values: &[f64; 64]) -> f64 {
    let mut all = 0.0;
    let mut i = 0;
    while i < 64 {
        all += values[i];                  // data: optimized: values also: i all
        i += 3;
    }
    all
}

fn main() {
    let n = std::env::args().count() + 60;
    let mut m = Model { n, total: 0.0, a: vec![0.0; 100], origin: [0.0; 2] };
    fill(&mut m, 2.0);
    add(&mut m, n as f64);
    let n = m.n;
    clear(&mut m.a, n);
    let fixed = [n as f64; 64];
    println!("{} {} {} {}", m.a[1], m.total, sum(&fixed), m.origin[0]);
}
