/**
 * How often each class was right on real programs, judged by reading their sources: the tables of docs/advice.md, which
 * a test compares with this one. A class below the bound is not told.
 */
import type { AdviceClass } from './advice.ts'

export interface Precision { right: number; judged: number }

/** Share of right verdicts below which pairs stay unclassified. */
export const LEAST_PRECISION = 0.8

/** Classes without an entry came up in no judged program. */
export const PRECISION: Partial<Record<AdviceClass, Precision>> = {}

export function isPreciseEnough(name: AdviceClass): boolean {
  const { right, judged } = PRECISION[name] ?? { right: 0, judged: 0 }
  return judged === 0 || right / judged >= LEAST_PRECISION
}

export function precisionText(name: AdviceClass): string {
  const known = PRECISION[name]
  return known === undefined ? 'it was never judged on a real program' : `it was right in ${known.right} of ${known.judged} pairs of real programs`
}
