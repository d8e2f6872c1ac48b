import type { ChildProcess } from 'node:child_process'
import type { LaunchProgress, RecordingId } from '../../shared/rpc/contract.ts'
import { messageOf, systemErrorCode } from '../failure.ts'
import { describeEnd, finishRecording } from '../record/finish.ts'
import { reachedLimit } from '../record/limits.ts'
import { targetEnd } from '../record/recorder.ts'
import { stopRecording } from '../record/recording_layout.ts'
import type { PreparedLaunch } from '../record/recording_layout.ts'
import { LiveView } from './live_view.ts'

const reportEvery = 500
/** How long a target may tidy up after SIGTERM, in ms. */
const graceAfterTerminate = 5000
/** Last part of the target's output that is kept, in characters. */
const outputKept = 8192

/** One program recorded from the launch form: reports twice a second until its profile is made. */
export class LaunchedRecording {
  /** The profile's path, or null when the recording failed; never rejects for failures that a window was told. */
  readonly finished: Promise<string | null>
  readonly #prepared: PreparedLaunch
  readonly #target: ChildProcess
  readonly #onProgress: (progress: LaunchProgress) => void
  /** Null for the exhaustive engine, whose recordings are large and say little before they are complete. */
  readonly #live: LiveView | null
  readonly #startedAt = performance.now()
  #progress: LaunchProgress
  #stopped = false

  constructor(recording: RecordingId, prepared: PreparedLaunch, target: ChildProcess, onProgress: (progress: LaunchProgress) => void) {
    this.#prepared = prepared
    this.#target = target
    this.#onProgress = onProgress
    this.#live = prepared.choice.engine === 'exhaustive' ? null : new LiveView(prepared.place.recordingDirectory, prepared.limits.until !== null)
    this.#progress = {
      recording,
      state: 'starting',
      elapsed: 0,
      samples: 0,
      traps: 0,
      blindSpot: { longest: 0, share: 0 },
      handlerShare: 0,
      fraction: null,
      topPairs: [],
      analysed: 0,
      output: null,
      error: null,
      targetOutput: [...prepared.remarks, ...prepared.description.notes].map((note) => `hagstone: ${note}\n`).join(''),
    }
    for (const stream of [target.stdout, target.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#progress.targetOutput = (this.#progress.targetOutput + text).slice(-outputKept)
      })
    }
    this.finished = this.#run()
  }

  /** The program goes on without being sampled, or is sampled again. Without effect once a limit ended the recording. */
  pause(paused: boolean): void {
    if (this.#prepared.description.stoppedBy === null) this.#prepared.control.request(paused ? 'pause' : 'record')
  }

  /** SIGTERM to the target and its children, SIGKILL after a grace. The profile is made all the same. */
  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#signalGroup('SIGTERM')
    const killing = setTimeout(() => this.#signalGroup('SIGKILL'), graceAfterTerminate)
    this.#target.once('exit', () => clearTimeout(killing))
  }

  async #run(): Promise<string | null> {
    const timer = setInterval(() => this.#reportRunning(), reportEvery)
    this.#report({ state: 'running' })
    const end = await targetEnd(this.#target).finally(() => clearInterval(timer))
    this.#reportRunning()
    this.#report({ state: 'analysing' })
    try {
      await finishRecording(this.#prepared, end, this.#stopped, {
        onProgress: (share) => this.#report({ analysed: share }),
        signal: null,
        warn: (line) => console.error(`hagstone: ${line}`),
      })
    } catch (error) {
      this.#report({ state: 'failed', error: messageOf(error) })
      return null
    } finally {
      this.#live?.close()
    }
    if (!this.#stopped && (end.signal !== null || end.code !== 0)) {
      this.#addLine(`ended by ${describeEnd(end)}`)
    }
    this.#report({ state: 'finished', analysed: 1, output: this.#prepared.place.profile })
    return this.#prepared.place.profile
  }

  #reportRunning(): void {
    const { halfWidths, ...progress } = this.#live?.read() ?? {}
    this.#report(progress)
    const { limits, description } = this.#prepared
    const { elapsed, samples } = this.#progress
    const reached = reachedLimit(limits, description.tools, { elapsed, samples, halfWidths: halfWidths ?? {} })
    if (reached === null || description.stoppedBy !== null) return
    stopRecording(this.#prepared, reached)
    this.#addLine(`recording ended by ${reached}; the program goes on`)
  }

  #report(change: Partial<LaunchProgress>): void {
    const running = this.#progress.state === 'starting' || this.#progress.state === 'running'
    this.#progress = {
      ...this.#progress,
      ...(running ? { elapsed: (performance.now() - this.#startedAt) / 1000 } : {}),
      ...change,
    }
    this.#onProgress(this.#progress)
  }

  #addLine(line: string): void {
    this.#progress.targetOutput += `hagstone: ${line}\n`
  }

  #signalGroup(signal: NodeJS.Signals): void {
    if (this.#target.pid === undefined) return
    try {
      process.kill(-this.#target.pid, signal)
    } catch (error) {
      if (systemErrorCode(error) !== 'ESRCH') throw error
    }
  }
}
