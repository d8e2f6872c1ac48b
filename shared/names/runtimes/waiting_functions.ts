/** Functions of run-time libraries that wait for other threads and processes (docs/metrics.md, Waiting). */

/** Do nothing but wait: barriers, the slow paths of locks, and progress loops of message passing. */
const WAITS =
  /^(?:gomp_(?:team_|simple_)?barrier_wait\w*|_*pthread_barrier_wait|gomp_sem_wait\w*|gomp_(?:mutex|ptrlock)_(?:lock|get)_slow|GOMP_(?:barrier|doacross_\w*wait)|do_(?:spin|wait)|futex_(?:abstimed_)?wait\w*|__futex_\w*wait\w*|__kmp_(?:\w*barrier\w*|\w*wait_(?!until)\w+|wait_4\w*|\w*yield\w*|suspend_\w+|x86_pause|acquire_\w*lock\w*)|_*lll_lock_wait\w*|pthread_spin_lock_slow|opal_progress\w*|ompi_request_default_wait\w*|ucp_worker_progress\w*|uc[st]_\w*progress\w*|MPIDI?U?_\w*[Pp]rogress\w*|MPIR_\w*Progress\w*|MPIDI_CH3I_Progress\w*)(?:\.\w+)*$|^kmp_flag(?:_\w+)?<.*>::wait\(|^std::__atomic_futex_unsigned_base::_M_futex_wait_until\w*\(/

/** What the thread waits for in a function of a library that is built into programs. */
export type WaitedFor = 'tasks' | 'lock' | 'barrier' | 'threads' | 'semaphore' | 'latch' | 'atomic'

/**
 * Wait in libraries that are built into programs, with lines like the program's own code: rayon, crossbeam, parking_lot, and
 * Rust's standard library. Full names with crate or namespace. In Rust's newer form of symbols the type is in brackets:
 * `<std::sync::barrier::Barrier>::wait`.
 */
const WAITS_IN_CRATE: Array<[RegExp, WaitedFor]> = [
  [/^<?rayon_core::registry::WorkerThread>?::(?:wait_until_cold|wait_or_steal_until_cold|find_work)\b/, 'tasks'],
  [/^<?rayon_core::(?:latch::LockLatch>?::wait(?:_and_reset)?|sleep::Sleep>?::(?:no_work_found|sleep))\b/, 'tasks'],
  [/^<?parking_lot::raw_(?:mutex|rwlock|fair_mutex)::Raw\w+>?::lock_\w*slow\b|^<?parking_lot_core::word_lock::WordLock>?::lock_slow\b/, 'lock'],
  [/^<?std::sys(?:_common)?::(?:\w+::)*(?:Mutex|RwLock)>?::(?:lock|read|write)_contended\b/, 'lock'],
  [/^<?std::sync::barrier::Barrier>?::wait\b/, 'barrier'],
  [/^<?(?:parking_lot|std)::(?:\w+::)*Condvar>?::wait(?:_\w+)?\b/, 'threads'],
  [/^<?std::(?:thread::(?:\w+::)*(?:Thread>?::)?|sys::(?:\w+::)*Parker>?::)park(?:_timeout)?\b/, 'threads'],
  [/^<?(?:crossbeam_channel|std::sync::mpmc)::context::Context>?::wait_until\b/, 'threads'],
  [/^<?(?:crossbeam_utils::backoff::|std::sync::mpmc::utils::)Backoff>?::(?:spin|snooze)\w*|^<?parking_lot_core::spinwait::SpinWait>?::spin\w*/, 'threads'],
]

/**
 * Wait in the headers of C++20. Those of libstdc++ look at the value, pause, yield, and then sleep; those of libc++ look at the
 * value and the clock. Only of templates does the name begin with the type of the result.
 */
const WAITS_IN_HEADER =
  /^(?:void |bool )?std::(?:__atomic_wait_address\w*|__detail::(?:__atomic_spin|__platform_wait\w*|__(?:bare_|enters_)?(?:timed_)?waiter\w*(?:<.*>)?::_[MS]_do_(?:wait|spin)\w*))(?=[<(.]|$)/
/** The names of libc++ contain the version of its interface: `std::__1::`, `[abi:ne190107]`. */
const POLLS = /^(?:bool |std::__\w+::\w+ )?std::__\w+::__libcpp_thread_poll_with_backoff(?=[[<(.]|$)/
/** Called by that function only if the value was not there at once. */
const BACKS_OFF =
  /^(?:void |bool )?std::__\w+::(?:__libcpp_(?:atomic_wait|thread_(?:yield|sleep_for))|__atomic_wait_(?:native|global_table)\w*|(?:__libcpp_timed_backoff_policy|__(?:libcpp_)?atomic_wait_(?:timed_)?backoff_impl)(?:<.*>)?::operator\(\))(?=[[<(.]|$)/
const CLOCK = /^std::__\w+::chrono::(?:steady|system)_clock::now(?=[[(]|$)/
/** For what: the outermost of these that calls one of those. */
const CALLS_WAIT_IN_HEADER: Array<[RegExp, WaitedFor]> = [
  [
    /^(?:bool )?std::(?:__\w+::)?(?:counting_semaphore<\d+l?>::(?:try_)?acquire\w*|__(?:atomic|platform)_semaphore(?:_base)?::(?:_M_)?(?:try_)?acquire\w*)(?=[[<(]|$)/,
    'semaphore',
  ],
  [/^std::(?:__\w+::)?latch::(?:arrive_and_)?wait(?=[[(]|$)/, 'latch'],
  [/^std::(?:__\w+::)?(?:barrier|__tree_barrier|__barrier_base)(?:<.*>)?::(?:arrive_and_)?wait(?=[[(]|$)/, 'barrier'],
  [/^(?:void )?std::(?:__\w+::)?(?:(?:__)?atomic(?:_base|_flag|_float|_ref|_ref_base|_impl)?(?:<.*>)?)::wait(?=[[<(]|$)/, 'atomic'],
]

/** The functions of the first kind have the condition among their template arguments, also where the program has no lines. */
const CONDITION: Array<[RegExp, WaitedFor]> = [
  [/\bstd::(?:__\w+::)?__(?:atomic|platform)_semaphore(?:_base)?::\w*acquire/, 'semaphore'],
  [/\bstd::(?:__\w+::)?latch::(?:arrive_and_)?wait\b/, 'latch'],
  [/\bstd::(?:__\w+::)?(?:__tree_barrier|__barrier_base)(?:<.*>)?::wait\b/, 'barrier'],
]

function kindIn(patterns: ReadonlyArray<[RegExp, WaitedFor]>, name: string): WaitedFor | null {
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

export function waitsInHeader(name: string): boolean {
  return WAITS_IN_HEADER.test(name) || POLLS.test(name) || BACKS_OFF.test(name)
}

/** The part of such a function that a thread reaches only if it has to wait. */
export function pausesInHeader(name: string): boolean {
  return (
    /^(?:void )?std::__detail::(?:__thread_(?:relax|yield)|__platform_wait\w*)(?=[<(]|$)/.test(name) ||
    BACKS_OFF.test(name) ||
    name === 'syscall' ||
    yields(name)
  )
}

/** Calls such a function. Without lines, that function's loop may be in its code. */
export function callsWaitInHeader(name: string): boolean {
  return kindIn(CALLS_WAIT_IN_HEADER, name) !== null
}

/** Looks at the clock for how long it has waited, in a loop of a function that waits. Before the loop every call does. */
export function looksAtClock(name: string): boolean {
  return CLOCK.test(name)
}

/** Wakes other threads, within a function that waits: the last thread at a barrier does. */
export function wakes(name: string): boolean {
  return /^(?:_*(?:futex|lll_lock)_wake\w*|<?std::(?:\w+::)*(?:futex_wake\w*|Condvar>?::notify_(?:one|all)))\b/.test(name)
}

/** Runs a task that a function of those found. */
const RUNS_TASK = /^<rayon_core::job::\w+(?:<.*>)? as rayon_core::job::Job>::execute\b|^<?rayon_core::(?:job::\w+|registry::WorkerThread)(?:<.*>)?>?::execute\b/

/** Libraries between such a function and the program's code that calls them. */
const CRATE =
  /^(?:void |bool )?<*(?:rayon|rayon_core|crossbeam_\w+|parking_lot|parking_lot_core|lock_api|tokio|core|alloc|std)::| as (?:rayon|rayon_core|lock_api)::/

/** @returns null: it waits for nothing */
export function waitedForInCrate(name: string): WaitedFor | null {
  return kindIn(WAITS_IN_CRATE, name)
}

/** @returns of such a function, and of those of C++20 and what calls them; null: neither */
export function waitedFor(name: string): WaitedFor | null {
  if (waitsInHeader(name)) return kindIn(CONDITION, name) ?? 'atomic'
  return waitedForInCrate(name) ?? kindIn(CALLS_WAIT_IN_HEADER, name)
}

export function runsTask(name: string): boolean {
  return RUNS_TASK.test(name)
}

/** Whether the function belongs to a library that programs use to run threads, which is built into them. */
export function isInThreadCrate(name: string): boolean {
  return CRATE.test(name)
}

/** Give the processor to others, or sleep for a while. */
const YIELDS =
  /^_*(?:GI_+)?(?:sched_yield|pthread_yield|thrd_yield|usleep|nanosleep|clock_nanosleep(?:_time64)?|thrd_sleep|std::this_thread::(?:yield|sleep_(?:for|until))\b.*|std::thread::(?:functions::)?(?:yield_now|sleep)\b.*)(?:@.*)?$/

/** Locks, conditions and barriers, whether they wait or not. */
const SYNCHRONISES = /^(?:_*pthread_(?:spin|mutex|rwlock|barrier|cond)\w*|_*lll_\w+|_*futex_\w+|gomp_(?:team_|simple_)?barrier_\w+)(?:\.\w+)*$/

/** Functions of the C library that wait where they call a function of it that has no name: the slow path. */
const BLOCKS =
  /^_*(?:new_|pthread_)*(?:pthread_(?:mutex_(?:timed|clock)?lock|rwlock_(?:timed|clock)?(?:rd|wr)lock|cond_(?:timed|clock)?wait|barrier_wait|(?:timed|clock)?join(?:_np)?)|sem_(?:timed|clock)?wait|mtx_(?:timed)?lock|cnd_(?:timed)?wait|thrd_join)\w*(?:@.*)?$/

export function blocks(name: string): boolean {
  return BLOCKS.test(name)
}

export function waits(name: string): boolean {
  return WAITS.test(name)
}

/** Functions of the MPI standard that wait for other ranks: besides, they only copy and reduce messages. */
const BLOCKING =
  /^MPIX?_(?:I?Probe|Improbe|Mprobe|M?Recv|[BRS]?send|Send|Sendrecv\w*|Wait\w*|Test\w*|Barrier|Bcast|(?:All)?[Gg]atherv?|Scatterv?|Alltoall[vw]?|(?:All)?[Rr]educe\w*|Scan|Exscan|Neighbor_\w+|Win_(?:fence|lock\w*|unlock\w*|flush\w*|wait|complete|start)|Finalize)$/
const COPIES =
  /(?:^|_)(?:process_vm_(?:readv|writev)|mem(?:cpy|move|set)|(?:un)?pack)\w*$|(?:^|_)op_|convertor|MPIR_(?:SUM|PROD|MAX|MIN|Localcopy|Typerep|Reduce_local)\w*/i

export function waitsForRanks(mpiCall: string): boolean {
  return BLOCKING.test(mpiCall)
}

/** Moves or computes data of messages, within a function that waits for other ranks. */
export function copiesMessages(name: string): boolean {
  return COPIES.test(name)
}

/** Its only purpose is to wait for other threads, or to let them continue. @param name also of a stub of the linkage table */
export function synchronises(name: string): boolean {
  return waits(name) || yields(name) || SYNCHRONISES.test(name)
}

export function yields(name: string): boolean {
  return YIELDS.test(name)
}
