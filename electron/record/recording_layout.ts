/** The recording directory with everything it must contain before a target starts. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordingDescription } from '../../shared/recording.ts'
import { Failure, exitStatus, messageOf, systemErrorCode } from '../failure.ts'
import { PROCESS_DIRECTORY } from '../raw/raw_files.ts'
import { PACE } from '../raw/raw_layout.ts'
import { RecordingControl } from './control.ts'
import { readEnergy, type EnergyReading } from './machine/energy.ts'
import type { ChosenEngine } from './machine/engine.ts'
import type { RecordingLimits, RecordingOptions, RecordOptions } from './options.ts'
import { defaultOutputName, prepareOutput, prepareRankOutput } from './output.ts'
import type { OutputPlace } from './output.ts'
import type { Program } from './program/program.ts'
import type { Rank } from './ranks.ts'
import { describeRecording, writeDescription } from './recording_description.ts'
import { readVdsoImage } from './program/vdso.ts'

export interface PreparedRecording {
  /** The recording's subject, in messages. */
  name: string
  place: OutputPlace
  /** Content of recording.json. */
  description: RecordingDescription
  /** Energy of the machine, before the target starts. */
  energy: EnergyReading | null
  control: RecordingControl
  limits: RecordingLimits
  choice: ChosenEngine
  /** Messages for the user before the run. */
  remarks: string[]
}

/** A target as spawn() wants it. */
export interface PreparedLaunch extends PreparedRecording {
  file: string
  argv0: string
  arguments: string[]
  workingDirectory: string
  environment: Record<string, string>
}

export interface RecordingLayout {
  name: string
  command: string[]
  workingDirectory: string
  notes: string[]
  rank: Rank | null
  /** Of the program; empty if it runs already. */
  environment: Readonly<Record<string, string>>
  launcherDirectory: string
}

/**
 * Any process with a descriptor of it may create files there, and no other: only the user may enter the directory
 * around it.
 */
function makeProcessDirectory(recordingDirectory: string): string {
  const directory = join(recordingDirectory, PROCESS_DIRECTORY)
  mkdirSync(directory, { mode: 0o700 })
  // Processes that gave up their rights write there too: it only decides rates.
  const pace = join(directory, PACE.name)
  writeFileSync(pace, Buffer.alloc(PACE.size), { mode: 0o600, flag: 'wx' })
  chmodSync(pace, 0o666)
  chmodSync(directory, 0o1733)
  return directory
}

/** Layout for a program that will be started. */
export function programLayout(options: RecordOptions, { notes }: Program, launcherDirectory: string): RecordingLayout {
  const { program, workingDirectory, rank, environment } = options
  return { name: program, command: [program, ...options.arguments], workingDirectory, notes, rank, environment, launcherDirectory }
}

/**
 * Creates the recording directory with everything it must contain before the agent starts. Throws Failure 125; then
 * nothing is left behind.
 */
export function layOutRecording(
  options: RecordingOptions,
  choice: ChosenEngine,
  { name, command, workingDirectory, notes, rank, environment, launcherDirectory }: RecordingLayout,
): PreparedRecording {
  const startedAt = new Date()
  const place =
    rank === null
      ? prepareOutput(options.output ?? defaultOutputName(name, startedAt), launcherDirectory)
      : prepareRankOutput(options.output, name, rank, launcherDirectory)
  const description = describeRecording({ command, workingDirectory, startedAt, choice, sampling: options.sampling, rank, notes, environment })
  const { recordingDirectory } = place
  try {
    writeDescription(recordingDirectory, description)
    const vdso = readVdsoImage()
    if (vdso !== null) writeFileSync(join(recordingDirectory, 'vdso.so'), vdso)
    return {
      name,
      place,
      description,
      energy: readEnergy(startedAt),
      control: RecordingControl.create(makeProcessDirectory(recordingDirectory)),
      limits: options.limits,
      choice,
      remarks: [],
    }
  } catch (error) {
    rmSync(recordingDirectory, { recursive: true, force: true })
    throw new Failure(
      exitStatus.recordFailure,
      `${recordingDirectory} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); free space or choose another place with --output.`,
    )
  }
}

/**
 * Ends the recording; the target continues.
 * @param reason what ended it, as the user would write it
 * @throws a file-system error; the recording then continues
 */
export function stopRecording(prepared: PreparedRecording, reason: string): void {
  prepared.control.request('stop')
  prepared.description.stoppedBy = reason
  prepared.description.stoppedAt = new Date().toISOString()
}
