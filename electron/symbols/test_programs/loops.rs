// The marks are those of loops.c.
// std::hint's is newer than the Rust of Debian 12.
#[inline(always)]
fn black_box<T: Copy>(value: T) -> T {
    unsafe { std::ptr::read_volatile(&value) }
}

#[inline(never)]
#[no_mangle]
pub fn table(rows: &[Vec<u64>]) -> u64 {
    let mut sum = 0;
    for row in rows { /* loop row */
        for cell in row { /* loop cell */
            sum += black_box(*cell); /* in: table.row table.cell */
        }
        black_box(sum); /* in: table.row */
    }
    sum
}

#[inline(never)]
#[no_mangle]
pub fn machine(code: &[u8]) -> u64 {
    let mut state = 1u64;
    let mut at = 0;
    while at < code.len() { /* loop at */
        match code[at] {
            0 => state += black_box(3), /* in: machine.at */
            1 => state *= black_box(5), /* in: machine.at */
            2 => state ^= black_box(7), /* in: machine.at */
            3 => state -= black_box(9),
            4 => state |= black_box(11),
            5 => state &= black_box(13), /* in: machine.at */
            _ => panic!("no such instruction"),
        }
        at += 1;
    }
    state
}

fn main() {
    let rows = vec![vec![1, 2, 3]; black_box(3)];
    println!("{} {}", table(&rows), machine(&[0, 1, 2, 3, 4, 5]));
}
