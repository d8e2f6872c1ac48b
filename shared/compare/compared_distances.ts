/** How much of the difference between the reuse distances of two runs is noise. */
import type { ComparedPercentile } from '../comparison.ts'
import type { ComparedRatio } from './compared_number.ts'
import { missRatioAt } from '../metrics/reuse/miss_ratio.ts'
import { percentileInterval, sampledShareInterval } from '../metrics/reuse/reuse_intervals.ts'
import type { DistanceHistogram, ReuseReport } from '../report.ts'
import { compareRatios, type Estimate } from './numbers.ts'

/** The number of observations behind a share of a run's reuses. */
type Evidence = Pick<ReuseReport, 'traps' | 'effectiveTraps' | 'exact'>

/** Shares 0..1 of each run's reuses, or accesses; null: not known. */
export function compareReuseShares(old: number | null, recent: number | null, evidence: Record<'old' | 'new', Evidence>): ComparedRatio {
  return compareRatios(estimate(old, evidence.old), estimate(recent, evidence.new))
}

/** Compares the miss ratios of a cache of `bytes`. */
export function compareMissRatios(old: ReuseReport, recent: ReuseReport, bytes: number): ComparedRatio {
  return compareReuseShares(missRatioAt(old.missRatio, bytes), missRatioAt(recent.missRatio, bytes), { old, new: recent })
}

/**
 * Percentiles of both, which are ends of bins: a difference counts where their 95 % intervals, which are of whole bins, have
 * no bin in common.
 * @returns empty where the units differ
 */
export function comparePercentiles(old: DistanceHistogram, recent: DistanceHistogram, evidence: Record<'old' | 'new', Evidence>): ComparedPercentile[] {
  if (old.unit !== recent.unit) return []
  return old.percentiles.map(({ share, distance }, position) => {
    const other = recent.percentiles[position]!.distance
    const intervals = { old: intervalOf(old, share, distance, evidence.old), new: intervalOf(recent, share, other, evidence.new) }
    return { share, old: distance, new: other, intervals, significance: significanceOf(intervals, evidence) }
  })
}

function estimate(value: number | null, { traps, effectiveTraps = traps, exact }: Evidence): Estimate | null {
  return value === null ? null : { value, interval: exact === undefined ? sampledShareInterval(value, effectiveTraps) : null, exact: exact !== undefined }
}

type Interval = [number | null, number | null]

function intervalOf(histogram: DistanceHistogram, share: number, distance: number | null, { traps, effectiveTraps = traps, exact }: Evidence): Interval | null {
  return exact === undefined ? percentileInterval(histogram, share, effectiveTraps) : [distance, distance]
}

function significanceOf(intervals: Record<'old' | 'new', Interval | null>, evidence: Record<'old' | 'new', Evidence>): ComparedPercentile['significance'] {
  if (evidence.old.exact !== undefined && evidence.new.exact !== undefined) return 'exact'
  if (intervals.old === null || intervals.new === null) return 'unknown'
  const [[oldLow, oldHigh], [newLow, newHigh]] = [intervals.old.map(endless), intervals.new.map(endless)] as [[number, number], [number, number]]
  return oldHigh < newLow || newHigh < oldLow ? 'significant' : 'noise'
}

/** The open bin has no end. */
function endless(distance: number | null): number {
  return distance ?? Infinity
}
