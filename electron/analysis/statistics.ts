/** Counters of the whole recording. */
import type { Counter } from '../../shared/profile/profile.ts'
import { STATISTICS, type StatisticName } from '../raw/raw_layout.ts'
import type { RawProcess } from '../raw/raw_process.ts'

/** Counters that record a state, not a number of events: the largest value of any thread counts. */
const MAXIMA = new Set<StatisticName>(['blind_longest', 'longest_period', 'registers_refused'])

/** Sums over all writers. */
export function sumCounters(processes: RawProcess[]): Counter[] {
  return STATISTICS.map(([name, description], index) => {
    const values = processes.flatMap((process) => process.writers.map((writer) => writer.statistics?.[index] ?? 0))
    const value = values.reduce((result, value) => (MAXIMA.has(name) ? Math.max(result, value) : result + value), 0)
    return { name, value, description }
  })
}
