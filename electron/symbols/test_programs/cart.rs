// Methods, a trait, a generic function, closures inlined into iterators.
mod shop {
    pub struct Cart {
        pub items: Vec<u64>,
    }
    impl Cart {
        #[inline(never)]
        pub fn total(&self) -> u64 {
            self.items.iter().map(|x| x * 3).filter(|x| x % 2 == 0).sum()
        }
        #[inline(never)]
        pub fn fill(&mut self, count: u64) {
            for i in 0..count {
                self.items.push(i ^ 7);
            }
        }
    }
    pub trait Area {
        fn area(&self) -> f64;
    }
    impl Area for Cart {
        #[inline(never)]
        fn area(&self) -> f64 {
            self.items.len() as f64
        }
    }
}
use shop::Area;

#[inline(never)]
fn describe<T: std::fmt::Debug + Clone>(value: &T) -> String {
    format!("{:?}", value.clone())
}

fn main() {
    let mut cart = shop::Cart { items: Vec::new() };
    cart.fill(std::env::args().count() as u64 * 10);
    println!("{} {} {}", cart.total(), cart.area(), describe(&cart.items));
}
