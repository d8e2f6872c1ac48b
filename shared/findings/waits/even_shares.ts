/** What a run gains where a parallel region shares its work out evenly: the others no longer wait for the busiest thread. */
import type { RunCost } from '../../metrics/run_cost.ts'
import { counterValue } from '../../profile/counters.ts'
import { differenceInterval, type SampledTime } from '../../metrics/statistics/sampled_time.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { besidesBusiest, teamsOf } from './thread_times.ts'
import type { Imbalance } from './wait.ts'

const NANOSECONDS_PER_SECOND = 1e9

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

/** The same of work that was sampled. @param most and others of the busiest thread, and of all others */
export function sampledGain(imbalance: Imbalance, { most, others }: { most: SampledTime; others: SampledTime }, elapsed: number): Gain {
  const { gain } = gainOfEvenShares(imbalance, most.time, elapsed)
  const [low, high] = differenceInterval(most, 1 - 1 / imbalance.threads, others, 1 / imbalance.threads)
  return gain === 0 || low <= 0 ? NO_GAIN : { gain, gainInterval: [Math.min(1, low / elapsed), Math.min(1, high / elapsed)] }
}

/**
 * The time that a run takes if each thread has a processor of its own, in the unit of its cost: the time of a sampled run as it
 * was measured, without the time that threads waited for a processor, and of a counted one the instructions of the serial code
 * and of the busiest thread of each region. Null: not known of several processes, which wait for each other.
 */
export function elapsedCost(
  { run, threads, counters }: Pick<ProfileTables, 'run' | 'threads' | 'counters'>,
  { measure, amount, waiting = 0 }: RunCost,
): number | null {
  if (run.processes > 1) return null
  if (measure === 'cpu-time') {
    // Threads may have waited at the same time, but no run takes less time than its longest thread.
    const least = Math.max(...threads.map(({ cpuTime }) => cpuTime))
    const duration = run.duration * NANOSECONDS_PER_SECOND
    return Math.min(duration, Math.max(least, duration - counterValue(counters, 'processor_wait')))
  }
  const teams = (run.regionWork ?? []).flatMap((region) => teamsOf(region.threads, threads))
  return amount - waiting - teams.reduce((sum, team) => sum + besidesBusiest(team), 0)
}
