// SPDX-License-Identifier: MIT
//
// A Vec is cleared and resized, which writes zeros, and a loop then writes all elements.
// Change: extend the cleared Vec by the computed values.
//
// Tools: dead-stores
// Finding: overwritten-before-use

#[inline(never)]
fn fill(buffer: &mut Vec<u64>, elements: usize, round: u64) {
    buffer.clear();
    buffer.resize(elements, 0); // finding: earlier
    for (i, element) in buffer.iter_mut().enumerate() {
        *element = i as u64 * round; // finding: later
    }
}

#[inline(never)]
fn sum(buffer: &[u64]) -> u64 {
    buffer.iter().fold(0, |sum, element| sum.wrapping_mul(31).wrapping_add(*element))
}

fn main() {
    let rounds: u64 = std::env::args().nth(1).map_or(80, |text| text.parse().expect("ROUNDS is a number"));
    let mut buffer = Vec::new();
    let mut total = 0u64;
    for round in 0..rounds {
        fill(&mut buffer, 3000, round);
        total = total.wrapping_add(sum(&buffer));
    }
    println!("{total}");
}
