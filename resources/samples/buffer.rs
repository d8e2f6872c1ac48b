// SPDX-License-Identifier: MIT
//
// A buffer that is zeroed before it is filled.
//
// True answer: the stores of `clear` are KILLED_BY those of `fill`, which are used by `sum`.
//
// Usage: buffer [ROUNDS]
use std::ptr::{read_volatile, write_volatile};

const LENGTH: usize = 50_000;

#[inline(never)]
fn clear(buffer: &mut [u32]) {
    for cell in buffer.iter_mut() {
        unsafe { write_volatile(cell, 0) }; // answer: dead store
    }
}

#[inline(never)]
fn fill(buffer: &mut [u32], value: u32) {
    for cell in buffer.iter_mut() {
        unsafe { write_volatile(cell, value) }; // answer: killing store
    }
}

#[inline(never)]
fn sum(buffer: &[u32]) -> u64 {
    buffer.iter().map(|cell| u64::from(unsafe { read_volatile(cell) })).sum()
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(40_000, |text| text.parse().expect("ROUNDS is a number"));
    let mut buffer = vec![0u32; LENGTH];
    let mut total = 0u64;
    for round in 0..rounds {
        clear(&mut buffer);
        fill(&mut buffer, round);
        total = total.wrapping_add(sum(&buffer));
    }
    println!("{total}");
}
