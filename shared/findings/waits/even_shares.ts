/** What a run gains where a parallel region shares its work out evenly: the others no longer wait for the busiest thread. */
import type { RunCost } from '../../metrics/run_cost.ts'
import { counterValue } from '../../profile/counters.ts'
import { differenceInterval } from '../../metrics/statistics/sampled_time.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { processKey } from '../../profile/thread_numbers.ts'
import { besidesBusiest, teamsOf, type SharedWork, type Thread } from './thread_times.ts'
import type { Imbalance } from './wait.ts'

const NANOSECONDS_PER_SECOND = 1e9

/** ns that the threads of a process save by even shares. */
export interface Saving {
  process: string
  saved: number
  /** 95 % interval of that. */
  interval: readonly [low: number, high: number]
}

/** A part of the run's elapsed time, 0..1. */
export interface Gain {
  gain: number
  /** Left out: it is exact. */
  gainInterval?: [low: number, high: number]
}

export const NO_GAIN: Gain = { gain: 0 }

/** Nothing where the work is even, or seems uneven by chance. @param most work of the busiest thread @param elapsed of the run, in the same unit */
export function gainOfEvenShares({ maxToMean, certain }: Imbalance, most: number, elapsed: number): Gain {
  if (!certain) return NO_GAIN
  return { gain: Math.min(1, (most * (1 - 1 / maxToMean)) / elapsed) }
}

/** What even shares of sampled work save. */
export function savingOf({ process, threads, most, others }: SharedWork): Saving {
  const [own, other] = [1 - 1 / threads, 1 / threads]
  return { process, saved: own * most.time - other * others.time, interval: differenceInterval(most, own, others, other) }
}

/** The same of counted work. */
export function exactSaving(team: ReadonlyArray<[thread: number, work: number]>, threads: readonly Thread[]): Saving {
  const saved = Math.max(...team.map(([, work]) => work)) - team.reduce((sum, [, work]) => sum + work, 0) / team.length
  return { process: processKey(threads[team[0]![0]]!), saved, interval: [saved, saved] }
}

/** @param elapsed ns */
export function gainOfSaving({ saved, interval: [low, high] }: Omit<Saving, 'process'>, elapsed: number): Gain {
  const part = (time: number): number => Math.min(1, time / elapsed)
  return saved <= 0 || low <= 0 ? NO_GAIN : { gain: part(saved), gainInterval: [part(low), part(high)] }
}

/**
 * The time that a run takes if each thread has a processor of its own, in the unit of its cost: the time of a sampled run as it
 * was measured, without the time that threads waited for a processor, and of a counted one the instructions of the serial code
 * and of the busiest thread of each region. Null: not known of several processes, unless they are the ranks of a job, each of
 * which waits for a processor only for a part of the time.
 *
 * @param ranks of a job; 0: it is none
 */
export function elapsedCost(
  { run, threads, counters }: Pick<ProfileTables, 'run' | 'threads' | 'counters'>,
  { measure, amount, waiting = 0 }: RunCost,
  ranks: number,
): number | null {
  if (run.processes > 1 && ranks === 0) return null
  if (measure === 'cpu-time') {
    // Threads may have waited at the same time, but no run takes less time than its longest thread.
    const least = Math.max(...threads.map(({ cpuTime }) => cpuTime))
    const duration = run.duration * NANOSECONDS_PER_SECOND
    return Math.min(duration, Math.max(least, duration - counterValue(counters, 'processor_wait') / Math.max(1, ranks)))
  }
  const teams = (run.regionWork ?? []).flatMap((region) => teamsOf(region.threads, threads))
  return amount - waiting - teams.reduce((sum, team) => sum + besidesBusiest(team), 0)
}
