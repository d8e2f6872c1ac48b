/**
 * How sure figures of sampled reuses are: the Wilson interval of a share, and that of a percentile by inverting it (Woodruff,
 * Confidence intervals for medians and other position measures, J. Am. Stat. Assoc. 47, 1952). Both take the reuses for
 * independent and equally heavy, and know nothing of the error of the model that turns time distances into stack distances.
 */
import type { DistanceHistogram } from '../../report.ts'
import { proportionInterval } from '../../compare/numbers.ts'
import { FEWEST_TRAPS } from '../statistics/bootstrap.ts'
import { endOfShare } from './distance_histogram.ts'

/** @param reuses that were seen @returns shares 0..1; null: too few to tell */
export function sampledShareInterval(share: number, reuses: number): [number, number] | null {
  return reuses < FEWEST_TRAPS ? null : proportionInterval(Math.min(1, share), reuses)
}

/**
 * Between which bins' ends a percentile lies.
 * @param share of the reuses up to it, 0..1 @returns null: too few to tell; within, null is the open bin
 */
export function percentileInterval({ bins }: DistanceHistogram, share: number, reuses: number): [number | null, number | null] | null {
  const shares = sampledShareInterval(share, reuses)
  return shares === null ? null : [endOfShare(bins, shares[0]), endOfShare(bins, shares[1])]
}
