/** Numbers of threads: those of one process are numbered by creation, the first is 0. */
interface Thread {
  rank?: number | null
  process: number
}

/** @param threads in the order of the profile @returns by thread its number */
export function threadNumbers(threads: readonly Thread[]): number[] {
  const counts = new Map<string, number>()
  return threads.map(({ rank = null, process }) => {
    const key = `${rank} ${process}`
    const number = counts.get(key) ?? 0
    counts.set(key, number + 1)
    return number
  })
}
