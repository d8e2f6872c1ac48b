/**
 * Samples of unequal periods. The raw recording counts the base periods that they represent. The profile counts
 * samples, each worth its share of the mean one, so that numbers of samples and credits remain countable.
 */
import { sampleWeights } from '../../../shared/metrics/unequal_periods.ts'
import type { RunDescription } from '../../../shared/run.ts'
import type { PairTable, WatchTable } from '../../../shared/profile/tables.ts'
import { STATISTIC_INDEX, type StatisticName } from '../../raw/raw_layout.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { TrapLog } from '../merge/merge_pairs.ts'
import type { WatchEnds } from '../merge/merge_watches.ts'

/** Base periods that the mean sample represents; 1 where all represent one. */
export function periodsPerSample(processes: RawProcess[]): number {
  let [periods, samples] = [0, 0]
  for (const { writers } of processes) {
    for (const { watches } of writers) {
      for (let row = 0; row < watches.length; row++) {
        periods += watches.sampled[row]!
        samples += watches.samples[row]!
      }
    }
  }
  return samples > 0 ? periods / samples : 1
}

/** Changes the columns that count base periods, in place. */
export function countInSamples(
  { pairs, traps, watches, ends }: { pairs: PairTable; traps: TrapLog; watches: WatchTable; ends: WatchEnds },
  perSample: number,
): void {
  if (perSample === 1) return
  const columns = [
    pairs.credit,
    pairs.latency,
    pairs.latencyCredit,
    pairs.cacheMisses,
    traps.credit,
    watches.samples,
    watches.accounted,
    watches.bytes,
    ends.waste,
    ends.use,
    ends.ended,
  ]
  for (const column of columns) for (let row = 0; row < column.length; row++) column[row]! /= perSample
}

/** The sampling rate of the run: requested, and achieved. */
export function samplingRate(processes: RawProcess[]): Pick<RunDescription, 'period' | 'early' | 'meanPeriod' | 'sampleWeights'> {
  const { period, driver, earlyPeriods, steadyPeriods, earlyTime } = processes[0]!.header
  const asked = { period: period * steadyPeriods, ...(earlyTime > 0 ? { early: { period: period * earlyPeriods, time: earlyTime } } : {}) }
  if (driver !== 'cpu-time') return asked
  const values = (name: StatisticName): number[] =>
    processes.flatMap(({ writers }) => writers.map(({ statistics }) => statistics?.[STATISTIC_INDEX[name]] ?? 0))
  const sum = (name: StatisticName): number => values(name).reduce((total, value) => total + value, 0)
  const sums = {
    count: sum('timer_signals'),
    sum: sum('sampled_periods'),
    squares: sum('squared_periods'),
    longest: values('longest_period').reduce((most, value) => Math.max(most, value), 0),
  }
  const weights = sampleWeights(sums)
  if (weights === null) return sums.longest > steadyPeriods ? { ...asked, meanPeriod: period * sums.longest } : asked
  return { ...asked, meanPeriod: (period * sums.sum) / sums.count, sampleWeights: weights }
}
