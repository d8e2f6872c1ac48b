/** Plain sentences about known biases and gaps, each only where it applies to this run. */
import { counterValue } from '../../../shared/profile/counters.ts'
import { significant } from '../../../shared/significant.ts'
import { rateText, samplesPerSecond } from '../../../shared/names/rate_text.ts'
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import { counted } from '../../../shared/names/counted.ts'
import { isWasteful, RELATIONS, TOOLS, type Counter, type ProfileModule } from '../../../shared/profile/profile.ts'
import { PAIR_CALLING_UNSURE, type PairTable } from '../../../shared/profile/tables.ts'
import type { RunDescription } from '../../../shared/run.ts'
import { CONTEXT_AFTER, type StatisticName } from '../../raw/raw_layout.ts'
import { exhaustiveNotes } from './exhaustive_notes.ts'
import type { GeneratedCode } from '../symbols/generated_code.ts'
import { markNotes } from './mark_notes.ts'
import { moduleNotes } from './module_notes.ts'
import { isCreationPlace } from '../merge/merge_contexts.ts'
import type { Merged } from '../merged.ts'
import { percent } from './percent.ts'
import type { RecordingDirectory } from '../recording_directory.ts'
import { unsampledProcesses } from './unsampled_processes.ts'

/** Periods are rounded to primes. */
const NOTABLY_LONGER = 1.02
/** Of the CPU time. */
const NOTABLE_WAIT = 0.5

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

/** @param sharingTraps observations of sharing */
function sharingNote(counters: Recorded['counters'], sharingTraps: number): string {
  const shared = 'A cache line counts as shared if another thread used it within two sampling intervals.'
  const turns = counterValue(counters, 'shared_in_turns')
  if (turns === 0 || sharingTraps === 0) return shared
  const across = Math.max(0, sharingTraps - turns) / sharingTraps
  return `${shared} In ${percent(across)} of the observations of sharing, the threads ran on different processors. Between threads that take turns on one processor, sharing costs no time. On several processors at once, such lines would move between them, and that costs time.`
}

function methodNotes({ run, pairs, counters }: Recorded): string[] {
  const notes: string[] = []
  notes.push(
    `Sampling does not see memory the kernel reads or writes (read(2), write(2), futex …).${run.tools.includes('dead-stores') ? ' Data passed only to write(2) can look dead.' : ''}`,
  )
  if (run.driver === 'cpu-time') {
    notes.push(TIME_WEIGHTED)
  }
  if (run.tools.length > 1)
    notes.push(
      'Each sample went to one of the tools at random and also represents the samples of the others. The numbers of each tool are those it would show alone. Do not add them up.',
    )
  const traps = total(pairs.traps)
  const partial = total(pairs.partial)
  if (partial > 0) {
    notes.push(
      `A watchpoint covers at most 8 aligned bytes. In ${percent(partial / traps)} of the observations, a random part of a wider or unaligned access was watched and represents all of it.`,
    )
  }
  const unsure = total(pairs.traps.filter((_, row) => (pairs.flags[row]! & PAIR_CALLING_UNSURE) !== 0))
  if (unsure > 0) notes.push(`In ${percent(unsure / traps)} of the observations, the calling context is uncertain.`)
  if (run.tools.includes('false-sharing')) {
    const sharing = TOOLS.indexOf('false-sharing')
    notes.push(sharingNote(counters, total(pairs.traps.filter((_, row) => pairs.tool[row] === sharing))))
  }
  return notes
}

function lossNotes({ recording, run, counters, pairs }: Recorded): string[] {
  const count = (name: StatisticName): number => counterValue(counters, name)
  const notes: string[] = []
  const wasteTraps = total(pairs.traps.filter((_, row) => isWasteful(RELATIONS[pairs.relation[row]!]!)))
  const traps = total(pairs.traps)
  if (traps > 0 && traps < FEWEST_TRAPS)
    notes.push(`Only ${counted(traps, 'observation')} (${wasteTraps} of waste): too few for reliable shares. Run longer or sample faster (--rate).`)
  if (count('trap_log_full') > 0)
    notes.push(
      `The trap log was full. ${counted(count('trap_log_full'), 'trap counts', 'traps count')} in the sums but not in the intervals${run.distanceUnit === undefined ? '' : ' and reuse distances'}.`,
    )
  if (count('threads_unwatched') > 0)
    notes.push(
      `${counted(count('threads_unwatched'), 'thread start')} could not be recorded (no debug register, timer, or disk space). The work of these threads is missing.`,
    )
  if (count('ended_by_seccomp') > 0) notes.push(endedEarly(count('ended_by_seccomp'), 'confined itself (seccomp)', 'confined themselves (seccomp)'))
  if (count('ended_by_tracing') > 0)
    notes.push(endedEarly(count('ended_by_tracing'), 'let another program trace it (ptrace)', 'let another program trace them (ptrace)'))
  if (count('ended_by_breakpoints') > 0)
    notes.push(
      endedEarly(
        count('ended_by_breakpoints'),
        'began to use debug registers itself (perf_event_open)',
        'began to use debug registers themselves (perf_event_open)',
      ),
    )
  const lost = SAMPLE_LOSSES.reduce((sum, name) => sum + count(name), 0)
  if (lost > NOTABLE_LOSS * (lost + count('samples'))) {
    const worst = SAMPLE_LOSSES.toSorted((a, b) => count(b) - count(a))[0]!
    const why = counters.find((counter) => counter.name === worst)?.description ?? worst
    notes.push(
      `${percent(lost / (lost + count('samples')))} of the sampling interrupts led to no sample, most often: ${why}. Code where that happens is underrepresented.`,
    )
  }
  if (count('cpu_time_unwatched') > 0) {
    notes.push(
      `There were too few debug registers for all threads, so threads took turns: ${percent(count('cpu_time_unwatched') / count('cpu_time'))} of the CPU time was not watched (coverage is in the table of threads).`,
    )
  }
  if (count('period_raised') > 0)
    notes.push(
      `The sampling period was doubled ${counted(count('period_raised'), 'time')} and halved ${counted(count('period_lowered'), 'time')} to limit the overhead. Each sample is weighted by its period.${run.meanPeriod !== undefined && run.early === undefined ? ` So the rate asked for was not kept: ${rateText(run)}.` : ''}`,
    )
  const asked = recording.description?.period ?? Infinity
  if (run.driver === 'cpu-time' && run.period > asked * NOTABLY_LONGER)
    notes.push(
      `The requested rate of ${samplesPerSecond(asked)} per second of CPU time was not reached. The rate was at most ${samplesPerSecond(run.period)} per second, because the timer used without perf fires only at clock ticks.`,
    )
  if (count('clock_ticks') > 0)
    notes.push(
      `${counted(count('clock_ticks'), 'thread')} changed between waiting and running thousands of times per second. To limit the overhead, ${count('clock_ticks') === 1 ? 'it was' : 'they were'} sampled at the kernel's clock ticks only, less often than other threads.`,
    )
  if (count('processor_wait') > NOTABLE_WAIT * count('cpu_time'))
    notes.push(
      `Threads that were ready to run waited ${significant(count('processor_wait') / 1e9, 2)} s for a processor, beside ${significant(count('cpu_time') / 1e9, 2)} s of CPU time: the machine was busy, or the program has more threads than processors. Then threads wait longer for each other, too.`,
    )
  if (count('rests') > 0)
    notes.push(
      `Armed watchpoints would have cost these threads too much, so they watched for part of the time only: ${percent(count('rests') / (count('rests') + count('kernel_interrupts') + count('timer_signals')))} of all sampling interrupts found the thread without watchpoints. The other samples represent that time too, so small numbers are less certain, and accesses more than 0.07 s apart are seldom seen.`,
    )
  if (run.transport === 'tracer')
    notes.push(
      'A tracing process set the watchpoints, because perf is forbidden here. Each arming and each hit stops the thread, so times are longer than in an ordinary run.',
    )
  if (count('paused') > 0) notes.push('Recording was paused for some time. Everything in that time is missing.')
  if (count('dropped_sample_lost') > 0) notes.push(`The kernel lost or throttled ${counted(count('dropped_sample_lost'), 'sample')} of the processor.`)
  const uncounted = count('dropped_counter_backwards') + count('dropped_counter_multiplexed')
  if (uncounted > 0)
    notes.push(`${counted(uncounted, 'reuse is', 'reuses are')} omitted, because the processor's counters were shared with others or ran backwards.`)
  const contexts = count('contexts')
  if (count('contexts_truncated') > 0)
    notes.push(`${percent(count('contexts_truncated') / contexts)} of the calling contexts exceeded the depth cap. Their outermost callers are cut off.`)
  if (count('contexts_partial') > 0)
    notes.push(`${percent(count('contexts_partial') / contexts)} of the calling contexts end before the thread's root. Their outermost callers are unknown.`)
  if (count('unsafe_modules') > 0)
    notes.push(
      `${counted(count('unsafe_modules'), 'module has', 'modules have')} no usable call frame information. Their callers are derived from the stack operations of their instructions, or unknown.`,
    )
  return notes
}

function endedEarly(processes: number, one: string, several: string): string {
  return `Recording ended early in ${counted(processes, `process that ${one}`, `processes that ${several}`)}. Later work is missing.`
}

function codeNotes({ merged, generated, modules }: Recorded): string[] {
  const notes = moduleNotes(modules)
  const { locations } = merged
  notes.push(...generated.problems)
  if (locations.module.some((module, location) => module < 0 && !generated.names.has(location) && !isCreationPlace(locations, location)))
    notes.push('Some code is in no file (generated at run time) and is shown by its address.')
  if (locations.flags.some((flags) => (flags & CONTEXT_AFTER) !== 0))
    notes.push('Some accesses are only known to precede an instruction boundary. Their rows name the place just before it.')
  return notes
}

function recordingNotes({ recording }: Recorded): string[] {
  const damage = recording.processes.flatMap((process) =>
    process.damage.lossy
      ? [`Parts of the recording of process ${process.header.processId} are damaged and omitted: ${process.damage.describe().join(', ')}.`]
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
