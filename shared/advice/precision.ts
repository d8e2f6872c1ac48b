/**
 * How often each class was right on real programs, judged by reading their sources: the tables of docs/advice.md, which
 * a test compares with this one. A class below the bound is not told.
 */
import type { AdviceClass } from './advice.ts'

export interface Precision { right: number; judged: number }

/** Share of right verdicts below which pairs stay unclassified. */
export const LEAST_PRECISION = 0.8

/** Classes without an entry came up in no judged program. */
export const PRECISION: Partial<Record<AdviceClass, Precision>> = {
  'aliased-reload': { right: 1, judged: 1 },
  'call-invariant-load': { right: 7, judged: 7 },
  'call-overhead': { right: 20, judged: 22 },
  'chained-lookup': { right: 1, judged: 1 },
  'loop-invariant-load': { right: 10, judged: 10 },
  'memory-accumulator': { right: 10, judged: 10 },
  'overwritten-before-use': { right: 9, judged: 9 },
  'redundant-copy': { right: 14, judged: 14 },
  'repeated-initialisation': { right: 8, judged: 8 },
  'repeated-traversal': { right: 2, judged: 2 },
  'spill-and-reload': { right: 25, judged: 25 },
  'stencil-reload': { right: 1, judged: 1 },
  'table-lookup': { right: 9, judged: 9 },
  'unread-result': { right: 28, judged: 38 },
  'unread-stack-store': { right: 19, judged: 19 },
}

export function isPreciseEnough(name: AdviceClass): boolean {
  const { right, judged } = PRECISION[name] ?? { right: 0, judged: 0 }
  return judged === 0 || right / judged >= LEAST_PRECISION
}

export function precisionText(name: AdviceClass): string {
  const known = PRECISION[name]
  return known === undefined ? 'it was never judged on a real program' : `it was right in ${known.right} of ${known.judged} pairs of real programs`
}
