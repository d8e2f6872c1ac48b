/**
 * Analyses a recording while its program runs and a processor is idle, so that little is left to do when the program
 * ends.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { workerFile } from '../../paths.ts'
import type { RecordingAnalysis } from '../run_analysis.ts'
import type { AnalysisMessage, AnalysisWork } from './analysis_messages.ts'
import { hasIdleProcessor } from './idle_processor.ts'

/** ms. Many programs end before, and are analysed quickly. */
const FIRST = 300
/** ms between looks for an idle processor. */
const RETRY = 100
/** Of the run so far: the pause between two analyses, so that there are few in a long run. */
const PAUSE = 0.1

/** The worker thread of one recording, once the program has run for a while. */
export class AnalysisAhead {
  readonly #directory: string
  readonly #isIdle: () => boolean
  readonly #summarised: boolean
  #timer: NodeJS.Timeout
  #worker: Worker | null = null
  #isReady = false

  /** @param summarised the profile comes with the report of its summary */
  constructor(directory: string, isIdle: () => boolean = hasIdleProcessor, summarised = false) {
    this.#directory = directory
    this.#summarised = summarised
    this.#isIdle = isIdle
    this.#timer = this.#later(FIRST)
  }

  /** Whether the thread takes a request. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** The worker, which now waits for a request; null if it has not begun, or failed. */
  take(): Worker | null {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = null
    if (worker === null) return null
    // All at once would take the thread's own listeners, too, without which no message comes until it ends.
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
    if (this.#isReady) {
      worker.ref()
      return worker
    }
    void worker.terminate()
    return null
  }

  /** The thread is not needed any more. */
  end(): void {
    void this.take()?.terminate()
  }

  #later(time: number): NodeJS.Timeout {
    return setTimeout(() => this.#begin(), time).unref()
  }

  #begin(): void {
    if (!this.#isIdle()) {
      this.#timer = this.#later(RETRY)
      return
    }
    const workerData: AnalysisWork = { type: 'ahead', directory: this.#directory, summarised: this.#summarised }
    const worker = new Worker(workerFile(new URL('./analysis_worker.ts', import.meta.url)), { workerData })
    worker.unref()
    worker.on('message', ({ type }: AnalysisMessage) => {
      this.#isReady ||= type === 'ready'
    })
    const failed = (): void => {
      this.#worker = null
    }
    worker.once('error', failed)
    worker.once('exit', failed)
    this.#worker = worker
  }
}

/** Repeats until the signal aborts. An analysis stops where no processor is idle; its results are kept. */
export async function analyzeAhead(
  analysis: Pick<RecordingAnalysis, 'ahead'>,
  directory: string,
  signal: AbortSignal,
  isIdle: () => boolean = hasIdleProcessor,
): Promise<void> {
  const start = performance.now()
  while (!signal.aborted) {
    if (isIdle()) {
      const stopping = new AbortController()
      const hooks = { signal: AbortSignal.any([signal, stopping.signal]), onProgress: () => void (isIdle() || stopping.abort()) }
      // The analysis at the end reports any failure.
      await analysis.ahead(directory, hooks).catch(() => {})
      if (!stopping.signal.aborted) await pause(Math.max(FIRST, (performance.now() - start) * PAUSE), signal)
    }
    await pause(RETRY, signal)
  }
}

/** Ends early where the signal aborts, the only reason for a rejection. */
async function pause(time: number, signal: AbortSignal): Promise<void> {
  await sleep(time, undefined, { signal }).catch(() => {})
}
