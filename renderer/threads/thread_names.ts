/** Names of threads in all views: "solver 2", and where that is not enough "rank 3 · solver 2" or "4711 · solver 2". */
import { threadNumbers } from '../../shared/profile/thread_numbers.ts'

interface Thread {
  rank?: number | null
  process: number
  name: string
}

export interface NumberedThread extends Thread {
  /** In its process by creation, 0 the first. */
  number: number
}

/** Parts that threads' names need besides the name itself. */
export interface NamesNeeded {
  ranks: boolean
  processes: boolean
  /** A process has several. */
  numbers: boolean
}

export function namesNeeded(threads: readonly NumberedThread[]): NamesNeeded {
  return {
    ranks: threads.some(({ rank }) => rank != null),
    processes: new Set(threads.map(({ process }) => process)).size > 1,
    numbers: threads.some(({ number }) => number > 0),
  }
}

export function threadName({ name, number, ...thread }: NumberedThread, needed: NamesNeeded): string {
  return `${processPrefix(thread, needed)}${name === '' ? 'thread' : name}${needed.numbers ? ` ${number}` : ''}`
}

/** The number alone, for narrow places: "2", "rank 3 · 2". */
export function shortThreadName({ number, ...thread }: NumberedThread, needed: NamesNeeded): string {
  return `${processPrefix(thread, needed)}${number}`
}

function processPrefix({ rank, process }: Pick<Thread, 'rank' | 'process'>, needed: NamesNeeded): string {
  return needed.ranks && rank != null ? `rank ${rank} · ` : needed.processes ? `${process} · ` : ''
}

/** @param threads all of a profile, in its order */
export function numberedThreads<T extends Thread>(threads: readonly T[]): Array<T & NumberedThread> {
  const numbers = threadNumbers(threads)
  return threads.map((thread, row) => ({ ...thread, number: numbers[row]! }))
}

/** @param threads all of a profile, in its order */
export function threadNames(threads: readonly Thread[]): string[] {
  const numbered = numberedThreads(threads)
  const needed = namesNeeded(numbered)
  return numbered.map((thread) => threadName(thread, needed))
}

interface IdentifiedThread {
  rank?: number | null
  process: number
  thread: number
}

/** Position of a thread of the profile, or of a part of it; −1: none. */
export function threadIndex(threads: readonly IdentifiedThread[], { rank, process, thread }: IdentifiedThread): number {
  return threads.findIndex((each) => (each.rank ?? null) === (rank ?? null) && each.process === process && each.thread === thread)
}
