/** The last step of a recording: notes the outcome and makes the profile. */
import { readdirSync, rmSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { PERF_MAP_FILE } from '../../../shared/recording.ts'
import { Failure, exitStatus, messageOf, systemErrorCode } from '../../failure.ts'
import { PROCESS_DIRECTORY, rawFilesIn, unrecordedIn } from '../../raw/raw_files.ts'
import { CONTROL, PACE, RAW_SUFFIX, UNRECORDED_NOTE } from '../../raw/raw_layout.ts'
import { describeUnrecorded } from '../../raw/unrecorded_processes.ts'
import { UNRECORDED_FILE } from '../../raw/unrecorded_programs.ts'
import { analyze } from './analysis.ts'
import type { AnalysisHooks } from './analysis.ts'
import type { SummaryReport } from '../../report/summary_report.ts'
import { joulesBetween, readEnergy } from '../machine/energy.ts'
import { VALGRIND_LOG } from '../exhaustive/engine_run.ts'
import { LOOPS_FILE } from '../exhaustive/loops_file.ts'
import { unrecordedPrograms } from '../exhaustive/unrecorded_programs.ts'
import { lastWords, troubles } from '../exhaustive/valgrind_log.ts'
import { OwnRecordings } from './own_recordings.ts'
import { keepPerfMaps } from '../machine/perf_maps.ts'
import { DESCRIPTION_FILE, writeDescription } from '../recording_description.ts'
import type { TargetEnd } from '../recorder.ts'
import { unsampledIn } from './unsampled.ts'
import type { PreparedRecording } from '../recording_layout.ts'
import { quoted } from '../program/shell_words.ts'

export interface FinishHooks extends AnalysisHooks {
  /** Receives one line about problems that do not cost the profile. */
  warn(line: string): void
}

/**
 * Notes the target's end and makes the profile, then removes the raw recording. If the analysis fails, the raw
 * recording stays, and the Failure (125) says where and how to analyse it. A rank's raw recording always stays: the
 * profile is made from all ranks' when the last one has ended.
 * @param stopped the user stopped the target
 * @returns the report of the profile's summary, if it is made already
 */
export async function finishRecording(prepared: PreparedRecording, end: TargetEnd, stopped: boolean, hooks: FinishHooks): Promise<SummaryReport | null> {
  const { place, description } = prepared
  const { recordingDirectory } = place
  noteEnd(prepared, end, stopped)
  const unrecorded = unrecordedPrograms(recordingDirectory)
  description.notes.push(...unrecorded)
  let descriptionError: unknown = null
  try {
    writeDescription(recordingDirectory, description)
  } catch (error) {
    // A full disk must not cost the profile: the first version of the description still exists.
    descriptionError = error
  }
  if (rawFilesIn(recordingDirectory).length === 0) {
    const why = whyNothingWasRecorded(prepared, end)
    rmSync(recordingDirectory, { recursive: true, force: true })
    throw new Failure(exitStatus.recordFailure, why)
  }
  for (const problem of [...keepPerfMaps(recordingDirectory), ...unrecorded, ...troubles(recordingDirectory), ...unsampledIn(recordingDirectory, description)])
    hooks.warn(problem)
  const own = new OwnRecordings(hooks.warn)
  if (place.rank !== null) {
    // One entry for a job: the list has room for a thousand.
    if (place.rank.number === 0) own.addRaw(recordingDirectory)
    return null
  }
  let summary: SummaryReport | null
  try {
    summary = await analyze(recordingDirectory, place.profile, { ...hooks, isOwn: true })
  } catch (error) {
    own.addRaw(recordingDirectory)
    const cause = descriptionError === null ? messageOf(error) : `${messageOf(error)}; ${messageOf(descriptionError)}`
    throw new Failure(
      exitStatus.recordFailure,
      `The recording could not be analysed (${cause}); it is kept; try again, or to another place, with hagstone analyze ${quoted(recordingDirectory)} --output ${quoted(place.profile)}`,
    )
  }
  removeRecording(recordingDirectory)
  own.add(place.profile)
  return summary
}

/** Notes how and when the target ended, once: a later call, after a counting run, changes nothing. */
export function noteEnd({ description, energy }: PreparedRecording, end: TargetEnd, stopped: boolean): void {
  if (description.exit !== null) return
  const endedAt = new Date()
  description.exit = { code: end.code, signal: end.signal, endedAt: endedAt.toISOString(), stopped }
  description.energy = joulesBetween(energy, readEnergy(endedAt))
}

export function describeEnd(end: TargetEnd): string {
  return end.signal === null ? `status ${end.code ?? 'unknown'}` : `signal ${end.signal}`
}

/** Sent by a user or a job's manager: no sign that the program could not be recorded. */
const FROM_OUTSIDE = new Set<string | null>(['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGQUIT', 'SIGTERM'])

function whyNothingWasRecorded({ name, choice, place }: PreparedRecording, end: TargetEnd): string {
  const unrecorded = describeUnrecorded(unrecordedIn(place.recordingDirectory))
  if (unrecorded.length > 0) return unrecorded.join(' ')
  const wasStopped = FROM_OUTSIDE.has(end.signal)
  if (choice.engine !== 'exhaustive') {
    const obstacles = 'its file capabilities, its own loader or a failing start prevent LD_PRELOAD; run it without hagstone, and as a copy without capabilities'
    if (wasStopped)
      return `${name} was stopped (${describeEnd(end)}) before it loaded the sampler, so nothing was recorded; if it had run for a while by then, ${obstacles}.`
    return `${name} ended (${describeEnd(end)}) without loading the sampler: ${obstacles}.`
  }
  if (wasStopped) return `${name} was stopped (${describeEnd(end)}) before Valgrind ran it, so nothing was recorded.`
  const words = lastWords(place.recordingDirectory)
  return `${name} could not be run under Valgrind (${describeEnd(end)})${words === null ? '' : `, which said: ${words}`}; hagstone doctor shows whether the engine works here. A program with file capabilities must be copied without them.`
}

/** Removes only the files of a recording; any other file is not ours. */
export function removeRecording(directory: string): void {
  const ours = new Set<string>(['vdso.so', DESCRIPTION_FILE, CONTROL.name])
  const oursOfProcesses = new Set<string>([CONTROL.name, PACE.name, LOOPS_FILE, UNRECORDED_FILE])
  const names = readdirSync(directory)
  if (names.includes(PROCESS_DIRECTORY))
    removeFiles(join(directory, PROCESS_DIRECTORY), (name) => oursOfProcesses.has(name) || name.endsWith(RAW_SUFFIX) || UNRECORDED_NOTE.test(name))
  removeFiles(directory, (name) => ours.has(name) || name.endsWith(RAW_SUFFIX) || PERF_MAP_FILE.test(name) || VALGRIND_LOG.test(name))
}

/** The directory too, if nothing else is in it. */
function removeFiles(directory: string, isOurs: (name: string) => boolean): void {
  for (const name of readdirSync(directory)) if (isOurs(name)) rmSync(join(directory, name))
  try {
    rmdirSync(directory)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOTEMPTY') throw error
  }
}
