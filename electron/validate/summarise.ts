/** Runs that differ only in their seeds, taken together. */
import { causeOfLowSimilarity } from '../../shared/metrics/reuse/low_similarity.ts'
import type { Estimate, EstimateSummary, ReuseTruth, SeededEstimate, Similarity } from '../../shared/validation.ts'

/** Null where no run has a fraction. */
export function summaryOf(runs: SeededEstimate[]): EstimateSummary | null {
  const fractions = runs.flatMap(({ fraction }) => fraction ?? [])
  const differences = runs.flatMap(({ difference }) => difference ?? [])
  if (fractions.length === 0 || differences.length === 0) return null
  const mean = meanOf(fractions)
  const judged = runs.flatMap(({ covered }) => covered ?? [])
  return {
    mean,
    deviation: fractions.length < 2 ? 0 : Math.sqrt(fractions.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (fractions.length - 1)),
    least: Math.min(...fractions),
    greatest: Math.max(...fractions),
    difference: meanOf(differences),
    absoluteDifference: meanOf(differences.map(Math.abs)),
    covered: judged.length === 0 ? null : judged.filter(Boolean).length / judged.length,
    unaccountedShare: meanOf(runs.map((run) => run.unaccountedShare)),
    partialShare: meanOf(runs.map((run) => run.partialShare)),
  }
}

type MeanReuse = Pick<NonNullable<Estimate['reuse']>, 'time' | 'stack'>

export function meanReuse(runs: SeededEstimate[]): MeanReuse | null {
  const reuses = runs.flatMap(({ reuse }) => reuse ?? [])
  if (reuses.length === 0) return null
  const mean = (axis: 'time' | 'stack'): Similarity => ({
    s: meanOf(reuses.map((reuse) => reuse[axis].s)),
    smoothed: meanOf(reuses.map((reuse) => reuse[axis].smoothed)),
  })
  return { time: mean('time'), stack: mean('stack') }
}

/** @param others of the same settings at other periods */
export function withCauses(own: MeanReuse, others: MeanReuse[], truth: ReuseTruth): NonNullable<Estimate['reuse']> {
  const cause = (axis: 'time' | 'stack', model: number | null) =>
    causeOfLowSimilarity({ similarity: own[axis].s, smoothed: own[axis].smoothed, model, otherPeriods: others.map((other) => other[axis].s) })
  return { ...own, timeCause: cause('time', null), stackCause: cause('stack', truth.modelSimilarity.s) }
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
