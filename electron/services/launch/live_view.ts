/** Looks into a recording in progress from a worker thread. */
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../failure.ts'
import { workerFile } from '../../paths.ts'
import type { RecordedSoFar } from '../../record/finishing/limits.ts'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'

export type LiveProgress = Pick<
  LaunchProgress,
  'samples' | 'traps' | 'blindSpot' | 'handlerShare' | 'fraction' | 'fractions' | 'topPairs' | 'accesses' | 'statisticsOnly'
> &
  Pick<RecordedSoFar, 'certainty'>

export interface LiveRequest {
  directory: string
  intervals: boolean
  /** The recording has every access's outcome: it may be large. */
  exhaustive: boolean
}

/** The worker's answer. */
export interface LiveLook {
  progress: LiveProgress
  /**
   * ms of processor time for reading the raw files: on a busy machine the wall-clock time is several times longer, and
   * the view would not update. The symbols of a module are opened once, so they do not predict the next look.
   */
  reading: number
}

/** The files could not be read this time, as when a process begins or ends: the next look may succeed. */
export interface FailedLook {
  failure: string
}

/** Between two looks at an exhaustive recording, in ms: the engine updates its counters at least this often. */
const leastPause = 2000
const longestPause = 10_000
/** Pauses are this many times as long as the last reading: a large recording costs the program little. */
const pauseShare = 20

/** ms until the next look at an exhaustive recording, after one whose raw files took `reading` ms of processor time. */
export function pauseAfter(reading: number): number {
  return Math.min(longestPause, Math.max(leastPause, reading * pauseShare))
}

/** The last state of a recording in progress, refreshed by a worker thread. */
export class LiveView {
  readonly #worker: Worker
  readonly #exhaustive: boolean
  #busy = false
  #hasFailed = false
  #isClosed = false
  /** When the next update may be requested. */
  #notBefore = 0
  #latest: Partial<LiveProgress> = {}

  /** @param intervals they take reading the whole trap log each time */
  constructor(request: LiveRequest) {
    const { directory } = request
    this.#exhaustive = request.exhaustive
    this.#worker = new Worker(workerFile(new URL('./live_worker.ts', import.meta.url)), { workerData: request })
    this.#worker.unref()
    this.#worker.on('message', (look: LiveLook | FailedLook) => {
      // A discarded recording may be gone before it is read.
      if (this.#isClosed) return
      this.#busy = false
      if ('failure' in look) {
        this.#notBefore = performance.now() + leastPause
        if (!this.#hasFailed) console.error(`hagstone: progress of ${directory} could not be read (${look.failure}); trying again`)
        this.#hasFailed = true
        return
      }
      this.#latest = look.progress
      if (this.#exhaustive) this.#notBefore = performance.now() + pauseAfter(look.reading)
    })
    // The recording and its profile do not depend on this view.
    this.#worker.on('error', (error) => console.error(`hagstone: progress of ${directory} is not shown: ${messageOf(error)}`))
  }

  /** The known state, empty at first; requests an update unless one is pending. */
  read(): Partial<LiveProgress> {
    if (!this.#busy && performance.now() >= this.#notBefore) {
      this.#busy = true
      this.#worker.postMessage('read')
    }
    return this.#latest
  }

  /** The worker ends by itself: terminating it inside native code would kill this process. */
  close(): void {
    this.#isClosed = true
    this.#worker.postMessage('close')
  }
}
