/** A recording by the exhaustive engine: obstacles are reported before anything runs. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CancelSignal } from '../../../shared/rpc/contract.ts'
import { Failure, exitStatus, messageOf } from '../../failure.ts'
import { PROCESS_DIRECTORY } from '../../raw/raw_files.ts'
import type { ChosenEngine } from '../machine/engine.ts'
import type { RecordOptions } from '../options.ts'
import { findProgram, programSurroundings } from '../program/program.ts'
import type { Program } from '../program/program.ts'
import { layOutRecording, programLayout } from '../recording_layout.ts'
import type { PreparedLaunch, PreparedRecording } from '../recording_layout.ts'
import { obstacleText, type Obstacle } from '../machine/obstacle.ts'
import { withoutAgentVariables } from '../target_environment.ts'
import { costRemark, memoryWarning } from './cost_remarks.ts'
import { valgrindArguments } from './engine_run.ts'
import type { EngineRun } from './engine_run.ts'
import { examine } from './examination.ts'
import { LOOPS_FILE } from './loops_file.ts'
import { limitObstacle, readMemoryLimits } from './machine_limits.ts'
import { loadedBytes } from '../program/elf_segments.ts'
import { sanitizersOf } from '../program/sanitizers.ts'
import { neededLibraries } from './needed_libraries.ts'
import { avx512Verdict } from './processor_needs.ts'
import { findValgrind } from './valgrind.ts'
import type { ValgrindInstallation } from './valgrind.ts'

export interface PreparationHooks {
  /**
   * The finished share of the preparation, 0..1, and the current step: a large program's loops take a while the first
   * time.
   */
  onProgress(share: number, what: string): void
  /** Cancels the preparation; absent: it cannot be cancelled. */
  signal?: CancelSignal
}

/** Parameters of a run beyond the options of `record`. */
export type EngineTask = Pick<EngineRun, 'measure' | 'virtual'>

/** The engine's needs for one program, found before its recording directory is created. */
export interface EnginePlan {
  program: Program
  valgrind: ValgrindInstallation
  /** Text of the loops file; null: none wanted. */
  loops: string | null
  /** Bytes; null: not known. */
  availableMemory: number | null
  /** Warnings, one line each. */
  warnings: string[]
}

/** See recorder.ts, which specifies this for every engine. */
export async function prepareExhaustive(options: RecordOptions, launcherDirectory: string, hooks: PreparationHooks): Promise<PreparedLaunch> {
  const plan = await planRun(options, hooks)
  const prepared = layOutRecording(
    options,
    exhaustiveChoice(plan.valgrind, options.sampling.exhaustive.window !== null),
    programLayout(options, plan.program, launcherDirectory),
  )
  return exhaustiveLaunch({ ...prepared, remarks: [costRemark(options.sampling, plan.availableMemory), ...plan.warnings] }, options, plan, {
    measure: options.sampling.tools,
    virtual: [],
  })
}

/**
 * Checks the program, the installation and the machine's limits. Throws Failure 125, 126 or 127, before anything is
 * created.
 * @param options the measurements decide whether loops are needed and how much memory is expected
 */
export async function planRun(
  options: Pick<RecordOptions, 'program' | 'workingDirectory' | 'environment' | 'sampling'>,
  hooks: PreparationHooks,
): Promise<EnginePlan> {
  const program = findProgram(options.program, programSurroundings(options, 'valgrind'))
  const { refusesValgrind } = sanitizersOf(program.executable, options.environment)
  if (refusesValgrind !== null) {
    throw new Failure(
      exitStatus.recordFailure,
      `${options.program} is built with -fsanitize=${refusesValgrind}, which does not work under Valgrind; build it without, or omit --engine exhaustive.`,
    )
  }
  const limits = readMemoryLimits()
  assertNone(limitObstacle(limits))
  const valgrind = await installedValgrind()
  const withLoops = options.sampling.exhaustive.scope !== 'none'
  const paths = [program.executable, ...(await neededLibraries(program.executable, options.environment))]
  const modules = await examine({ paths, withLoops }, hooks).catch((error: unknown) => {
    throw new Failure(exitStatus.recordFailure, messageOf(error))
  })
  const { refusal, warning } = avx512Verdict(modules.needs)
  if (refusal !== null) throw new Failure(exitStatus.recordFailure, refusal)
  const tooLarge = memoryWarning(options.sampling, loadedBytes(program.executable), limits.available)
  const warnings = [tooLarge, warning, ...modules.problems].filter((line) => line !== null)
  return { program, valgrind, loops: modules.loops, availableMemory: limits.available, warnings }
}

/** Throws Failure 125 with the first missing part. */
async function installedValgrind(): Promise<ValgrindInstallation> {
  const found = await findValgrind(process.env['PATH'])
  if ('problem' in found) throw obstacleFailure(found)
  return found
}

export function exhaustiveChoice({ version }: ValgrindInstallation, bursty = false): ChosenEngine {
  return {
    engine: 'exhaustive',
    reason: `exhaustive engine, as requested; Valgrind ${version} runs the program, and every access ${bursty ? 'of the windows ' : ''}is seen.`,
  }
}

/** The command that runs the program under the engine, which records into the prepared directory. Throws Failure 125; the directory is gone then. */
export function exhaustiveLaunch(
  prepared: PreparedRecording,
  options: RecordOptions,
  { valgrind, loops, program }: EnginePlan,
  task: EngineTask,
): PreparedLaunch {
  const { sampling } = options
  const { recordingDirectory, rank } = prepared.place
  const loopsPath = join(recordingDirectory, PROCESS_DIRECTORY, LOOPS_FILE)
  try {
    if (loops !== null) writeLoops(loopsPath, loops)
  } catch (error) {
    rmSync(recordingDirectory, { recursive: true, force: true })
    throw new Failure(exitStatus.recordFailure, `${loopsPath} cannot be written (${messageOf(error)}); free space or choose another place with --output.`)
  }
  const run: EngineRun = {
    ...sampling.exhaustive,
    ...task,
    recordingDirectory,
    loopsFile: loops === null ? null : LOOPS_FILE,
    tolerance: sampling.tolerance,
    follow: sampling.follow,
    rank: rank?.number ?? null,
  }
  return {
    ...prepared,
    file: valgrind.launcher,
    argv0: 'valgrind',
    // Valgrind would take a name that begins with a dash for an option of its own.
    arguments: [...valgrindArguments(run), options.program.startsWith('-') ? program.path : options.program, ...options.arguments],
    workingDirectory: options.workingDirectory,
    environment: { ...withoutAgentVariables(options.environment), VALGRIND_LIB: valgrind.library },
  }
}

function writeLoops(path: string, loops: string): void {
  writeFileSync(path, loops, { flag: 'wx' })
  // Programs that another user executes read it too.
  chmodSync(path, 0o644)
}

function assertNone(obstacle: Obstacle | null): void {
  if (obstacle !== null) throw obstacleFailure(obstacle)
}

function obstacleFailure(obstacle: Obstacle): Failure {
  return new Failure(exitStatus.recordFailure, obstacleText(obstacle))
}
