import type { RecordingId } from '../../../shared/rpc/identifiers.ts'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'
import { detach } from '../../record/attach.ts'
import type { PreparedAttachment } from '../../record/attach.ts'
import { AnalysisAhead } from '../../record/finishing/analysis_ahead.ts'
import { finishRecording, noteEnd } from '../../record/finishing/finish.ts'
import { reachedLimit } from '../../record/finishing/limits.ts'
import { settled } from '../../record/finishing/settled.ts'
import { isRunning, untilGone } from '../../record/program/running_process.ts'
import { unknownEnd } from '../../record/recorder.ts'
import { stopRecording } from '../../record/recording_layout.ts'
import { endWithoutProfile } from './end_without_profile.ts'
import { ProgressReports, reportEvery } from './launch_progress.ts'
import { LiveView } from './live_view.ts'

/** A running process that a window attached to: reports as a launched program does. Whatever ends it, the process continues. */
export class AttachedRecording {
  /** The profile's path, or null if the recording failed; never rejects for failures that were reported to a window. */
  readonly finished: Promise<string | null>
  readonly #prepared: PreparedAttachment
  readonly #reports: ProgressReports
  readonly #live: LiveView
  readonly #ahead: AnalysisAhead
  readonly #startedAt = performance.now()
  /** Resolves to what ends the recording while the process runs. */
  readonly #ending = Promise.withResolvers<string>()
  /** Aborted when nothing is to be kept. */
  readonly #discarding = new AbortController()

  /** @param prepared attached already */
  constructor(recording: RecordingId, prepared: PreparedAttachment, onProgress: (progress: LaunchProgress) => void) {
    this.#prepared = prepared
    this.#live = new LiveView({ directory: prepared.place.recordingDirectory, intervals: prepared.limits.until !== null, exhaustive: false })
    this.#ahead = new AnalysisAhead(prepared.place.recordingDirectory)
    const remarks = [...prepared.remarks, ...prepared.description.notes]
    this.#reports = new ProgressReports(recording, onProgress, remarks)
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

  /** Ends the recording, not the process, and deletes the recording; an analysis in progress is cancelled. */
  discard(): void {
    this.#discarding.abort()
    this.#reports.report({ state: 'discarding' })
    this.#ending.resolve('Discard')
  }

  /** The host ends, and with it the recording. */
  leave(): void {
    this.#ending.resolve('the end of the host')
  }

  async #run(): Promise<string | null> {
    const timer = setInterval(() => this.#look(), reportEvery)
    let isMade = false
    this.#reports.report({ state: 'running' })
    try {
      await this.#untilEnd().finally(() => clearInterval(timer))
      this.#discarding.signal.throwIfAborted()
      noteEnd(this.#prepared, unknownEnd, false)
      this.#reports.report({ state: 'analysing' })
      await finishRecording(this.#prepared, unknownEnd, false, {
        onProgress: (share) => this.#reports.report({ analysed: share }),
        signal: this.#discarding.signal,
        ahead: this.#ahead,
        warn: (line) => console.error(`hagstone: ${line}`),
      })
      isMade = true
      this.#discarding.signal.throwIfAborted()
    } catch (error) {
      this.#reports.report(endWithoutProfile(this.#prepared, error, this.#discarding.signal, isMade))
      return null
    } finally {
      this.#live.close()
      this.#ahead.end()
    }
    const { profile } = this.#prepared.place
    this.#reports.report({ state: 'finished', analysed: 1, output: profile })
    return profile
  }

  async #untilEnd(): Promise<void> {
    const { process: target, place } = this.#prepared
    const watching = new AbortController()
    const reason = await Promise.race([this.#ending.promise, untilGone(target, watching.signal).then(() => null)])
    watching.abort()
    if (reason === null) {
      this.#reports.addLine(`process ${target.id} has ended`)
      return
    }
    stopRecording(this.#prepared, reason)
    this.#reports.addLine(`recording ended by ${reason}; process ${target.id} continues`)
    await settled(place.recordingDirectory)
    const problem = await detach(this.#prepared)
    if (problem !== null && isRunning(target)) this.#reports.addLine(`${problem}; it keeps the recording's descriptors until it ends`)
  }

  #look(): void {
    const { certainty, ...progress } = this.#live.read()
    this.#reports.report(progress)
    const { limits, description } = this.#prepared
    const elapsed = (performance.now() - this.#startedAt) / 1000
    const reached = reachedLimit(limits, description.tools, { elapsed, samples: this.#reports.now.samples, certainty: certainty ?? {} })
    if (reached !== null) this.#ending.resolve(reached)
  }
}
