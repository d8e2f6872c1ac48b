/** Times that samples represent, and how far ratios and differences of them may be off by chance. */
import { exactInterval, NORMAL_975, scoreInterval } from './binomial.ts'

export interface SampledTime {
  /** Sum of the samples' times, in any unit. */
  time: number
  /** Sum of their squares: with the time, how many samples of equal length tell as much (Kish, Survey Sampling, 1965, 11.7). */
  squares: number
}

export type Interval = readonly [low: number, high: number]

export const NO_TIME: SampledTime = { time: 0, squares: 0 }

export function sumOfTimes(times: readonly SampledTime[]): SampledTime {
  return times.reduce((sum, each) => ({ time: sum.time + each.time, squares: sum.squares + each.squares }), NO_TIME)
}

/** 95 % interval of a part's share of a whole, 0..1. @param whole with time */
export function sharesInterval(part: SampledTime, whole: SampledTime): [number, number] {
  const trials = whole.time ** 2 / whole.squares
  return scoreInterval(Math.min(1, part.time / whole.time) * trials, trials)
}

/**
 * The same where this is one of many shares, of which the greatest are looked for: with 97.5 %, none is below its interval
 * (Bonferroni), so that 95 % are left where two such families make one sentence. It is exact, since the score interval of few
 * samples is too short that far out.
 * @param comparisons shares that were compared
 */
export function comparedShare(part: SampledTime, whole: SampledTime, comparisons: number): [number, number] {
  const trials = whole.time ** 2 / whole.squares
  return exactInterval(Math.min(1, part.time / whole.time) * trials, trials, 0.025 / Math.max(1, comparisons))
}

/**
 * 95 % interval of `factor · first − otherFactor · other`, from the intervals of both (Newcombe, Stat. Med. 17, 1998, method 10).
 * @param first with time
 */
export function differenceInterval(first: SampledTime, factor: number, other: SampledTime, otherFactor: number): [number, number] {
  const unit = first.squares / first.time
  const [low, high] = timeInterval(first, unit)
  const [otherLow, otherHigh] = timeInterval(other, unit)
  const difference = factor * first.time - otherFactor * other.time
  return [
    difference - Math.hypot(factor * (first.time - low), otherFactor * (otherHigh - other.time)),
    difference + Math.hypot(factor * (high - first.time), otherFactor * (other.time - otherLow)),
  ]
}

/** Of numbers of samples, which are Poisson-distributed (score interval). @param unit of a sample, if there is none */
function timeInterval({ time, squares }: SampledTime, unit: number): [number, number] {
  const each = time > 0 ? squares / time : unit
  const count = time / each
  const square = NORMAL_975 ** 2
  const half = NORMAL_975 * Math.sqrt(count + square / 4)
  return [each * (count + square / 2 - half), each * (count + square / 2 + half)]
}

/**
 * 95 % interval of a ratio of two independent values with intervals of their own (Donner & Zou, Stat. Methods Med. Res. 21, 2012,
 * on the logarithms). @param value greater than 0
 */
export function ratioInterval(value: number, [low, high]: Interval, other: number, [otherLow, otherHigh]: Interval): [number, number] {
  if (other === 0) return [low / otherHigh, Infinity]
  const ratio = value / other
  return [
    low > 0 ? ratio / Math.exp(Math.hypot(Math.log(value / low), Math.log(otherHigh / other))) : 0,
    otherLow > 0 ? ratio * Math.exp(Math.hypot(Math.log(high / value), Math.log(other / otherLow))) : Infinity,
  ]
}
