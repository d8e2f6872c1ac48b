// SPDX-License-Identifier: MIT
//
// A Vec is cloned for each step only to be read.
// Change: borrow it.
//
// Tools: silent-stores
// Finding: copied-object

#[inline(never)]
fn score(template: Vec<u32>, step: u32) -> u32 {
    template[step as usize % template.len()] ^ step
}

#[inline(never)]
fn scores(template: &Vec<u32>, steps: u32) -> u32 {
    (0..steps).fold(0, |sum, step| sum.wrapping_add(score(template.clone(), step))) // finding: earlier later
}

fn main() {
    let steps: u32 = std::env::args().nth(1).map_or(3000, |text| text.parse().expect("STEPS is a number"));
    let template: Vec<u32> = (0..2000).collect();
    println!("{}", scores(&template, steps));
}
