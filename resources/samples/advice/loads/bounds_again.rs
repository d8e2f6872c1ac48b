// SPDX-License-Identifier: MIT
//
// Where the elements of a Vec lie and how many it has is read for each index, since the stores of the loop might change it.
// Change: take a slice of the Vec before the loop.
//
// Tools: redundant-loads
// Finding: loop-invariant-load

#[inline(never)]
fn count(channels: &mut [Vec<u32>], channel: usize, seed: u32) {
    let mut state = seed;
    for _ in 0..2000 { // finding: change
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let bin = (state >> 24) as usize;
        channels[channel][bin] += 1; // finding: earlier later
    }
}

fn main() {
    let rounds: u32 = std::env::args().nth(1).map_or(100, |text| text.parse().expect("ROUNDS is a number"));
    let mut channels = vec![vec![0u32; 256]; 3];
    for round in 0..rounds {
        count(&mut channels, round as usize % 3, round);
    }
    println!("{} {}", channels[0][7], channels[2][9]);
}
