import type { RecordingId } from '../../../shared/rpc/identifiers.ts'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'
import { messageOf } from '../../failure.ts'
import { detach } from '../../record/attach.ts'
import type { PreparedAttachment } from '../../record/attach.ts'
import { finishRecording, noteEnd } from '../../record/finishing/finish.ts'
import { reachedLimit } from '../../record/finishing/limits.ts'
import { settled } from '../../record/finishing/settled.ts'
import { isRunning, untilGone } from '../../record/program/running_process.ts'
import { unknownEnd } from '../../record/recorder.ts'
import { stopRecording } from '../../record/recording_layout.ts'
import { reportEvery, startingProgress } from './launch_progress.ts'
import { LiveView } from './live_view.ts'

/** A running process that a window attached to: reports as a launched program does. Whatever ends it, the process continues. */
export class AttachedRecording {
  /** The profile's path, or null if the recording failed; never rejects for failures that a window was told. */
  readonly finished: Promise<string | null>
  readonly #prepared: PreparedAttachment
  readonly #onProgress: (progress: LaunchProgress) => void
  readonly #live: LiveView
  readonly #startedAt = performance.now()
  /** Resolves to what ends the recording while the process runs. */
  readonly #ending = Promise.withResolvers<string>()
  #progress: LaunchProgress

  /** @param prepared attached already */
  constructor(recording: RecordingId, prepared: PreparedAttachment, onProgress: (progress: LaunchProgress) => void) {
    this.#prepared = prepared
    this.#onProgress = onProgress
    this.#live = new LiveView({ directory: prepared.place.recordingDirectory, intervals: prepared.limits.until !== null, exhaustive: false })
    const remarks = [...prepared.remarks, ...prepared.description.notes]
    this.#progress = { ...startingProgress(recording), targetOutput: remarks.map((note) => `hagstone: ${note}\n`).join('') }
    this.finished = this.#run()
  }

  /** The process continues without being sampled, or is sampled again. */
  pause(paused: boolean): void {
    this.#prepared.control.request(paused ? 'pause' : 'record')
  }

  /** Ends the recording, not the process. */
  stop(): void {
    this.#ending.resolve('Stop')
  }

  /** The host ends, and with it the recording. */
  leave(): void {
    this.#ending.resolve('the end of the host')
  }

  async #run(): Promise<string | null> {
    const timer = setInterval(() => this.#look(), reportEvery)
    this.#report({ state: 'running' })
    try {
      await this.#untilEnd().finally(() => clearInterval(timer))
      noteEnd(this.#prepared, unknownEnd, false)
      this.#report({ state: 'analysing' })
      await finishRecording(this.#prepared, unknownEnd, false, {
        onProgress: (share) => this.#report({ analysed: share }),
        signal: null,
        warn: (line) => console.error(`hagstone: ${line}`),
      })
    } catch (error) {
      this.#report({ state: 'failed', error: messageOf(error) })
      return null
    } finally {
      this.#live.close()
    }
    const { profile } = this.#prepared.place
    this.#report({ state: 'finished', analysed: 1, output: profile })
    return profile
  }

  async #untilEnd(): Promise<void> {
    const { process: target, place } = this.#prepared
    const watching = new AbortController()
    const reason = await Promise.race([this.#ending.promise, untilGone(target, watching.signal).then(() => null)])
    watching.abort()
    if (reason === null) {
      this.#addLine(`process ${target.id} has ended`)
      return
    }
    stopRecording(this.#prepared, reason)
    this.#addLine(`recording ended by ${reason}; process ${target.id} continues`)
    await settled(place.recordingDirectory)
    const problem = await detach(this.#prepared)
    if (problem !== null && isRunning(target)) this.#addLine(`${problem}; it keeps the recording's descriptors until it ends`)
  }

  #look(): void {
    const { certainty, ...progress } = this.#live.read()
    this.#report(progress)
    const { limits, description } = this.#prepared
    const elapsed = (performance.now() - this.#startedAt) / 1000
    const reached = reachedLimit(limits, description.tools, { elapsed, samples: this.#progress.samples, certainty: certainty ?? {} })
    if (reached !== null) this.#ending.resolve(reached)
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
}
