/** Where threads wait for each other, and why (docs/metrics.md, Waiting). */

/**
 * region-end: the barrier that ends a parallel region of OpenMP; barrier: one in a region, or of pthreads; between-regions: threads
 * of the OpenMP runtime while the program runs one thread; loop: a waiting loop of the program's own; sleep: by a condition
 * variable or a future, or for the end of a thread, until another thread wakes it; atomic: by std::atomic's wait(); idle: without CPU time, while
 * another thread that runs the same code works.
 */
export const WAIT_KINDS = [
  'region-end',
  'barrier',
  'lock',
  'semaphore',
  'latch',
  'atomic',
  'tasks',
  'message',
  'between-regions',
  'loop',
  'sleep',
  'idle',
  'other',
] as const

export type WaitKind = (typeof WAIT_KINDS)[number]

/** A thread that waits there or works in the region. */
export interface WaitThread {
  /** Row of the profile's threads. */
  thread: number
  /** Number in its process by creation, 0 the first: of a program with one team the number that OpenMP gives it. */
  number: number
  /** ns of CPU time. */
  waiting: number
  /** `waiting` as a part of all its CPU time, 0..1. */
  share: number
  /** ns of CPU time that it works in the region; null where the wait belongs to no region. */
  work: number | null
}

/** How unevenly the work of a parallel region lies on its threads. */
export interface Imbalance {
  /** The most work of a thread, divided by the mean of all: 1 where it is even. */
  maxToMean: number
  /** 95 % interval of that; null where it is exact. */
  interval: [low: number, high: number] | null
  threads: number
  /** Row of the profile's threads of the one with the most work. */
  busiest: number
  /** More than chance between samples explains (95 %), or counted. */
  certain: boolean
}

/** Code in which one thread spends more time than the threads that wait for it. */
export interface WaitCause {
  /** Row of the profile's threads of the one that spends more. */
  thread: number
  /** Threads, or of messages ranks, that run code before they meet. */
  threads: number
  /** Its time there divided by the mean of the others; null: the others spend none. */
  timesOthers: number | null
  /** 95 % interval of that; its end is null where nothing bounds it. */
  interval: [low: number, high: number | null]
  /** False: the code is a function without a loop that causes the wait. */
  isLoop: boolean
  /** Of kind idle: a task that the thread executes alone, at the end. */
  isLastTask?: true
  /** The function, or the one with the loop. */
  function: string
  /** Path as the debug information has it. */
  file: string | null
  /** 1-based. */
  line: number | null
}

/** Threads of a pool that take turns: of all threads of the process, one of them works at a time. */
export interface TakenTurns {
  /** Of the pool. */
  threads: number
  /** Part of the run's elapsed time, 0..1, in which one of them works alone. */
  share: number
  /** 95 % interval of that. */
  interval: [low: number, high: number]
  /** Most of what they execute alone. */
  function: string
  /** Path as the debug information has it. */
  file: string | null
  /** 1-based. */
  line: number | null
}

/** Code that the first thread executes alone while others wait for the next parallel region. */
export interface SerialCode {
  /** Row of the profile's threads. */
  thread: number
  /** Of that thread's time outside of parallel regions, 0..1. */
  share: number
  function: string
  /** Path as the debug information has it. */
  file: string | null
  /** 1-based. */
  line: number | null
}

/** One of several places with little waiting each. */
export interface WaitPlace extends Pick<Wait, 'function' | 'file' | 'line' | 'call'> {
  /** Share of the run, 0..1. */
  shareOfRun: number
}

export interface Wait {
  kind: WaitKind
  /** One plain sentence: who waits how much, where, and why. */
  text: string
  /** The change to make. */
  remedy: string
  /** The program's own function that waits; null where none is above the wait. */
  function: string | null
  /** Path as the debug information has it. Of a region-end where the region is. */
  file: string | null
  /** 1-based. */
  line: number | null
  /** For a loop in a library without lines: the function with the loop, which the place calls or is. */
  library: { function: string; name: string } | null
  /** Name of the parallel region; null: none, or not known. */
  region: string | null
  /** Function of MPI in which the program waits for messages; null: none. */
  call: string | null
  /** ns of CPU time, or instructions of an exhaustive run. */
  amount: number
  /** Share of the run, 0..1. */
  shareOfRun: number
  /** 95 % interval of that; null where it is exact. */
  interval: [low: number, high: number] | null
  /** Those that wait most first, at most 64; empty where times by thread are not known. */
  threads: WaitThread[]
  /** Null where the wait belongs to no region, or its work by thread is not known. */
  imbalance: Imbalance | null
  /**
   * Part of the run's elapsed time, 0..1, that even shares of the region's work save where each thread has a processor of its own.
   * Left out: the work is even, or that is not known.
   */
  gain?: number
  /** 95 % interval of that. Left out: it is exact. */
  gainInterval?: [low: number, high: number]
  /** Of waits at barriers, latches, the ends of regions, and for messages. Left out: not known. */
  cause?: WaitCause
  /** Of waits between regions. Left out: not known. */
  serial?: SerialCode
  /** Of kind idle: the threads work in turn, and none much longer than the others. */
  turns?: TakenTurns
  /** Of one line for several places, the largest first. Left out: the wait is of one place. */
  places?: WaitPlace[]
}
