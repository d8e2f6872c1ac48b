// SPDX-License-Identifier: MIT
//
// Marks (resources/include/hagstone.h) in Rust: a heap block, and a region.
//
// True answer of the exhaustive engine: of the 800 elements of the buffer 8 are unique, exactly. The region `assembly`
// holds what `fill` does.
//
// Usage: marked_buffer
use std::os::raw::{c_char, c_int, c_void};
use std::ptr::write_volatile;

const UNSIGNED: c_int = 2;
const EXACT: c_int = 0;

extern "C" {
    fn hagstone_inspect_object(base: *const c_void, element_bytes: usize, value_type: c_int, exactness: c_int);
    fn hagstone_region_begin(name: *const c_char);
    fn hagstone_region_end(name: *const c_char);
}

#[inline(never)]
fn fill(buffer: &mut [u32]) {
    for (i, cell) in buffer.iter_mut().enumerate() {
        unsafe { write_volatile(cell, i as u32 / 100) };
    }
}

fn main() {
    let mut buffer = vec![0u32; 800];
    unsafe { hagstone_region_begin(b"assembly\0".as_ptr().cast()) };
    fill(&mut buffer);
    unsafe { hagstone_region_end(b"assembly\0".as_ptr().cast()) };
    unsafe { hagstone_inspect_object(buffer.as_ptr().cast(), 4, UNSIGNED, EXACT) };
    println!("{}", buffer.iter().sum::<u32>());
}
