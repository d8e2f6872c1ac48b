import type { ChildProcess } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import type { RecordingId } from '../../../shared/rpc/identifiers.ts'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'
import { messageOf } from '../../failure.ts'
import { inScratchDirectory } from '../../scratch_directory.ts'
import { compareInWorker } from '../../validate/comparison.ts'
import { runProgram } from '../../validate/run_program.ts'
import type { ValidatedProgram } from '../../validate/run_program.ts'
import type { ValidationSettings } from '../../validate/settings.ts'
import { ProgressReports, reportEvery } from './launch_progress.ts'
import { endGroup } from './process_group.ts'
import { TargetOutput } from './target_output.ts'

/** Exact pairs that a validation lists for each tool, as on the command line unless specified. */
const mostPairs = 5

/** One program validated from the launch form: reports as a recording does, and leaves a file for validation.read. */
export class LaunchedValidation {
  /** Path of the validation, or null if it failed; never rejects for failures that were reported to a window. */
  readonly finished: Promise<string | null>
  readonly #program: ValidatedProgram
  readonly #settings: ValidationSettings
  readonly #output: string
  readonly #reports: ProgressReports
  readonly #stopping = new AbortController()
  #discarded = false
  #target: ChildProcess | null = null

  /** @param output path of the file to write, which must not exist */
  constructor(
    recording: RecordingId,
    { program, settings, output }: { program: ValidatedProgram; settings: ValidationSettings; output: string },
    onProgress: (progress: LaunchProgress) => void,
  ) {
    this.#program = program
    this.#settings = settings
    this.#output = output
    this.#reports = new ProgressReports(recording, onProgress)
    this.finished = this.#run()
  }

  /** Every access is counted: there is nothing to pause. */
  pause(): void {}

  /** The host ends. A counting run is useless without its continuation. */
  leave(): void {
    this.stop()
  }

  /** Ends the program, and with it the validation: half a run has no ground truth to compare with. */
  stop(): void {
    if (this.#stopping.signal.aborted) return
    this.#stopping.abort()
    if (this.#target !== null) endGroup(this.#target)
  }

  /** A stopped validation leaves nothing either. */
  discard(): void {
    this.#discarded = true
    this.#reports.report({ state: 'discarding' })
    this.stop()
  }

  async #run(): Promise<string | null> {
    const timer = setInterval(() => this.#reports.report({}), reportEvery)
    const output = new TargetOutput()
    output.follow((text) => {
      this.#reports.addOutput(text)
    })
    try {
      const validation = await inScratchDirectory('validate', async (scratch) => {
        const run = await runProgram(this.#program, this.#settings, scratch, {
          signal: this.#stopping.signal,
          onProgress: (share, what) => this.#reports.report({ preparing: { share, what } }),
          surroundings: {
            stdio: output.stdio,
            ownGroup: true,
            started: (target) => {
              output.release()
              this.#follow(target)
            },
          },
        })
        this.#assertNotStopped()
        this.#reports.report({ state: 'analysing' })
        return compareInWorker({ run, settings: this.#settings, program: this.#program, mostPairs }, (analysed) => this.#reports.report({ analysed }))
      })
      this.#assertNotStopped()
      if (existsSync(this.#output)) throw new Error(`${this.#output} exists by now; start it again`)
      writeFileSync(this.#output, `${JSON.stringify(validation, null, 2)}\n`, { flag: 'wx' })
      this.#reports.report({ state: 'finished', analysed: 1, output: this.#output })
      return this.#output
    } catch (error) {
      const failed = this.#stopping.signal.aborted ? 'The validation was stopped; nothing is left of it.' : messageOf(error)
      this.#reports.report(this.#discarded ? { state: 'discarded' } : { state: 'failed', error: failed })
      return null
    } finally {
      output.release()
      clearInterval(timer)
    }
  }

  #follow(target: ChildProcess): void {
    this.#target = target
    this.#reports.report({ state: 'running' })
    // Stopped while the program was being started.
    if (this.#stopping.signal.aborted) endGroup(target)
  }

  #assertNotStopped(): void {
    if (this.#stopping.signal.aborted) throw new Error('stopped')
  }
}
