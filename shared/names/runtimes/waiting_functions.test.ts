import { expect, test } from 'vitest'
import { isInThreadCrate, runsTask, waitedForInCrate, waits, type WaitedFor } from './waiting_functions.ts'

test.each<[name: string, waitedFor: WaitedFor | null]>([
  ['rayon_core::registry::WorkerThread::wait_until_cold', 'tasks'],
  ['<rayon_core::registry::WorkerThread>::wait_until_cold', 'tasks'],
  ['rayon_core::sleep::Sleep::no_work_found', 'tasks'],
  ['rayon_core::latch::LockLatch::wait_and_reset', 'tasks'],
  ['rayon_core::sleep::Sleep::wake_specific_thread', null],
  ['rayon_core::registry::WorkerThread::push', null],
  ['parking_lot::raw_mutex::RawMutex::lock_slow', 'lock'],
  ['parking_lot::raw_rwlock::RawRwLock::lock_shared_slow', 'lock'],
  ['parking_lot::raw_mutex::RawMutex::unlock_slow', null],
  ['<std::sys::sync::mutex::futex::Mutex>::lock_contended', 'lock'],
  ['std::sys::unix::locks::futex_mutex::Mutex::lock_contended', 'lock'],
  ['<std::sys::sync::rwlock::futex::RwLock>::read_contended', 'lock'],
  ['<std::sync::barrier::Barrier>::wait', 'barrier'],
  ['std::sync::poison::condvar::Condvar::wait', 'threads'],
  ['<std::sync::nonpoison::condvar::Condvar>::wait::<bool>', 'threads'],
  ['<std::sys::sync::condvar::futex::Condvar>::wait_optional_timeout', 'threads'],
  ['parking_lot::condvar::Condvar::wait_until_internal', 'threads'],
  ['<std::sys::sync::condvar::futex::Condvar>::notify_all', null],
  ['<std::thread::thread::Thread>::park', 'threads'],
  ['std::thread::park_timeout', 'threads'],
  ['<std::sys::sync::thread_parking::futex::Parker>::park', 'threads'],
  ['<std::thread::thread::Thread>::unpark', null],
  ['crossbeam_channel::context::Context::wait_until', 'threads'],
  ['crossbeam_utils::backoff::Backoff::snooze', 'threads'],
  ['std::sync::mpmc::utils::Backoff::spin_light', 'threads'],
  ['solver::park', null],
  ['solver::registry::WorkerThread::wait_until_cold', null],
])('%s waits for: %s', (name, waitedFor) => {
  expect(waitedForInCrate(name)).toBe(waitedFor)
  expect(isInThreadCrate(name)).toBe(!name.startsWith('solver'))
})

test('a thread that waits for a future waits, and one that sets it works', () => {
  const base = 'std::__atomic_futex_unsigned_base::'
  const wait =
    '(unsigned int*, unsigned int, bool, std::chrono::duration<long, std::ratio<1l, 1l> >, std::chrono::duration<long, std::ratio<1l, 1000000000l> >)'
  expect(waits(`${base}_M_futex_wait_until${wait}`)).toBe(true)
  expect(waits(`${base}_M_futex_wait_until_steady${wait}`)).toBe(true)
  expect(waits(`${base}_M_futex_notify_all(unsigned int*)`)).toBe(false)
})

test('tasks are run by functions of their own', () => {
  const names = [
    '<rayon_core::job::StackJob<L,F,R> as rayon_core::job::Job>::execute',
    'rayon_core::job::StackJob::execute',
    'rayon_core::job::JobRef::execute',
  ]
  expect(names.filter(runsTask)).toEqual(names)
  expect(['rayon_core::job::JobFifo::push', 'solver::Job::execute'].filter(runsTask)).toEqual([])
})
