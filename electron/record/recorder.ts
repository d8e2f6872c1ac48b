/** The steps of one recording, shared by `hagstone record` and the launch form: prepare, run, finish. */
import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { readdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs'
import { hostname, release } from 'node:os'
import { join } from 'node:path'
import type { RecordingDescription } from '../../shared/recording.ts'
import { Failure, exitStatus, messageOf, systemErrorCode } from '../failure.ts'
import { hagstoneVersion } from '../version.ts'
import { stableAgentPath } from './agent_library.ts'
import { analyzeInWorker } from './analysis.ts'
import type { AnalysisHooks } from './analysis.ts'
import { OwnRecordings } from './own_recordings.ts'
import { chooseEngine } from './engine.ts'
import { targetEnvironment } from './options.ts'
import type { RecordOptions } from './options.ts'
import { defaultOutputName, prepareOutput } from './output.ts'
import type { OutputPlace } from './output.ts'
import { probeMachine } from './probe.ts'
import { findProgram } from './program.ts'
import type { Program } from './program.ts'
import { readVdsoImage } from './vdso.ts'

export interface PreparedRecording {
  options: RecordOptions
  program: Program
  place: OutputPlace
  environment: Record<string, string>
  description: RecordingDescription
}

/** How the target ended: one of both is set. */
export interface TargetEnd {
  code: number | null
  signal: NodeJS.Signals | null
}

const rawSuffix = '.hagraw'

/**
 * Checks the program, the machine and the output, in this order, and lays out the recording directory.
 * @param launcherDirectory where a relative or default output goes
 * Throws Failure 125, 126 or 127; then nothing was started and nothing is left behind.
 */
export async function prepareRecording(options: RecordOptions, launcherDirectory: string): Promise<PreparedRecording> {
  const program = findProgram(options.program, {
    workingDirectory: options.workingDirectory,
    searchPath: options.environment['PATH'],
    userId: process.geteuid?.() ?? 0,
    groupId: process.getegid?.() ?? 0,
  })
  const choice = chooseEngine(await probeOrFail(), options.sampling)
  const agent = stableAgentPath()
  const startedAt = new Date()
  const place = prepareOutput(options.output ?? defaultOutputName(options.program, startedAt), launcherDirectory)
  const prepared: PreparedRecording = {
    options,
    program,
    place,
    environment: targetEnvironment({ ...options, sampling: { ...options.sampling, transport: choice.transport } }, agent, place.recordingDirectory),
    description: {
      schema: 'hagstone.recording/1',
      hagstoneVersion: hagstoneVersion(),
      command: [options.program, ...options.arguments],
      workingDirectory: options.workingDirectory,
      startedAt: startedAt.toISOString(),
      host: hostname(),
      kernel: release(),
      engine: choice.engine,
      engineReason: choice.reason,
      tools: options.sampling.tools,
      exit: null,
      notes: program.notes,
    },
  }
  try {
    writeDescription(place.recordingDirectory, prepared.description)
    const vdso = readVdsoImage()
    if (vdso !== null) writeFileSync(join(place.recordingDirectory, 'vdso.so'), vdso)
  } catch (error) {
    rmSync(place.recordingDirectory, { recursive: true, force: true })
    throw new Failure(exitStatus.recordFailure, `${place.recordingDirectory} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); free space or choose another place with --output.`)
  }
  return prepared
}

/** `record` answers its own failures with 125, also those of the machine. */
async function probeOrFail(): ReturnType<typeof probeMachine> {
  try {
    return await probeMachine()
  } catch (error) {
    if (error instanceof Failure) throw new Failure(exitStatus.recordFailure, error.message)
    throw error
  }
}

/**
 * Starts the target. Throws Failure 126 when the system refuses; then the recording directory is gone.
 * @param ownGroup in a session and process group of its own, so that all its processes can be stopped at once
 */
export async function startTarget(prepared: PreparedRecording, { stdio, ownGroup }: { stdio: StdioOptions; ownGroup: boolean }): Promise<ChildProcess> {
  const { options, program } = prepared
  const target = spawn(program.path, options.arguments, {
    argv0: options.program,
    cwd: options.workingDirectory,
    env: prepared.environment,
    stdio,
    detached: ownGroup,
  })
  return new Promise((resolve, reject) => {
    target.once('spawn', () => resolve(target))
    target.once('error', (error) => {
      rmSync(prepared.place.recordingDirectory, { recursive: true, force: true })
      reject(new Failure(exitStatus.notExecutable, `${options.program} could not be started in ${options.workingDirectory} (${systemErrorCode(error) ?? error.message}); check that program and directory may be used.`))
    })
  })
}

/** Resolves when the target itself ended; its descendants may go on. */
export function targetEnd(target: ChildProcess): Promise<TargetEnd> {
  return new Promise((resolve) => {
    target.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

export interface FinishHooks extends AnalysisHooks {
  /** Gets one line about what does not cost the profile. */
  warn(line: string): void
}

/**
 * Notes the target's end and makes the profile, then removes the raw recording. When the analysis fails the raw
 * recording stays, and the Failure (125) says where and how to analyse it.
 * @param stopped the person stopped the target
 */
export async function finishRecording(prepared: PreparedRecording, end: TargetEnd, stopped: boolean, hooks: FinishHooks): Promise<void> {
  const { place, description } = prepared
  const endedAt = new Date().toISOString()
  let descriptionError: unknown = null
  try {
    writeDescription(place.recordingDirectory, { ...description, exit: { code: end.code, signal: end.signal, endedAt, stopped } })
  } catch (error) {
    // A full disk must not cost the profile: the first version of the description is still there.
    descriptionError = error
  }
  if (!hasRawFile(place.recordingDirectory)) {
    rmSync(place.recordingDirectory, { recursive: true, force: true })
    throw new Failure(exitStatus.recordFailure, `${prepared.options.program} ended (${describeEnd(end)}) without loading the sampler: its file capabilities, its own loader or a failing start prevent LD_PRELOAD; run it without hagstone, and as a copy without capabilities.`)
  }
  try {
    await analyzeInWorker(place.recordingDirectory, place.profile, hooks)
  } catch (error) {
    const cause = descriptionError === null ? messageOf(error) : `${messageOf(error)}; ${messageOf(descriptionError)}`
    throw new Failure(exitStatus.recordFailure, `The recording could not be analysed (${cause}); it is kept; try again, or to another place, with hagstone analyze ${quoted(place.recordingDirectory)} --output ${quoted(place.profile)}`)
  }
  removeRecording(place.recordingDirectory)
  new OwnRecordings(hooks.warn).add(place.profile)
}

export function describeEnd(end: TargetEnd): string {
  return end.signal === null ? `status ${end.code ?? 'unknown'}` : `signal ${end.signal}`
}

function hasRawFile(directory: string): boolean {
  return readdirSync(directory).some((name) => name.endsWith(rawSuffix))
}

/** Only what a recording consists of is removed; anything else that lies there is not ours. */
function removeRecording(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.endsWith(rawSuffix) || name === 'vdso.so' || name === 'recording.json') rmSync(join(directory, name))
  }
  try {
    rmdirSync(directory)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOTEMPTY') throw error
  }
}

function writeDescription(directory: string, description: RecordingDescription): void {
  const path = join(directory, 'recording.json')
  const temporary = `${path}.new`
  try {
    writeFileSync(temporary, `${JSON.stringify(description, null, 2)}\n`)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** A word as a POSIX shell reads it. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
