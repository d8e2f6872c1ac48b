/** The first steps of one recording, shared by `hagstone record` and the launch form: prepare, start. The last: finish.ts. */
import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { rmSync } from 'node:fs'
import { Failure, exitStatus, systemErrorCode } from '../failure.ts'
import { nativePart } from '../paths.ts'
import { requireRecordingPlatform } from '../platform.ts'
import { stableAgentPath } from './agent_library.ts'
import { asUnderValgrind } from './calibration/processor_features.ts'
import { chooseEngine, wantedSampling } from './machine/engine.ts'
import type { EngineChoice } from './machine/engine.ts'
import { prepareExhaustive } from './exhaustive/prepare.ts'
import type { PreparationHooks } from './exhaustive/prepare.ts'
import { examineForRecording } from './machine/machine.ts'
import type { RecordOptions, SamplingOptions } from './options.ts'
import { findProgram, programSurroundings } from './program/program.ts'
import { layOutRecording, programLayout } from './recording_layout.ts'
import type { PreparedLaunch } from './recording_layout.ts'
import { sanitizersOf } from './program/sanitizers.ts'
import type { Sanitizers } from './program/sanitizers.ts'
import { agentVariables, targetEnvironment } from './target_environment.ts'

/** How the target ended: one of the two is set; neither if unknown. */
export interface TargetEnd {
  code: number | null
  signal: NodeJS.Signals | null
}

/** For a target that continues, or is not a child of this process. */
export const unknownEnd: TargetEnd = { code: null, signal: null }

const chosenAsUnderValgrind =
  'GLIBC_TUNABLES makes the C library use the copy, fill, and search functions for the processor of Valgrind, so that the sampled run and the counting run execute the same code.'

/**
 * Checks the program, the machine and the output, in this order, and creates the recording directory.
 * @param launcherDirectory where a relative or default output goes
 * Throws Failure 125, 126 or 127; then nothing was started and nothing is left behind.
 */
export async function prepareRecording(options: RecordOptions, launcherDirectory: string, hooks: PreparationHooks): Promise<PreparedLaunch> {
  requireRecordingPlatform(exitStatus.recordFailure)
  return options.sampling.engine === 'exhaustive' ? prepareExhaustive(options, launcherDirectory, hooks) : prepareSampling(options, launcherDirectory)
}

async function prepareSampling(options: RecordOptions, launcherDirectory: string): Promise<PreparedLaunch> {
  const program = findProgram(options.program, programSurroundings(options, 'preload'))
  const choice = chooseEngine(await examineForRecording(options.sampling), wantedSampling(options.sampling))
  assertEventsServe(options.sampling, choice)
  const sanitizers = sanitizersOf(program.executable, options.environment)
  assertLeaksCanBeFound(sanitizers, options, choice)
  const agent = stableAgentPath()
  const calibrated = options.calibration !== null && choice.engine === 'software'
  const notes = calibrated ? [...program.notes, chosenAsUnderValgrind] : program.notes
  const prepared = layOutRecording(options, choice, programLayout(options, { ...program, notes }, launcherDirectory))
  const variables = agentVariables(options.sampling, choice, prepared.place.recordingDirectory)
  const environment = calibrated ? asUnderValgrind(options.environment) : options.environment
  const launch = { ...prepared, workingDirectory: options.workingDirectory, environment: targetEnvironment(environment, variables, agent, sanitizers.runtime) }
  return choice.transport === 'tracer'
    ? { ...launch, file: nativePart('tracer'), argv0: 'hagstone_tracer', arguments: ['run', '--', options.program, ...options.arguments] }
    : { ...launch, file: program.path, argv0: options.program, arguments: options.arguments }
}

/** Throws Failure 125 if LeakSanitizer would end the program because it is traced. */
function assertLeaksCanBeFound({ findsLeaks }: Sanitizers, { program, sampling }: RecordOptions, { transport }: EngineChoice): void {
  if (!findsLeaks || transport !== 'tracer') return
  const remedy = sampling.transport === 'tracer' ? 'omit --transport tracer' : 'permit perf_event_open (hagstone doctor says how)'
  throw new Failure(
    exitStatus.recordFailure,
    `${program} is built with LeakSanitizer, which fails in a traced process, and the sampler would trace it; ${remedy}, or set ASAN_OPTIONS=detect_leaks=0.`,
  )
}

/** Throws Failure 125 if events are named that no chosen engine samples by. */
export function assertEventsServe({ events }: SamplingOptions, { engine, reason }: EngineChoice): void {
  if (engine !== 'software' || events.length === 0) return
  throw new Failure(
    exitStatus.recordFailure,
    `--event needs an engine that samples by hardware (pebs or ibs); the software engine samples by CPU time. Omit --event here: ${reason}`,
  )
}

/**
 * Starts the target. Throws Failure 126 if the system refuses; the recording directory is then gone.
 * @param kept what could not be started, if earlier runs were recorded: their recording stays
 * @param ownGroup in a session and process group of its own, so that all its processes can be stopped together
 */
export async function startTarget(
  prepared: PreparedLaunch,
  { stdio, ownGroup, kept }: { stdio: StdioOptions; ownGroup: boolean; kept?: string },
): Promise<ChildProcess> {
  const { name, workingDirectory } = prepared
  const target = spawn(prepared.file, prepared.arguments, {
    argv0: prepared.argv0,
    cwd: workingDirectory,
    env: prepared.environment,
    stdio,
    detached: ownGroup,
  })
  return new Promise((resolve, reject) => {
    target.once('spawn', () => resolve(target))
    target.once('error', (error) => {
      if (kept === undefined) rmSync(prepared.place.recordingDirectory, { recursive: true, force: true })
      reject(
        new Failure(
          exitStatus.notExecutable,
          `${name}${kept === undefined ? '' : ` (${kept})`} could not be started in ${workingDirectory} (${systemErrorCode(error) ?? error.message}); check that program and directory may be used.`,
        ),
      )
    })
  })
}

/** Resolves when the target itself ended; its descendants may continue. */
export function targetEnd(target: ChildProcess): Promise<TargetEnd> {
  return new Promise((resolve) => {
    target.once('exit', (code, signal) => resolve({ code, signal }))
  })
}
