/** Histograms of distances as people read them, and how alike two of them are (metrics.md section 4). */
import type { DistanceHistogram, HistogramBin } from '../../report.ts'
import { normalCumulative } from './normal.ts'

/** Shares of the percentile table of RDX (Table III). */
const PERCENTILES = [0.5, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95] as const

/** Deviations from the mean beyond which a normal distribution has nothing left. */
const FARTHEST = 8

/** Bins [0, first) [first, 2 first) [2 first, 4 first) …, the last one open. */
export class OctaveBins {
  readonly first: number
  readonly count: number
  readonly #amounts: Float64Array

  constructor(first: number, count: number) {
    this.first = first
    this.count = count
    this.#amounts = new Float64Array(count)
  }

  /** Bin of a distance on the axis, from 0. */
  indexOf(distance: number): number {
    let index = 0
    for (let end = this.first; distance >= end && index < this.count - 1; end *= 2) index++
    return index
  }

  /** Inclusive start of a bin; `count` gives infinity, the end of the open one. */
  startOf(bin: number): number {
    if (bin === 0) return 0
    return bin >= this.count ? Infinity : this.first * 2 ** (bin - 1)
  }

  add(distance: number, amount: number): void {
    this.#amounts[this.indexOf(distance)]! += amount
  }

  /**
   * Spreads an amount over whole distances by the normal approximation, with continuity correction. `granularity`: of
   * the axis per distance. `deviation` 0: the mean alone.
   */
  addSpread(mean: number, deviation: number, amount: number, granularity: number): void {
    if (!(deviation > 0)) return this.add(mean * granularity, amount)
    let below = 0
    for (let bin = this.indexOf(Math.max(0, mean - FARTHEST * deviation) * granularity); bin < this.count; bin++) {
      const upTo = normalCumulative((this.startOf(bin + 1) / granularity - 0.5 - mean) / deviation)
      this.#amounts[bin]! += amount * (upTo - below)
      below = upTo
    }
  }

  /** Heights that add up to 1; all zero if nothing was added. */
  shares(): number[] {
    const total = this.#amounts.reduce((sum, amount) => sum + amount, 0)
    return Array.from(this.#amounts, (amount) => (total > 0 ? amount / total : 0))
  }

  histogram(unit: DistanceHistogram['unit']): DistanceHistogram {
    const bins = this.shares().map((share, i): HistogramBin => ({ from: this.startOf(i), to: i === this.count - 1 ? null : this.startOf(i + 1), share }))
    return { unit, bins, percentiles: PERCENTILES.map((share) => ({ share, distance: endOfShare(bins, share) })) }
  }
}

/** The end of the smallest bin whose cumulated share reaches `share`; null for the open one. */
export function endOfShare(bins: HistogramBin[], share: number): number | null {
  let cumulated = 0
  for (const bin of bins) {
    cumulated += bin.share
    // The last summand of a sum to 1 may be lost to rounding.
    if (cumulated >= share - 1e-9) return bin.to
  }
  return null
}

/** S of RDX, equation 1: 1 for equal histograms, 0 for disjoint ones. Both of one length, each adding up to 1. */
export function similarity(one: readonly number[], other: readonly number[]): number {
  return 1 - one.reduce((sum, share, i) => sum + Math.abs(share - other[i]!), 0) / 2
}

/** Ŝ of RDX, equation 2: as S over averages of neighbouring bins, so that being off by one bin costs half. */
export function smoothedSimilarity(one: readonly number[], other: readonly number[]): number {
  const averages = (shares: readonly number[]) => shares.slice(1).map((share, i) => (share + shares[i]!) / 2)
  return similarity(averages(one), averages(other))
}
