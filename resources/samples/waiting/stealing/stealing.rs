// SPDX-License-Identifier: MIT
//
// Two workers that take tasks from each other, as rayon's do. The first of the two tasks of each round has three times as much
// work as the second. The worker that ends first looks for further tasks until the other one has ended, too.
//
// True answer: what the threads spend beyond the work of their tasks is waiting for tasks: in spread() of the first thread, and
// in main() of the other one, at the call of the library. The program measures the work of its tasks and all of its CPU time with the
// clock of each thread and prints them: "WORK ALL", in ns.
//
// Usage: stealing [ROUNDS]
use rayon_core::registry::WorkerThread;
use std::sync::atomic::{AtomicI64, Ordering};

const PART: usize = 20000;

static WORKERS: WorkerThread = WorkerThread::new();
static WORK: AtomicI64 = AtomicI64::new(0);

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}
const PROCESS_CPU_TIME: i32 = 2;
const THREAD_CPU_TIME: i32 = 3;
extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

fn time_of(clock: i32) -> i64 {
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(clock, &mut time) };
    time.seconds * 1_000_000_000 + time.nanoseconds
}

#[inline(never)]
fn compute(steps: usize) {
    let begin = time_of(THREAD_CPU_TIME);
    let mut value = 1.0;
    for step in 0..steps {
        value = value * 0.5 + step as f64;
    }
    unsafe { std::ptr::write_volatile(&mut value, value) };
    WORK.fetch_add(time_of(THREAD_CPU_TIME) - begin, Ordering::Relaxed);
}

#[inline(never)]
fn spread() {
    WORKERS.join(|| compute(3 * PART), || compute(PART)); // answer: spread
    // Not the last call: its line remains among the callers.
    unsafe { std::ptr::read_volatile(&0) };
}

fn main() {
    let rounds: usize = std::env::args().nth(1).map_or(4000, |text| text.parse().expect("a number of rounds"));
    let other = std::thread::spawn(|| WORKERS.main_loop()); // answer: looks
    for _ in 0..rounds {
        spread();
    }
    WORKERS.end();
    other.join().unwrap();
    println!("{} {}", WORK.load(Ordering::Relaxed), time_of(PROCESS_CPU_TIME));
}
