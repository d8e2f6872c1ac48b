/** Plain sentences about known biases and gaps, each only where it applies to this run. */
import { rateText, samplesPerSecond } from '../../../shared/names/rate_text.ts'
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import { counted } from '../../../shared/names/counted.ts'
import { isWasteful, RELATIONS, type Counter, type ProfileModule } from '../../../shared/profile/profile.ts'
import { PAIR_CALLING_UNSURE, type PairTable } from '../../../shared/profile/tables.ts'
import type { RunDescription } from '../../../shared/run.ts'
import { CONTEXT_AFTER, type StatisticName } from '../../raw/raw_layout.ts'
import { exhaustiveNotes } from './exhaustive_notes.ts'
import type { GeneratedCode } from '../symbols/generated_code.ts'
import { markNotes } from './mark_notes.ts'
import { isCreationPlace } from '../merge/merge_contexts.ts'
import type { Merged } from '../merged.ts'
import { percent } from './percent.ts'
import type { RecordingDirectory } from '../recording_directory.ts'
import { unsampledProcesses } from './unsampled_processes.ts'

/** Periods are rounded to primes. */
const NOTABLY_LONGER = 1.02

export const TIME_WEIGHTED = 'Time-weighted: shares are of CPU time near the accesses, not of the number of accesses.'

interface Recorded {
  recording: RecordingDirectory
  run: RunDescription
  counters: Counter[]
  merged: Merged
  generated: GeneratedCode
  modules: ProfileModule[]
  pairs: PairTable
  /** Pairs whose measured scope is no row of the tree. */
  lostScopes: number
  /** Bytes that ended in pairs, but were not counted as accessed. */
  shortfall: number
}

export function collectNotes(recorded: Recorded): string[] {
  const engineNotes = recorded.run.engine === 'exhaustive' ? exhaustiveNotes(recorded) : [...methodNotes(recorded), ...lossNotes(recorded)]
  return [...engineNotes, ...markNotes(recorded.counters), ...codeNotes(recorded), ...recordingNotes(recorded)]
}

/** From this part of the samples on, threads on the same processor are worth a note. */
const NOTABLE_TURNS = 0.2

function sharingNotes(counters: Recorded['counters']): string[] {
  const count = (name: StatisticName): number => counters.find((counter) => counter.name === name)?.value ?? 0
  const beside = count('published_beside')
  const decided = beside + count('published_expired') + count('published_met')
  return [
    'A cache line counts as shared if another thread used it on another processor within two sampling intervals.',
    ...(decided > 0 && beside > NOTABLE_TURNS * decided
      ? [
          `In ${percent(beside / decided)} of the samples, the other thread had run on the same processor, where no cache line moves. Run with a free processor for each thread to see what they share.`,
        ]
      : []),
  ]
}

function methodNotes({ run, pairs, counters }: Recorded): string[] {
  const notes: string[] = []
  notes.push(
    `Reads and writes of memory by the kernel (read(2), write(2), futex …) are not seen by sampling${run.tools.includes('dead-stores') ? ': data that only the kernel read may count as dead' : ''}.`,
  )
  if (run.driver === 'cpu-time') {
    notes.push(TIME_WEIGHTED)
  }
  if (run.tools.length > 1)
    notes.push(
      'Each sample was dealt to one of the tools at random and stands for what the others took: the numbers of each are what it would show alone, and are not to be added up.',
    )
  const traps = total(pairs.traps)
  const partial = total(pairs.partial)
  if (partial > 0) {
    notes.push(
      `A watchpoint sees at most 8 aligned bytes: in ${percent(partial / traps)} of the observations a random part of a wider or unaligned access was watched and speaks for all of it.`,
    )
  }
  const unsure = total(pairs.traps.filter((_, row) => (pairs.flags[row]! & PAIR_CALLING_UNSURE) !== 0))
  if (unsure > 0) notes.push(`The calling context of ${percent(unsure / traps)} of the observations is uncertain.`)
  if (run.tools.includes('false-sharing')) notes.push(...sharingNotes(counters))
  return notes
}

function lossNotes({ recording, run, counters, pairs }: Recorded): string[] {
  const count = (name: StatisticName): number => counters.find((counter) => counter.name === name)?.value ?? 0
  const notes: string[] = []
  const wasteTraps = total(pairs.traps.filter((_, row) => isWasteful(RELATIONS[pairs.relation[row]!]!)))
  const traps = total(pairs.traps)
  if (traps > 0 && traps < FEWEST_TRAPS)
    notes.push(`Only ${counted(traps, 'observation')} (${wasteTraps} of waste): too few to tell shares; run longer or sample faster (--rate).`)
  if (count('trap_log_full') > 0)
    notes.push(
      `The trap log was full: ${counted(count('trap_log_full'), 'trap counts', 'traps count')} in the sums but not in the intervals${run.distanceUnit === undefined ? '' : ' and reuse distances'}.`,
    )
  if (count('threads_unwatched') > 0)
    notes.push(
      `${counted(count('threads_unwatched'), 'thread start')} could not be recorded (no debug register, timer or room on the disk); what was done there is missing.`,
    )
  if (count('ended_by_seccomp') > 0) notes.push(endedEarly(count('ended_by_seccomp'), 'confined themselves (seccomp)'))
  if (count('ended_by_tracing') > 0) notes.push(endedEarly(count('ended_by_tracing'), 'let another program trace them (ptrace)'))
  if (count('ended_by_breakpoints') > 0) notes.push(endedEarly(count('ended_by_breakpoints'), 'began to use debug registers themselves (perf_event_open)'))
  const lost = SAMPLE_LOSSES.reduce((sum, name) => sum + count(name), 0)
  if (lost > NOTABLE_LOSS * (lost + count('samples'))) {
    const worst = SAMPLE_LOSSES.toSorted((a, b) => count(b) - count(a))[0]!
    const why = counters.find((counter) => counter.name === worst)?.description ?? worst
    notes.push(
      `${percent(lost / (lost + count('samples')))} of the sampling interrupts led to no sample, most often: ${why}; code where that happens is under-represented.`,
    )
  }
  if (count('cpu_time_unwatched') > 0) {
    notes.push(
      `Debug registers were too few for all threads at once and went round: ${percent(count('cpu_time_unwatched') / count('cpu_time'))} of the CPU time was not watched (coverage is in the table of threads).`,
    )
  }
  if (count('period_raised') > 0)
    notes.push(
      `The sampling period was doubled ${counted(count('period_raised'), 'time')} and halved ${counted(count('period_lowered'), 'time')} to hold the overhead; samples are weighted by the period they were taken at.${run.meanPeriod !== undefined && run.early === undefined ? ` So the rate asked for was not kept: ${rateText(run)}.` : ''}`,
    )
  const asked = recording.description?.period ?? Infinity
  if (run.driver === 'cpu-time' && run.period > asked * NOTABLY_LONGER)
    notes.push(
      `The rate asked for, ${samplesPerSecond(asked)} per second of CPU time, was not kept: at most ${samplesPerSecond(run.period)} per second were taken, because the timer that serves without perf fires at clock ticks only.`,
    )
  if (run.transport === 'tracer')
    notes.push(
      'Watchpoints went through a tracing process, because perf is forbidden here: each arming and each hit stops the thread for it, so that times are longer than in an ordinary run.',
    )
  if (count('paused') > 0) notes.push('Recording was paused for a while: what ran then is missing.')
  if (count('dropped_sample_lost') > 0) notes.push(`The kernel lost or throttled ${counted(count('dropped_sample_lost'), 'sample')} of the processor.`)
  const uncounted = count('dropped_counter_backwards') + count('dropped_counter_multiplexed')
  if (uncounted > 0)
    notes.push(
      `${counted(uncounted, 'reuse is', 'reuses are')} left out, because the processor's counters were shared with others or went backwards meanwhile.`,
    )
  const contexts = count('contexts')
  if (count('contexts_truncated') > 0)
    notes.push(`${percent(count('contexts_truncated') / contexts)} of the calling contexts were deeper than the cap; their outermost callers are cut.`)
  if (count('contexts_partial') > 0)
    notes.push(`${percent(count('contexts_partial') / contexts)} of the calling contexts end before the thread's root; their outermost callers are unknown.`)
  if (count('unsafe_modules') > 0)
    notes.push(
      `${counted(count('unsafe_modules'), 'module has', 'modules have')} no usable call frame information: their callers come from what their instructions do to the stack, or are not known.`,
    )
  return notes
}

function endedEarly(processes: number, because: string): string {
  return `Recording ended in ${counted(processes, 'process', 'processes')} that ${because}; later work is missing.`
}

function codeNotes({ merged, generated, modules }: Recorded): string[] {
  const notes = modules.flatMap((module) => (module.note ? [module.note] : []))
  const { locations } = merged
  notes.push(...generated.problems)
  if (locations.module.some((module, location) => module < 0 && !generated.names.has(location) && !isCreationPlace(locations, location)))
    notes.push('Some code lies in no file (generated at run time): shown by its address.')
  if (locations.flags.some((flags) => (flags & CONTEXT_AFTER) !== 0))
    notes.push('Some accesses could be located only to the instruction boundary after them; their rows name the place just before it.')
  return notes
}

function recordingNotes({ recording }: Recorded): string[] {
  const damage = recording.processes.flatMap((process) =>
    process.damage.lossy
      ? [`Parts of the recording of process ${process.header.processId} are damaged and left out: ${process.damage.describe().join(', ')}.`]
      : [],
  )
  return [...(recording.description?.notes ?? []), ...recording.problems, ...unsampledProcesses(recording), ...damage]
}

/** Why an interrupt of the software engine or a PMU sample led to no sampled access. */
const SAMPLE_LOSSES = [
  'dropped_stop_budget',
  'dropped_barren',
  'dropped_undecodable',
  'dropped_system_call',
  'dropped_code_unreadable',
  'dropped_address_unsupported',
  'dropped_address_unreadable',
  'dropped_address_forbidden',
  'dropped_own_code',
  'dropped_overrun',
  'dropped_walk_lost',
  'dropped_sample_inexact',
] as const satisfies readonly StatisticName[]
const NOTABLE_LOSS = 0.1

function total(column: Float64Array): number {
  return column.reduce((sum, value) => sum + value, 0)
}
