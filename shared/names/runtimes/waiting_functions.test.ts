import { expect, test } from 'vitest'
import {
  blocks,
  isInThreadCrate,
  looksAtClock,
  pausesInHeader,
  runsTask,
  waitedFor,
  waitedForInCrate,
  waits,
  waitsInHeader,
  wakes,
  type WaitedFor,
} from './waiting_functions.ts'

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

const PREDICATE = 'std::__barrier_phase_t, std::__tree_barrier<std::__empty_completion>::wait(std::__barrier_phase_t&&) const::{lambda()#1}'
test.each<[name: string, waitedFor: WaitedFor | null, waits: boolean]>([
  [`void std::__atomic_wait_address<${PREDICATE}>(std::__barrier_phase_t const*, ${PREDICATE})`, 'barrier', true],
  [`bool std::__detail::__atomic_spin<${PREDICATE}>(${PREDICATE} const&) [clone .isra.0]`, 'barrier', true],
  ['void std::__detail::__platform_wait<int>(int const*, int)', 'atomic', true],
  ['std::__detail::__waiter_pool::_M_do_wait(int const*, int)', 'atomic', true],
  ['std::__detail::__waiter_pool_base::_M_notify(int const*, bool, bool)', null, false],
  ['void std::__detail::__platform_notify<int>(int const*, bool)', null, false],
  ['std::counting_semaphore<2147483647l>::acquire()', 'semaphore', false],
  ['std::__atomic_semaphore::_M_acquire()', 'semaphore', false],
  ['std::counting_semaphore<1l>::release(long)', null, false],
  ['std::latch::arrive_and_wait(long)', 'latch', false],
  ['std::latch::count_down(long)', null, false],
  ['std::barrier<std::__empty_completion>::arrive_and_wait()', 'barrier', false],
  ['std::barrier<std::__empty_completion>::arrive(long)', null, false],
  ['std::atomic<bool>::wait(bool, std::memory_order) const', 'atomic', false],
  ['std::__atomic_base<int>::wait(int, std::memory_order) const', 'atomic', false],
  ['std::__atomic_base<int>::notify_one()', null, false],
])('in %s a thread waits for: %s', (name, kind, waitsItself) => {
  expect([waitedFor(name), waitsInHeader(name), isInThreadCrate(name)]).toEqual([kind, waitsItself, true])
})

/** As libc++ 14, 19, and 22 name them. */
const LIBCXX_SEMAPHORE = 'std::__1::__atomic_semaphore_base::acquire()::{lambda()#1}'
const LIBCXX_BARRIER = 'std::__1::__barrier_base<std::__1::__empty_completion>::wait(unsigned char&&) const::{lambda()#1}'
test.each<[name: string, waitedFor: WaitedFor | null, waits: boolean]>([
  [`bool std::__1::__libcpp_thread_poll_with_backoff<${LIBCXX_SEMAPHORE} const&>(${LIBCXX_SEMAPHORE} const&)`, 'semaphore', true],
  ['bool std::__1::__libcpp_thread_poll_with_backoff[abi:v160006]<std::__1::latch::wait[abi:v160006]() const::{lambda()#1}>()', 'latch', true],
  [`bool std::__1::__libcpp_thread_poll_with_backoff<${LIBCXX_BARRIER} const&>(${LIBCXX_BARRIER} const&)`, 'barrier', true],
  ['bool std::__1::__libcpp_thread_poll_with_backoff<std::__1::__cxx_atomic_wait_test_fn_impl<int>&>()', 'atomic', true],
  ['std::__1::__poll_with_backoff_results std::__1::__libcpp_thread_poll_with_backoff[abi:ne220108]<int>()', 'atomic', true],
  ['std::__1::__libcpp_timed_backoff_policy::operator()[abi:ne190107](std::__1::chrono::duration<long long>) const', 'atomic', true],
  ['std::__1::__libcpp_atomic_wait(void const volatile*, int)', 'atomic', true],
  ['void std::__1::__atomic_wait_native<4ul>(void const*, void const*)', 'atomic', true],
  ['std::__1::__cxx_atomic_notify_one(void const volatile*)', null, false],
  ['std::__1::chrono::steady_clock::now()', null, false],
  ['std::__1::counting_semaphore<9223372036854775807l>::acquire[abi:ne190107]()', 'semaphore', false],
  ['std::__1::__atomic_semaphore_base::release(long)', null, false],
  ['std::__1::latch::arrive_and_wait(long)', 'latch', false],
  ['std::__1::barrier<std::__1::__empty_completion>::arrive_and_wait()', 'barrier', false],
  ['std::__1::__barrier_base<std::__1::__empty_completion>::arrive(long)', null, false],
  ['std::__1::__atomic_base<int, false>::wait[abi:ne190107](int, std::__1::memory_order) const', 'atomic', false],
])('in %s of libc++ a thread waits for: %s', (name, kind, waitsItself) => {
  expect([waitedFor(name), waitsInHeader(name)]).toEqual([kind, waitsItself])
})

test('a thread backs off only if it has to wait by libc++, which looks at the clock before', () => {
  const backs = ['std::__1::__libcpp_timed_backoff_policy::operator()(long) const', 'std::__1::__libcpp_thread_yield()', 'sched_yield']
  expect(backs.filter(pausesInHeader)).toEqual(backs)
  expect(pausesInHeader('std::__1::chrono::steady_clock::now()')).toBe(false)
  expect(['std::__1::chrono::steady_clock::now()', 'std::chrono::steady_clock::now()'].map(looksAtClock)).toEqual([true, false])
})

test('a thread pauses, yields, or sleeps only if it has to wait', () => {
  const pauses = ['std::__detail::__thread_relax()', 'std::__detail::__thread_yield()', 'void std::__detail::__platform_wait<int>(int const*, int)', 'syscall']
  expect(pauses.filter(pausesInHeader)).toEqual(pauses)
  expect(
    ['std::__atomic_base<int>::load(std::memory_order) const', 'void std::__detail::__platform_notify<int>(int const*, bool)'].filter(pausesInHeader),
  ).toEqual([])
})

test('the C library blocks in functions that wait, and wakes in others', () => {
  const names = [
    'pthread_mutex_lock',
    '___pthread_rwlock_wrlock',
    'pthread_cond_timedwait',
    'sem_wait',
    '__new_sem_wait',
    'sem_clockwait',
    'pthread_join',
    'mtx_lock',
  ]
  expect(names.filter(blocks)).toEqual(names)
  expect(['pthread_mutex_unlock', 'sem_post', 'pthread_cond_signal', 'pthread_create', 'sem_trywait', 'malloc'].filter(blocks)).toEqual([])
  const waking = [
    'futex_wake',
    '__futex_wake',
    '__lll_lock_wake_private',
    'std::sys::unix::futex::futex_wake_all',
    '<std::sync::poison::condvar::Condvar>::notify_all',
  ]
  expect(waking.filter(wakes)).toEqual(waking)
  expect(['futex_wait', 'std::sync::barrier::Barrier::wait'].filter(wakes)).toEqual([])
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
