/** Long work reports its progress to a watcher, which tells it when its result is no longer wanted. */

export interface Progress {
  /** @param share of the work that is done, 0..1 @throws to end the work */
  reached(share: number): void
}

export const UNOBSERVED: Progress = { reached: () => {} }

/** Progress within one part of larger work. @param from share of the whole where the part begins, and `to` where it ends */
export function partOf(whole: Progress, from: number, to: number): Progress {
  return { reached: (share) => whole.reached(from + (to - from) * share) }
}

const ROWS_BETWEEN = 1 << 15

/** Told every few thousand rows, so that a loop over millions may call it for each. @param between a power of two, fewer where a row is much work */
export function rowProgress(progress: Progress, rows: number, between = ROWS_BETWEEN): (row: number) => void {
  return (row) => {
    if ((row & (between - 1)) === 0) progress.reached(rows > 0 ? Math.min(1, row / rows) : 1)
  }
}
