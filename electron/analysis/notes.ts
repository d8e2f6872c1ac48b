/** Plain sentences about known biases and gaps, each only where it applies to this run. */
import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import { isWasteful, RELATIONS, type Counter, type ProfileModule } from '../../shared/profile/profile.ts'
import { PAIR_CALLING_UNSURE, type PairTable } from '../../shared/profile/tables.ts'
import type { RunDescription } from '../../shared/report.ts'
import { CONTEXT_AFTER, type StatisticName } from '../raw/raw_layout.ts'
import type { GeneratedCode } from './generated_code.ts'
import type { Merged } from './merge_contexts.ts'
import type { RecordingDirectory } from './recording_directory.ts'

interface Recorded {
  recording: RecordingDirectory
  run: RunDescription
  counters: Counter[]
  merged: Merged
  generated: GeneratedCode
  modules: ProfileModule[]
  pairs: PairTable
}

export function collectNotes(recorded: Recorded): string[] {
  return [...methodNotes(recorded), ...lossNotes(recorded), ...codeNotes(recorded), ...recordingNotes(recorded)]
}

function methodNotes({ run, pairs }: Recorded): string[] {
  const notes: string[] = []
  if (run.engine !== 'exhaustive') {
    notes.push('Reads and writes of memory by the kernel (read(2), write(2), futex …) are not seen by sampling: data that only the kernel read may count as dead.')
  }
  if (run.driver === 'cpu-time') {
    notes.push('Time-weighted: shares are of CPU time near the accesses, not of the number of accesses.')
  }
  const traps = total(pairs.traps)
  const partial = total(pairs.partial)
  if (partial > 0) {
    notes.push(`A watchpoint sees at most 8 aligned bytes: in ${percent(partial / traps)} of the traps a random part of a wider or unaligned access was watched and speaks for all of it.`)
  }
  const unsure = total(pairs.traps.filter((_, row) => (pairs.flags[row]! & PAIR_CALLING_UNSURE) !== 0))
  if (unsure > 0) notes.push(`In ${percent(unsure / traps)} of the traps the calling context could not be told for sure.`)
  return notes
}

function lossNotes({ counters, pairs }: Recorded): string[] {
  const count = (name: StatisticName): number => counters.find((counter) => counter.name === name)?.value ?? 0
  const notes: string[] = []
  const wasteTraps = total(pairs.traps.filter((_, row) => isWasteful(RELATIONS[pairs.relation[row]!]!)))
  if (total(pairs.traps) < FEWEST_TRAPS) notes.push(`Only ${total(pairs.traps)} traps (${wasteTraps} of waste): too few to tell shares; run longer or sample faster (--rate).`)
  if (count('trap_log_full') > 0) notes.push(`The trap log was full: ${count('trap_log_full')} traps count in the sums but not in the intervals.`)
  if (count('threads_unwatched') > 0) notes.push(`${count('threads_unwatched')} thread starts could not be recorded (no debug register, timer or room on the disk); what these threads did is missing.`)
  const contexts = count('contexts')
  if (count('contexts_truncated') > 0) notes.push(`${percent(count('contexts_truncated') / contexts)} of the calling contexts were deeper than the cap; their outermost callers are cut.`)
  if (count('contexts_partial') > 0) notes.push(`${percent(count('contexts_partial') / contexts)} of the calling contexts end before the thread's root; their outermost callers are unknown.`)
  if (count('unsafe_modules') > 0) notes.push(`${count('unsafe_modules')} modules have no usable call frame information: callers through them were found by frame pointers or not at all.`)
  return notes
}

function codeNotes({ merged, generated, modules }: Recorded): string[] {
  const notes = modules.flatMap((module) => (module.note ? [module.note] : []))
  const { locations } = merged
  notes.push(...generated.problems)
  if (locations.module.some((module, location) => module < 0 && !generated.names.has(location))) notes.push('Some code lies in no file (generated at run time): shown by its address.')
  if (locations.flags.some((flags) => (flags & CONTEXT_AFTER) !== 0)) notes.push('Some accesses could be located only to the instruction boundary after them; their rows name the place just before it.')
  return notes
}

function recordingNotes({ recording }: Recorded): string[] {
  const damage = recording.processes.flatMap((process) =>
    process.damage.lossy ? [`Parts of the recording of process ${process.header.processId} are damaged and left out: ${process.damage.describe().join(', ')}.`] : [])
  const failures = recording.processes.flatMap((process) =>
    process.header.failure ? [`Process ${process.header.processId} (${process.header.executable}) was not sampled: ${process.header.failure}.`] : [])
  return [...(recording.description?.notes ?? []), ...recording.problems, ...failures, ...damage]
}

function total(column: Float64Array): number {
  return column.reduce((sum, value) => sum + value, 0)
}

function percent(share: number): string {
  return share >= 0.995 ? '100 %' : `${(share * 100).toPrecision(2)} %`
}
