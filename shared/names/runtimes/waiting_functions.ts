/** Functions of run-time libraries that wait for other threads and processes (docs/metrics.md, Waiting). */

/** Do nothing but wait: barriers, the slow paths of locks, and progress loops of message passing. */
const WAITS =
  /^(?:gomp_(?:team_|simple_)?barrier_wait\w*|gomp_sem_wait\w*|gomp_(?:mutex|ptrlock)_(?:lock|get)_slow|GOMP_(?:barrier|doacross_\w*wait)|do_(?:spin|wait)|futex_(?:abstimed_)?wait\w*|__futex_\w*wait\w*|__kmp_(?:\w*barrier\w*|\w*wait_(?!until)\w+|wait_4\w*|\w*yield\w*|suspend_\w+|x86_pause|acquire_\w*lock\w*)|_*lll_lock_wait\w*|pthread_spin_lock_slow|opal_progress\w*|ompi_request_default_wait\w*|ucp_worker_progress\w*|uc[st]_\w*progress\w*|MPIDI?U?_\w*[Pp]rogress\w*|MPIR_\w*Progress\w*|MPIDI_CH3I_Progress\w*)(?:\.\w+)*$|^kmp_flag(?:_\w+)?<.*>::wait\(/

/** Give the processor to others, or sleep for a while. */
const YIELDS =
  /^_*(?:GI_+)?(?:sched_yield|pthread_yield|thrd_yield|usleep|nanosleep|clock_nanosleep(?:_time64)?|thrd_sleep|std::this_thread::(?:yield|sleep_(?:for|until))\b.*|std::thread::(?:functions::)?(?:yield_now|sleep)\b.*)(?:@.*)?$/

/** Locks, conditions and barriers, whether they wait or not. */
const SYNCHRONISES = /^(?:_*pthread_(?:spin|mutex|rwlock|barrier|cond)\w*|_*lll_\w+|_*futex_\w+|gomp_(?:team_|simple_)?barrier_\w+)(?:\.\w+)*$/

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

/** @param name also of a stub of the linkage table */
/** Its only purpose is to wait for other threads, or to let them continue. */
export function synchronises(name: string): boolean {
  return waits(name) || yields(name) || SYNCHRONISES.test(name)
}

export function yields(name: string): boolean {
  return YIELDS.test(name)
}
