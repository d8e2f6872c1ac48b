// SPDX-License-Identifier: MIT
//! Two workers that take tasks from each other, with the names that rayon gives to its functions and none of its code: a worker
//! without a task looks for one again and again, which other workers' threads must provide. See stealing.rs.

pub mod job {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub trait Job {
        /// # Safety
        /// `this` is a job of this type that has not ended.
        unsafe fn execute(this: *const ());
    }

    pub struct StackJob<F: Fn()> {
        pub work: F,
        pub done: AtomicBool,
    }

    impl<F: Fn()> Job for StackJob<F> {
        #[inline(never)]
        unsafe fn execute(this: *const ()) {
            let this = &*(this as *const Self);
            (this.work)();
            this.done.store(true, Ordering::Release);
        }
    }

    pub struct JobRef {
        pub pointer: *const (),
        pub execute: unsafe fn(*const ()),
    }
}

pub mod registry {
    use crate::job::{Job, JobRef, StackJob};
    use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

    pub struct WorkerThread {
        /// Null: no task.
        offered: AtomicPtr<JobRef>,
        seen: AtomicUsize,
        ended: AtomicBool,
    }

    impl WorkerThread {
        #[allow(clippy::new_without_default)]
        pub const fn new() -> Self {
            WorkerThread { offered: AtomicPtr::new(std::ptr::null_mut()), seen: AtomicUsize::new(0), ended: AtomicBool::new(false) }
        }

        #[inline(never)]
        fn find_task(&self) -> *mut JobRef {
            self.seen.fetch_add(1, Ordering::Relaxed);
            if self.offered.load(Ordering::Relaxed).is_null() {
                return std::ptr::null_mut();
            }
            self.offered.swap(std::ptr::null_mut(), Ordering::AcqRel)
        }

        #[inline(never)]
        pub fn wait_until_cold(&self, done: &AtomicBool) {
            while !done.load(Ordering::Acquire) {
                let found = self.find_task();
                if !found.is_null() {
                    let job = unsafe { &*found };
                    unsafe { (job.execute)(job.pointer) };
                }
            }
        }

        /// The other worker's thread: looks for tasks until `end`.
        pub fn main_loop(&self) {
            self.wait_until_cold(&self.ended);
        }

        pub fn end(&self) {
            self.ended.store(true, Ordering::Release);
        }

        /// Runs both at once, if the other worker takes the second.
        pub fn join(&self, first: impl Fn(), second: impl Fn() + Sync) {
            let job = StackJob { work: second, done: AtomicBool::new(false) };
            let mut offered = JobRef { pointer: &job as *const _ as *const (), execute: execute_of(&job) };
            self.offered.store(&mut offered, Ordering::Release);
            first();
            if !job.done.load(Ordering::Acquire) {
                self.wait_until_cold(&job.done);
            }
        }
    }

    fn execute_of<J: Job>(_: &J) -> unsafe fn(*const ()) {
        J::execute
    }
}
