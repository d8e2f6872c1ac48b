/** The output of a recording: checked before the target starts, so that no run is wasted. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure, exitStatus, systemErrorCode } from '../failure.ts'
import type { ExitStatus } from '../failure.ts'
import { isProfileHeader, SQLITE_HEADER_SIZE } from '../profile/profile_header.ts'
import { readStart } from './file_bytes.ts'
import type { Rank } from './ranks.ts'

const profileSuffix = '.hagstone'
const mostRecordingDirectories = 1000

export interface OutputPlace {
  /** Absolute path of the profile to be. */
  profile: string
  /**
   * Existing, empty directory for the raw recording, beside the profile or, for a rank, in the directory that all ranks
   * share.
   */
  recordingDirectory: string
  rank: { number: number; sharedDirectory: string } | null
}

/** PROGRAM-YYYYMMDD-HHMMSS.hagstone, local time. */
export function defaultOutputName(program: string, now: Date): string {
  const digits = (value: number): string => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}${digits(now.getMonth() + 1)}${digits(now.getDate())}`
  const time = `${digits(now.getHours())}${digits(now.getMinutes())}${digits(now.getSeconds())}`
  return `${basename(program)}-${date}-${time}${profileSuffix}`
}

/** The default for a validation. */
export function defaultValidationName(program: string, now: Date): string {
  return defaultOutputName(program, now).slice(0, -profileSuffix.length) + '-validation.json'
}

/** Creates the recording directory. Throws Failure 125 if the profile could not be written there. */
export function prepareOutput(output: string, workingDirectory: string): OutputPlace {
  const profile = resolve(workingDirectory, output)
  const directory = dirname(profile)
  try {
    if (!statSync(directory).isDirectory())
      throw new Failure(exitStatus.recordFailure, `${directory} is not a directory, so ${basename(profile)} cannot be written; choose another --output.`)
    accessSync(directory, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(exitStatus.recordFailure, `${profile} cannot be written: ${directory} ${reasonOf(error)}; choose another place with --output.`)
  }
  assertReplaceable(profile, exitStatus.recordFailure)
  return { profile, recordingDirectory: createRecordingDirectory(profile), rank: null }
}

/**
 * Creates rank-N in a directory that all ranks share: `output` itself if it is a directory, else OUTPUT-recording.
 * Throws Failure 125, also if an earlier run left this rank there.
 * @param output null: PROGRAM-job-JOB.hagstone, which all ranks of a job agree on
 */
export function prepareRankOutput(output: string | null, program: string, rank: Rank, workingDirectory: string): OutputPlace {
  if (output === null && rank.job === null) {
    throw new Failure(
      exitStatus.recordFailure,
      `The launcher of rank ${rank.rank} gives no job number, so the ranks cannot agree on a directory; name one with --output.`,
    )
  }
  const path = resolve(workingDirectory, output ?? `${basename(program)}-job-${rank.job}${profileSuffix}`)
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const sharedDirectory = isDirectory ? path : `${withSuffix(path)}-recording`
  const profile = isDirectory ? withSuffix(path) : path
  if (!isDirectory) assertReplaceable(profile, exitStatus.recordFailure)
  const recordingDirectory = join(sharedDirectory, `rank-${rank.rank}`)
  makeDirectory(sharedDirectory, true)
  if (!makeDirectory(recordingDirectory, false)) {
    throw new Failure(
      exitStatus.recordFailure,
      `${recordingDirectory} exists: an earlier run recorded rank ${rank.rank} there; analyse and remove ${sharedDirectory}, or choose another --output.`,
    )
  }
  return { profile, recordingDirectory, rank: { number: rank.rank, sharedDirectory } }
}

/** False if it existed. */
function makeDirectory(directory: string, mayExist: boolean): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 })
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST' && (!mayExist || statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true)) return false
    throw notCreated(directory, error)
  }
}

function notCreated(directory: string, error: unknown): Failure {
  return new Failure(
    exitStatus.recordFailure,
    `${directory} cannot be created: ${dirname(directory)} ${systemErrorCode(error) === 'ENOENT' ? 'accepts no new directories' : reasonOf(error)}; choose another place with --output.`,
  )
}

function withSuffix(path: string): string {
  return path.endsWith(profileSuffix) ? path : `${path}${profileSuffix}`
}

/**
 * The path is free, or has a profile or an empty file that may be replaced. Throws a Failure of this status.
 * Anything but a regular file is not even opened: a pipe would block, and a rename would destroy a device.
 */
export function assertReplaceable(profile: string, status: ExitStatus): void {
  let start: Buffer
  try {
    const existing = statSync(profile)
    if (existing.isDirectory()) throw new Failure(status, `${profile} is a directory; give --output the name of a file.`)
    if (!existing.isFile())
      throw new Failure(status, `${profile} is a device, pipe, or socket, which a profile cannot replace; give --output the name of a file.`)
    start = readStart(profile, SQLITE_HEADER_SIZE)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return
    if (error instanceof Failure) throw error
    throw new Failure(status, `${profile} cannot be replaced: it ${reasonOf(error)}; choose another --output.`)
  }
  if (start.length > 0 && !isProfileHeader(start)) {
    throw new Failure(status, `${profile} exists and is not a profile, so it is not replaced; choose another --output.`)
  }
}

/** NAME.hagstone-recording, or with a number if an earlier recording was left there. */
function createRecordingDirectory(profile: string): string {
  const stem = withSuffix(profile)
  for (let attempt = 1; attempt <= mostRecordingDirectories; attempt++) {
    const directory = attempt === 1 ? `${stem}-recording` : `${stem}-recording-${attempt}`
    if (makeDirectory(directory, false)) return directory
  }
  throw new Failure(exitStatus.recordFailure, `${stem}-recording-* are ${mostRecordingDirectories} unfinished recordings; analyse or remove them.`)
}

function reasonOf(error: unknown): string {
  const code = systemErrorCode(error)
  switch (code) {
    case 'ENOENT':
      return 'does not exist'
    case 'EACCES':
    case 'EPERM':
      return 'is not writable by this user'
    case 'EROFS':
      return 'is on a read-only file system'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'has no space left'
    case 'ENOTDIR':
      return 'is not a directory'
    default:
      return `gave ${code ?? String(error)}`
  }
}
