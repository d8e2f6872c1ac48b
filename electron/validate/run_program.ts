/** Runs the program once, measured exactly and sampled by virtual PMUs in the same execution. */
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, exitStatus } from '../failure.ts'
import { PROCESS_DIRECTORY, rawFilesIn } from '../raw/raw_files.ts'
import { exhaustiveChoice, exhaustiveLaunch, planRun } from '../record/exhaustive/prepare.ts'
import type { PreparationHooks } from '../record/exhaustive/prepare.ts'
import { unrecordedPrograms } from '../record/exhaustive/unrecorded_programs.ts'
import { engineFailure, lastWords, troubles } from '../record/exhaustive/valgrind_log.ts'
import { describeEnd } from '../record/finishing/finish.ts'
import { defaultSampling, noLimits } from '../record/options.ts'
import type { RecordOptions, SamplingOptions } from '../record/options.ts'
import { layOutRecording, programLayout } from '../record/recording_layout.ts'
import { startTarget, targetEnd } from '../record/recorder.ts'
import type { TargetEnd } from '../record/recorder.ts'
import { forwardSignals } from '../record/signals.ts'
import { asCommandFailure } from './command_failure.ts'
import { plannedPmus, specificationOf } from './settings.ts'
import type { ValidationSettings } from './settings.ts'

const standardError = 2

export interface ValidatedProgram {
  program: string
  arguments: string[]
  workingDirectory: string
  environment: Record<string, string>
  /** Relative, of floating-point comparisons, in [0, 1) */
  tolerance: number
}

export interface ValidationRun {
  /** The exact recording; those of the PMUs lie in it (virtualDirectory). */
  directory: string
  command: string[]
  end: TargetEnd
  startedAt: Date
  /** s */
  duration: number
  /** Warnings, one line each. */
  warnings: string[]
}

/** The surroundings of the program; absent: those of a command, whose terminal and signals it shares. */
interface ProgramSurroundings {
  stdio: StdioOptions
  /** The program leads a process group of its own. */
  ownGroup: boolean
  started(target: ChildProcess): void
}

export type ProgramHooks = PreparationHooks & { surroundings?: ProgramSurroundings }

/** Recording of the PMU at a position of plannedPmus. */
export function virtualDirectory(directory: string, position: number): string {
  return join(directory, PROCESS_DIRECTORY, `virtual-${position + 1}`)
}

/**
 * For a command, the program's output goes to stderr: stdout is for the result.
 * @param scratch existing directory for the recordings
 * Throws Failure 2 if the program cannot be run, 3 if the engine cannot run it here.
 */
export async function runProgram(target: ValidatedProgram, settings: ValidationSettings, scratch: string, hooks: ProgramHooks): Promise<ValidationRun> {
  const { tools, granularity } = settings
  const exhaustive = { ...defaultSampling.exhaustive, scope: 'none' as const, granularities: [granularity] }
  const virtual = plannedPmus(settings).map((pmu) => specificationOf(pmu, granularity))
  const run = await runMeasured(target, { tools, granularity, exhaustive }, { output: join(scratch, 'truth.hagstone'), virtual }, hooks)
  if (hasRecording(virtualDirectory(run.directory, 0))) return run
  throw notRun(target.program, run.directory, run.end)
}

/**
 * One exact run, with any virtual samplers in it.
 * @param output name of a profile, beside which the recording is made
 * Throws Failure 2 if the program cannot be run, 3 if the engine cannot run it here.
 */
export async function runMeasured(
  target: ValidatedProgram,
  measured: Pick<SamplingOptions, 'tools' | 'exhaustive'> & Partial<Pick<SamplingOptions, 'granularity'>>,
  { output, virtual }: { output: string; virtual: string[] },
  hooks: ProgramHooks,
): Promise<ValidationRun> {
  const options: RecordOptions = {
    sampling: { ...defaultSampling, engine: 'exhaustive', tolerance: target.tolerance, ...measured },
    limits: noLimits,
    calibration: null,
    runs: 1,
    keepOutput: false,
    environment: target.environment,
    output,
    rank: null,
    program: target.program,
    arguments: target.arguments,
    workingDirectory: target.workingDirectory,
  }
  const launch = await asCommandFailure(async () => {
    const plan = await planRun(options, hooks)
    const layout = programLayout(options, plan.program, options.workingDirectory)
    const prepared = { ...layOutRecording(options, exhaustiveChoice(plan.valgrind), layout), remarks: plan.warnings }
    return exhaustiveLaunch(prepared, options, plan, { measure: measured.tools, virtual })
  })
  const forwarding = hooks.surroundings === undefined ? forwardSignals() : null
  const { stdio, ownGroup, started } = hooks.surroundings ?? {
    stdio: ['inherit', standardError, standardError],
    ownGroup: false,
    started: (target) => forwarding?.to(target),
  }
  try {
    const startedAt = new Date()
    const target = await asCommandFailure(() => startTarget(launch, { stdio, ownGroup }))
    const ended = targetEnd(target)
    started(target)
    const end = await ended
    const directory = launch.place.recordingDirectory
    assertRecorded(directory, launch.name, end)
    const duration = (Date.now() - startedAt.getTime()) / 1000
    return {
      directory,
      command: launch.description.command,
      end,
      startedAt,
      duration,
      warnings: [...launch.remarks, ...unrecordedPrograms(directory), ...troubles(directory)],
    }
  } finally {
    forwarding?.stop()
  }
}

function assertRecorded(directory: string, name: string, end: TargetEnd): void {
  const failure = engineFailure(directory)
  if (failure !== null)
    throw new Failure(exitStatus.machineUnable, `The exhaustive engine failed while it ran ${name}: ${failure}; there is no ground truth to compare with.`)
  if (!hasRecording(directory)) throw notRun(name, directory, end)
}

function hasRecording(directory: string): boolean {
  return existsSync(directory) && rawFilesIn(directory).length > 0
}

function notRun(name: string, directory: string, end: TargetEnd): Failure {
  const words = lastWords(directory)
  return new Failure(
    exitStatus.machineUnable,
    `${name} could not be run under Valgrind (${describeEnd(end)})${words === null ? '' : `, which said: ${words}`}; hagstone doctor shows whether the engine works here.`,
  )
}
