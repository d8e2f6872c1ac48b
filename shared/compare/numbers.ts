/**
 * Differences of two runs and how sure they are. Intervals of two independent estimates combine by the method of variance
 * estimates recovery (Newcombe 1998; Zou and Donner 2008): each bound of the difference takes the halves of both intervals
 * that face it, so that lopsided intervals stay lopsided.
 */
import type { ComparedNumber, ComparedRatio, Significance } from './compared_number.ts'

/** A number of one run. */
export interface Estimate {
  value: number
  /** 95 % interval; null: see `exact`. */
  interval: [number, number] | null
  /** Every access was counted: nothing is estimated. Otherwise a missing interval is not known. */
  exact: boolean
}

/** Sums of doubles in another order differ by so much. */
const ROUNDING = 1e-9

/** @param factor of the new run's amounts */
export function compareNumbers(old: Estimate, recent: Estimate, factor: number): ComparedNumber {
  const value = recent.value * factor
  const change = roundedDifference(old.value, value)
  return { old: old.value, new: value, change, relative: old.value > 0 ? change / old.value : null, ...certainty(old, scaled(recent, factor)) }
}

/** @param old null: undecided, like `recent` */
export function compareRatios(old: Estimate | null, recent: Estimate | null): ComparedRatio {
  if (!old || !recent) return { old: old?.value ?? null, new: recent?.value ?? null, change: null, ci95: null, significance: 'unknown' }
  return { old: old.value, new: recent.value, change: roundedDifference(old.value, recent.value), ...certainty(old, recent) }
}

/** 0 where only the order of addition differs. */
export function roundedDifference(old: number, recent: number): number {
  return Math.abs(recent - old) <= ROUNDING * Math.max(Math.abs(old), Math.abs(recent)) ? 0 : recent - old
}

function scaled({ value, interval, exact }: Estimate, factor: number): Estimate {
  return { value: value * factor, interval: interval && [interval[0] * factor, interval[1] * factor], exact }
}

function certainty(old: Estimate, recent: Estimate): { ci95: [number, number] | null; significance: Significance } {
  if (old.exact && recent.exact) return { ci95: null, significance: 'exact' }
  const [a, b] = [intervalOf(old), intervalOf(recent)]
  if (!a || !b) return { ci95: null, significance: 'unknown' }
  const change = recent.value - old.value
  const low = change - Math.hypot(recent.value - b[0], a[1] - old.value)
  const high = change + Math.hypot(b[1] - recent.value, old.value - a[0])
  return { ci95: [low, high], significance: low > 0 || high < 0 ? 'significant' : 'noise' }
}

function intervalOf({ value, interval, exact }: Estimate): [number, number] | null {
  return exact ? [value, value] : interval
}

const QUANTILE = 1.96

/**
 * 95 % interval of an amount from the traps behind it alone (score interval of a Poisson count): for rows and rare pairs,
 * which have no interval of their own. It knows no correlation in time.
 * @param perTrap amount of one trap, where there was none
 */
export function intervalByTraps(amount: number, traps: number, perTrap: number): [number, number] {
  const centre = traps + (QUANTILE * QUANTILE) / 2
  const half = QUANTILE * Math.sqrt(traps + (QUANTILE * QUANTILE) / 4)
  const each = traps > 0 ? amount / traps : perTrap
  return [Math.max(0, centre - half) * each, (centre + half) * each]
}

/** 95 % score interval (Wilson) of a share of so many traps. */
export function proportionInterval(share: number, traps: number): [number, number] {
  const squared = (QUANTILE * QUANTILE) / traps
  const centre = (share + squared / 2) / (1 + squared)
  const half = (QUANTILE * Math.sqrt((share * (1 - share)) / traps + squared / (4 * traps))) / (1 + squared)
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}
