/** What a run gains where a parallel region shares its work out evenly: the others no longer wait for the busiest thread. */
import type { RunCost } from '../../metrics/run_cost.ts'
import { counterValue } from '../../profile/counters.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { besidesBusiest, teamsOf } from './thread_times.ts'
import type { Imbalance } from './wait.ts'

const NANOSECONDS_PER_SECOND = 1e9

/** Nothing where the work is even, or seems uneven by chance. @param most work of the busiest thread @param elapsed of the run, in the same unit @returns 0..1 */
export function gainOfEvenShares({ maxToMean, certain }: Imbalance, most: number, elapsed: number): number {
  if (!certain) return 0
  return Math.min(1, (most * (1 - 1 / maxToMean)) / elapsed)
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
