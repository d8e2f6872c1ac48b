/** Opening a raw recording that was kept: of several ranks, of a killed launcher, or after a failed analysis. */
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { RANK_DIRECTORY } from '../../../shared/recording.ts'
import { Failure, exitStatus, messageOf, systemErrorCode } from '../../failure.ts'
import { PROCESS_DIRECTORY, rawFilesIn } from '../../raw/raw_files.ts'
import { analyze } from './analysis.ts'
import type { AnalysisHooks } from './analysis.ts'
import { assertReplaceable } from '../output.ts'
import { DESCRIPTION_FILE } from '../recording_description.ts'
import { OwnRecordings } from './own_recordings.ts'
import { quoted } from '../program/shell_words.ts'

const profileSuffix = '.hagstone'

/** NAME.hagstone for the directory NAME, NAME.hagstone-recording or NAME.hagstone-recording-2. */
export function profileNameOf(directory: string): string {
  return `${basename(directory).replace(/(\.hagstone)?(-recording(-\d+)?)?$/, '')}${profileSuffix}`
}

/** A directory with raw files, or with those of ranks. False for everything else, and for unreadable paths. */
export function isRawRecording(path: string): boolean {
  try {
    return rawFilesIn(path).length > 0 || readdirSync(path).some((name) => RANK_DIRECTORY.test(name))
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return false
  }
}

/**
 * The path itself or, for a raw recording, the path of the profile beside it, which is made unless it is newer than the
 * recording. The raw recording stays.
 * Throws Failure 4 if another file has the profile's name or the profile cannot be written there, AnalysisError if the
 * recording cannot be analysed.
 */
export async function profileOf(path: string, hooks: AnalysisHooks): Promise<string> {
  const directory = resolve(path)
  if (!isRawRecording(directory)) {
    if (existsSync(join(directory, DESCRIPTION_FILE)))
      throw new Failure(
        exitStatus.badFile,
        `${directory} holds no recorded process: the recording was killed before the program had loaded the sampler; remove the directory and record again.`,
      )
    return path
  }
  const profile = join(dirname(directory), profileNameOf(directory))
  assertReplaceable(profile, exitStatus.badFile)
  const made = statSync(profile, { throwIfNoEntry: false })
  if (made !== undefined && made.size > 0 && made.mtimeMs > lastChange(directory)) return profile
  assertWritable(dirname(directory), directory)
  await analyzeKept(directory, profile, hooks)
  return profile
}

/** The profile is the user's own if the raw recording is. @param warn receives one line if that cannot be remembered */
export async function analyzeKept(directory: string, profile: string, hooks: AnalysisHooks, warn: (line: string) => void = () => {}): Promise<void> {
  const own = new OwnRecordings(warn)
  const isOwn = own.hasRaw(directory)
  await analyze(directory, profile, { ...hooks, isOwn })
  if (isOwn) own.add(profile)
}

function assertWritable(parent: string, recording: string): void {
  try {
    accessSync(parent, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Failure(
      exitStatus.badFile,
      `The profile of ${recording} cannot be written beside it (${systemErrorCode(error) ?? messageOf(error)}); write it elsewhere with hagstone analyze ${quoted(recording)} --output FILE.`,
    )
  }
}

/** Time of the last change of the recording's and its ranks' files, in ms. */
function lastChange(directory: string): number {
  const times = readdirSync(directory, { withFileTypes: true }).map((entry) => {
    const path = join(directory, entry.name)
    return entry.isDirectory() && (RANK_DIRECTORY.test(entry.name) || entry.name === PROCESS_DIRECTORY) ? lastChange(path) : statSync(path).mtimeMs
  })
  return Math.max(0, ...times)
}
