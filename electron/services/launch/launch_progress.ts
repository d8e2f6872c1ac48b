import type { RecordingId } from '../../../shared/rpc/identifiers.ts'
import { startingProgress, type LaunchProgress } from '../../../shared/rpc/recordings.ts'
import type { PreparationHooks } from '../../record/exhaustive/prepare.ts'

/** Milliseconds between two reports to the windows. */
export const reportEvery = 500

/** Characters of the program's output that are shown while it runs. */
const outputKept = 8192

/** The windows' reports of one recording: one whenever something changes. */
export class ProgressReports {
  readonly #startedAt = performance.now()
  readonly #onProgress: (progress: LaunchProgress) => void
  #now: LaunchProgress

  /** @param remarks for the person, from the start */
  constructor(recording: RecordingId, onProgress: (progress: LaunchProgress) => void, remarks: readonly string[] = []) {
    this.#onProgress = onProgress
    this.#now = startingProgress(recording)
    for (const remark of remarks) this.addLine(remark)
  }

  get now(): Readonly<LaunchProgress> {
    return this.#now
  }

  /** The time shown stops when the program, or the recording of a process, has ended. */
  report(change: Partial<LaunchProgress>): void {
    const { state } = this.#now
    const elapsed = state === 'starting' || state === 'running' ? { elapsed: (performance.now() - this.#startedAt) / 1000 } : {}
    // Until everything is deleted, the recording only ends.
    const ends = state === 'discarding' && change.state !== 'failed' && change.state !== 'discarded' ? { state } : {}
    this.#now = { ...this.#now, ...elapsed, ...change, ...ends }
    this.#onProgress(this.#now)
  }

  /** Of the program; its end is kept, and comes with the next report. */
  addOutput(text: string): void {
    this.#now.targetOutput = (this.#now.targetOutput + text).slice(-outputKept)
  }

  /** A line of Hagstone's own below the program's output, which comes with the next report. */
  addLine(line: string): void {
    this.#now.targetOutput += `hagstone: ${line}\n`
  }
}

/**
 * Reports the progress of the preparation to the windows: finding the loops of a large program takes a while the first
 * time.
 */
export async function reportPreparation<T>(
  recording: RecordingId,
  onProgress: (progress: LaunchProgress) => void,
  signal: AbortSignal,
  prepare: (hooks: PreparationHooks) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  let preparing: LaunchProgress['preparing']
  const report = (): void =>
    onProgress({ ...startingProgress(recording), elapsed: (performance.now() - startedAt) / 1000, ...(preparing === undefined ? {} : { preparing }) })
  const timer = setInterval(report, reportEvery)
  report()
  try {
    return await prepare({
      signal,
      onProgress(share, what) {
        preparing = { share, what }
        report()
      },
    })
  } finally {
    clearInterval(timer)
  }
}
