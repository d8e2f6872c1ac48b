/** The first steps of one recording, shared by `hagstone record` and the launch form: prepare, start. The last: finish.ts. */
import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordingDescription } from '../../shared/recording.ts'
import { Failure, exitStatus, messageOf, systemErrorCode } from '../failure.ts'
import { nativePart } from '../paths.ts'
import { stableAgentPath } from './agent_library.ts'
import { RecordingControl } from './control.ts'
import { chooseEngine } from './engine.ts'
import type { EngineChoice } from './engine.ts'
import { examineForRecording } from './machine.ts'
import type { RecordingLimits, RecordingOptions, RecordOptions, SamplingOptions } from './options.ts'
import { defaultOutputName, prepareOutput, prepareRankOutput } from './output.ts'
import type { OutputPlace } from './output.ts'
import { findProgram } from './program.ts'
import type { Rank } from './ranks.ts'
import { describeRecording, writeDescription } from './recording_description.ts'
import { agentVariables, targetEnvironment } from './target_environment.ts'
import { readVdsoImage } from './vdso.ts'

export interface PreparedRecording {
  /** What is recorded, in messages. */
  name: string
  place: OutputPlace
  /** As recording.json holds it. */
  description: RecordingDescription
  control: RecordingControl
  limits: RecordingLimits
  choice: EngineChoice
}

/** A target as spawn() wants it. */
export interface PreparedLaunch extends PreparedRecording {
  file: string
  argv0: string
  arguments: string[]
  workingDirectory: string
  environment: Record<string, string>
}

/** How the target ended: one of both is set; none where that is not known. */
export interface TargetEnd {
  code: number | null
  signal: NodeJS.Signals | null
}

/**
 * Checks the program, the machine and the output, in this order, and lays out the recording directory.
 * @param launcherDirectory where a relative or default output goes
 * Throws Failure 125, 126 or 127; then nothing was started and nothing is left behind.
 */
export async function prepareRecording(options: RecordOptions, launcherDirectory: string): Promise<PreparedLaunch> {
  const program = findProgram(options.program, {
    workingDirectory: options.workingDirectory,
    searchPath: options.environment['PATH'],
    userId: process.geteuid?.() ?? 0,
    groupId: process.getegid?.() ?? 0,
  })
  const choice = chooseEngine(await examineForRecording(options.sampling), options.sampling)
  assertEventsServe(options.sampling, choice)
  const agent = stableAgentPath()
  const prepared = layOutRecording(options, choice, {
    name: options.program,
    command: [options.program, ...options.arguments],
    workingDirectory: options.workingDirectory,
    notes: program.notes,
    rank: options.rank,
    launcherDirectory,
  })
  const variables = agentVariables(options.sampling, choice, prepared.place.recordingDirectory)
  const launch = { ...prepared, workingDirectory: options.workingDirectory, environment: targetEnvironment(options.environment, variables, agent) }
  return choice.transport === 'tracer'
    ? { ...launch, file: nativePart('tracer'), argv0: 'hagstone_tracer', arguments: ['run', '--', options.program, ...options.arguments] }
    : { ...launch, file: program.path, argv0: options.program, arguments: options.arguments }
}

/** Throws Failure 125 when events are named that nothing would sample by. */
export function assertEventsServe({ events }: SamplingOptions, { engine, reason }: EngineChoice): void {
  if (engine !== 'software' || events.length === 0) return
  throw new Failure(exitStatus.recordFailure, `--event needs an engine that samples by hardware (pebs or ibs), the software engine samples by CPU time; leave --event out here: ${reason}`)
}

export interface RecordingLayout {
  name: string
  command: string[]
  workingDirectory: string
  notes: string[]
  rank: Rank | null
  launcherDirectory: string
}

/** Makes the recording directory with all that has to be in it before the agent starts. Throws Failure 125; nothing is left behind then. */
export function layOutRecording(options: RecordingOptions, choice: EngineChoice, { name, command, workingDirectory, notes, rank, launcherDirectory }: RecordingLayout): PreparedRecording {
  const startedAt = new Date()
  const place =
    rank === null ? prepareOutput(options.output ?? defaultOutputName(name, startedAt), launcherDirectory) : prepareRankOutput(options.output, name, rank, launcherDirectory)
  const description = describeRecording({ command, workingDirectory, startedAt, choice, sampling: options.sampling, rank, notes })
  const { recordingDirectory } = place
  try {
    writeDescription(recordingDirectory, description)
    const vdso = readVdsoImage()
    if (vdso !== null) writeFileSync(join(recordingDirectory, 'vdso.so'), vdso)
    return { name, place, description, control: RecordingControl.create(recordingDirectory), limits: options.limits, choice }
  } catch (error) {
    rmSync(recordingDirectory, { recursive: true, force: true })
    throw new Failure(exitStatus.recordFailure, `${recordingDirectory} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); free space or choose another place with --output.`)
  }
}

/**
 * Starts the target. Throws Failure 126 when the system refuses; then the recording directory is gone.
 * @param ownGroup in a session and process group of its own, so that all its processes can be stopped at once
 */
export async function startTarget(prepared: PreparedLaunch, { stdio, ownGroup }: { stdio: StdioOptions; ownGroup: boolean }): Promise<ChildProcess> {
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
      rmSync(prepared.place.recordingDirectory, { recursive: true, force: true })
      reject(new Failure(exitStatus.notExecutable, `${name} could not be started in ${workingDirectory} (${systemErrorCode(error) ?? error.message}); check that program and directory may be used.`))
    })
  })
}

/** Resolves when the target itself ended; its descendants may go on. */
export function targetEnd(target: ChildProcess): Promise<TargetEnd> {
  return new Promise((resolve) => {
    target.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

/**
 * Ends the recording; the target goes on.
 * @param reason what ended it, as the person would write it
 * @throws a file-system error; the recording then goes on
 */
export function stopRecording(prepared: PreparedRecording, reason: string): void {
  prepared.control.request('stop')
  prepared.description.stoppedBy = reason
  prepared.description.stoppedAt = new Date().toISOString()
}
