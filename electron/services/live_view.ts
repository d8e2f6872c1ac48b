import { Worker } from 'node:worker_threads'
import { messageOf } from '../failure.ts'
import { workerFile } from '../paths.ts'
import type { RecordedSoFar } from '../record/limits.ts'
import type { LaunchProgress } from '../../shared/rpc/contract.ts'

export type LiveProgress = Pick<LaunchProgress, 'samples' | 'traps' | 'blindSpot' | 'handlerShare' | 'fraction' | 'fractions' | 'topPairs'> & Pick<RecordedSoFar, 'halfWidths'>

export interface LiveRequest {
  directory: string
  intervals: boolean
}

/** The last state of a recording under way, refreshed by a worker thread. */
export class LiveView {
  readonly #worker: Worker
  #busy = false
  #latest: Partial<LiveProgress> = {}

  /** @param intervals they take reading the whole trap log each time */
  constructor(directory: string, intervals: boolean) {
    const request: LiveRequest = { directory, intervals }
    this.#worker = new Worker(workerFile(new URL('./live_worker.ts', import.meta.url)), { workerData: request })
    this.#worker.unref()
    this.#worker.on('message', (progress: LiveProgress) => {
      this.#busy = false
      this.#latest = progress
    })
    // The recording and its profile do not depend on this view of it.
    this.#worker.on('error', (error) => console.error(`hagstone: progress of ${directory} is not shown: ${messageOf(error)}`))
  }

  /** What is known, empty at first; asks for news unless an answer is still under way. */
  read(): Partial<LiveProgress> {
    if (!this.#busy) {
      this.#busy = true
      this.#worker.postMessage('read')
    }
    return this.#latest
  }

  close(): void {
    void this.#worker.terminate()
  }
}
