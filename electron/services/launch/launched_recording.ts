import type { ChildProcess } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { RecordingId } from '../../../shared/rpc/identifiers.ts'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'
import { messageOf } from '../../failure.ts'
import { runCounting } from '../../record/calibration/counting_run.ts'
import type { Counted, PlannedCounting } from '../../record/calibration/counting_run.ts'
import { AnalysisAhead } from '../../record/finishing/analysis_ahead.ts'
import { describeEnd, finishRecording, noteEnd } from '../../record/finishing/finish.ts'
import { KeptOutput } from '../../record/finishing/kept_output.ts'
import { reachedLimit } from '../../record/finishing/limits.ts'
import { targetEnd, unknownEnd } from '../../record/recorder.ts'
import type { TargetEnd } from '../../record/recorder.ts'
import { quoted } from '../../record/program/shell_words.ts'
import { stopRecording } from '../../record/recording_layout.ts'
import type { PreparedLaunch } from '../../record/recording_layout.ts'
import { settled } from '../../record/finishing/settled.ts'
import { describeSurvivors, startTicks, waitForSurvivors } from '../../record/finishing/survivors.ts'
import { endWithoutProfile } from './end_without_profile.ts'
import { ProgressReports, reportEvery } from './launch_progress.ts'
import { LiveView } from './live_view.ts'
import { endGroup } from './process_group.ts'
import { startRun } from './launched_run.ts'
import type { LaunchedRun } from './launched_run.ts'
import type { TargetOutput } from './target_output.ts'

/** ms for the last text to come through the relay. */
const mostWaitForOutput = 1000

export interface LaunchedTarget {
  prepared: PreparedLaunch
  /** The second run that calibrates the first; null: not requested. */
  counting: PlannedCounting | null
  /** How often the program is run. */
  runs: number
  first: LaunchedRun
  /** The program's output becomes part of the profile. */
  keepOutput: boolean
}

/** One program recorded from the launch form: reports twice a second until its profile is made. */
export class LaunchedRecording {
  /** The profile's path, or null if the recording failed; never rejects for failures that were reported to a window. */
  readonly finished: Promise<string | null>
  readonly #prepared: PreparedLaunch
  readonly #counting: PlannedCounting | null
  readonly #runs: number
  /** The running program, again for several runs, then the counted one. */
  #target: ChildProcess
  readonly #reports: ProgressReports
  readonly #live: LiveView
  readonly #ahead: AnalysisAhead | null
  #runStartedAt = performance.now()
  readonly #kept: KeptOutput | null
  #output: TargetOutput | null = null
  /** No process of the recording is older. */
  #since = 0
  #stopped = false
  /** Aborted when the recording of remaining processes ends: by the user, or with the host. */
  readonly #leaving = new AbortController()
  /** Aborted when nothing is to be kept. */
  readonly #discarding = new AbortController()
  /** Resolves when the host ends. */
  readonly #left = Promise.withResolvers<TargetEnd>()
  #programEnded = false
  /** Ends the counting run; null while there is none. */
  #stopCounting: (() => void) | null = null
  #paused = false
  /** A limit ended the recording of the run in progress. */
  #limitReached = false
  /** For example its directory is gone: a limit was reached but could not be passed on. */
  #unstoppable = false

  constructor(recording: RecordingId, { prepared, counting, runs, first, keepOutput }: LaunchedTarget, onProgress: (progress: LaunchProgress) => void) {
    this.#prepared = prepared
    this.#counting = counting
    this.#runs = runs
    this.#kept = keepOutput ? new KeptOutput() : null
    this.#target = first.target
    this.#live = new LiveView({
      directory: prepared.place.recordingDirectory,
      intervals: prepared.limits.until !== null,
      exhaustive: prepared.choice.engine === 'exhaustive',
    })
    this.#ahead = prepared.choice.engine === 'exhaustive' ? null : new AnalysisAhead(prepared.place.recordingDirectory)
    const remarks = [...prepared.remarks, ...prepared.description.notes, ...(counting?.remarks ?? [])]
    this.#reports = new ProgressReports(recording, onProgress, remarks)
    this.finished = this.#run(first)
  }

  #follow({ target, output }: LaunchedRun): void {
    this.#target = target
    this.#output = output
    this.#since = startTicks(target.pid ?? 'self') ?? startTicks('self') ?? 0
    this.#runStartedAt = performance.now()
    this.#programEnded = this.#limitReached = false
    output.follow((text) => {
      this.#reports.addOutput(text)
      this.#kept?.add(text)
    })
    // A user who stopped the recording while the program was being started meant this run.
    if (this.#stopped) endGroup(target)
  }

  /** The program continues without being sampled, or is sampled again. No effect once a limit ended the recording. */
  pause(paused: boolean): void {
    this.#paused = paused
    if (!this.#limitReached) this.#prepared.control.request(paused ? 'pause' : 'record')
  }

  /**
   * SIGTERM to the target and its children, SIGKILL after a grace period. The profile is still made. Processes that
   * continue after the program ended by itself are not signalled: only their recording ends.
   */
  stop(): void {
    if (this.#stopCounting !== null) return this.#stopCounting()
    if (this.#programEnded) {
      this.#leaving.abort()
      return
    }
    if (this.#stopped) return
    this.#stopped = true
    endGroup(this.#target)
  }

  /** As `stop`, but deletes the recording; an analysis in progress is cancelled. */
  discard(): void {
    this.#discarding.abort()
    this.#reports.report({ state: 'discarding' })
    this.stop()
  }

  /** The host ends, and with it the recording. The program continues; the profile is made from the recorded data. */
  leave(): void {
    this.#leaving.abort()
    this.#left.resolve(unknownEnd)
  }

  /** All runs, one after another. @returns the outcome of the first failed one; else of the last */
  async #runAll(first: LaunchedRun): Promise<TargetEnd> {
    const ends: TargetEnd[] = []
    for (let started = first; ; started = await startRun(this.#prepared, ends.length + 1, this.#runs, this.#paused)) {
      this.#follow(started)
      this.#reports.report({ state: 'running', ...(this.#runs > 1 ? { run: ends.length + 1 } : {}) })
      const end = await Promise.race([targetEnd(started.target), this.#left.promise])
      if (started.noted !== null) started.noted.exit = end
      ends.push(end)
      const stopped = this.#stopped
      this.#reportRunning()
      await this.#waitForSurvivors(end)
      if (ends.length === this.#runs || stopped || this.#leaving.signal.aborted) break
      if (end.code !== 0) this.#reports.addLine(`run ${ends.length} of ${this.#runs} ended by ${describeEnd(end)}`)
    }
    if (ends.length < this.#runs) this.#reports.addLine(`the recording was stopped in run ${ends.length} of ${this.#runs}`)
    return ends.find(({ code }) => code !== 0) ?? ends.at(-1)!
  }

  async #run(first: LaunchedRun): Promise<string | null> {
    const timer = setInterval(() => this.#reportRunning(), reportEvery)
    let end: TargetEnd
    let stopped: boolean
    try {
      end = await this.#runAll(first)
      stopped = this.#stopped
    } catch (error) {
      this.#reportFailure(error, false)
      this.#live.close()
      this.#ahead?.end()
      return null
    } finally {
      clearInterval(timer)
    }
    const { signal } = this.#discarding
    let counted: Counted | null = null
    let isMade = false
    try {
      signal.throwIfAborted()
      noteEnd(this.#prepared, end, stopped)
      await this.#keepOutput()
      counted = await this.#count(end)
      signal.throwIfAborted()
      this.#reports.report({ state: 'analysing' })
      await finishRecording(this.#prepared, end, stopped, {
        onProgress: (share) => this.#reports.report({ analysed: share }),
        signal,
        ahead: this.#ahead,
        warn: (line) => console.error(`hagstone: ${line}`),
        ...(counted === null ? {} : { counting: counted.counting }),
      })
      isMade = true
      signal.throwIfAborted()
      counted?.discard()
    } catch (error) {
      if (signal.aborted) counted?.discard()
      this.#reportFailure(error, isMade)
      return null
    } finally {
      this.#live.close()
      this.#ahead?.end()
      if (end === unknownEnd) this.#letGo()
    }
    if (end === unknownEnd) {
      const { name, place } = this.#prepared
      console.error(`hagstone: ${name} continues; its recording ended with this host: hagstone view ${quoted(place.profile)}`)
    } else if (!stopped && (end.signal !== null || end.code !== 0)) {
      this.#reports.addLine(`ended by ${describeEnd(end)}`)
    }
    this.#reports.report({ state: 'finished', analysed: 1, output: this.#prepared.place.profile })
    return this.#prepared.place.profile
  }

  #reportFailure(error: unknown, isMade: boolean): void {
    this.#reports.report(endWithoutProfile(this.#prepared, error, this.#discarding.signal, isMade))
  }

  /** The program does not keep the host from ending. */
  #letGo(): void {
    this.#target.unref()
    this.#output?.letGo()
  }

  /** A process that outlives the recording may hold the streams for ever: its later output is not waited for. */
  async #keepOutput(): Promise<void> {
    if (this.#kept === null) return
    await Promise.race([this.#output?.ended, setTimeout(mostWaitForOutput)])
    this.#prepared.description.programOutput = this.#kept.kept()
  }

  /**
   * The recording continues with the processes that the program leaves behind, until the last one ends or it is
   * stopped.
   */
  async #waitForSurvivors(end: TargetEnd): Promise<void> {
    const { recordingDirectory } = this.#prepared.place
    // A stopped program ended with everything it started, except processes that left its group or changed their user.
    this.#programEnded = end !== unknownEnd
    if (this.#stopped) this.#leaving.abort()
    const ended = `The program ended (${describeEnd(end)})`
    let before = ''
    const left = await waitForSurvivors(recordingDirectory, this.#since, this.#leaving.signal, (survivors) => {
      const processes = describeSurvivors(survivors)
      if (before === '') this.#reports.addLine(`${ended}, ${processes}: the recording ends with the last of them, or when you stop it`)
      before = processes
      this.#reports.report({ goesOn: { ended, processes } })
    })
    if ((left.length === 0 && end !== unknownEnd) || this.#limitReached) return
    stopRecording(this.#prepared, end === unknownEnd ? 'the end of the host' : 'Stop')
    if (left.length > 0) this.#reports.addLine(`the recording was stopped; ${describeSurvivors(left)}`)
    await settled(recordingDirectory)
  }

  /** The counting run; null if none was requested or it cannot calibrate, which a line then says. */
  async #count(end: TargetEnd): Promise<Counted | null> {
    if (this.#counting === null) return null
    const obstacle = this.#stopped
      ? 'the program was stopped before its end'
      : end === unknownEnd
        ? 'the host ended before the program'
        : this.#prepared.choice.engine === 'software'
          ? null
          : `the ${this.#prepared.choice.engine} engine samples accesses already`
    if (obstacle !== null) {
      this.#reports.addLine(`not calibrated: ${obstacle}`)
      return null
    }
    const startedAt = performance.now()
    const report = (): void => this.#reports.report({ state: 'counting', counted: (performance.now() - startedAt) / 1000 })
    const timer = setInterval(report, reportEvery)
    let running: ChildProcess | null = null
    this.#stopCounting = () => {
      this.#stopped = true
      if (running !== null) endGroup(running)
    }
    report()
    try {
      return await runCounting(this.#counting, this.#prepared.place.profile, end, {
        ownGroup: true,
        warn: (line) => this.#reports.addLine(line),
        started: (target) => {
          this.#target = running = target
          // Stopped while it was being started.
          if (this.#stopped) endGroup(target)
        },
      })
    } catch (error) {
      this.#reports.addLine(`not calibrated: ${messageOf(error)}`)
      return null
    } finally {
      this.#stopCounting = null
      clearInterval(timer)
    }
  }

  #reportRunning(): void {
    const { certainty, ...progress } = this.#live.read()
    this.#reports.report(progress)
    const { limits, description } = this.#prepared
    const { samples } = this.#reports.now
    const elapsed = (performance.now() - this.#runStartedAt) / 1000
    const reached = reachedLimit(limits, description.tools, { elapsed, samples, certainty: certainty ?? {} })
    if (reached === null || this.#limitReached || this.#unstoppable) return
    try {
      stopRecording(this.#prepared, reached)
      this.#limitReached = true
      this.#reports.addLine(`recording ended by ${reached}; the program continues`)
    } catch (error) {
      // Called by a timer: an error would end the host, with all other recordings.
      this.#unstoppable = true
      this.#reports.addLine(`${reached} cannot end the recording, which ends with the program (${messageOf(error)})`)
    }
  }
}
