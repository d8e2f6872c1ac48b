/** Numbers of threads: those of one process are numbered by creation, the first is 0. A program that the process executes begins again. */
interface Thread {
  rank?: number | null
  process: number
  thread?: number
}

/** @param threads in the order of the profile @returns by thread its number */
export function threadNumbers(threads: readonly Thread[]): number[] {
  const counts = new Map<string, number>()
  return threads.map((thread) => {
    const key = processKey(thread)
    const number = thread.thread === thread.process ? 0 : (counts.get(key) ?? 0)
    counts.set(key, number + 1)
    return number
  })
}

/** The same for threads of one process only: processes of several machines may have the same number. */
export function processKey({ rank = null, process }: Thread): string {
  return `${rank} ${process}`
}

/** @param threads in the order of the profile @returns by thread "rank 1" or "process 4711"; "" if all are of one process */
export function processNames(threads: readonly Thread[]): string[] {
  const isOne = new Set(threads.map(processKey)).size < 2
  return threads.map(({ rank = null, process }) => (isOne ? '' : rank === null ? `process ${process}` : `rank ${rank}`))
}
