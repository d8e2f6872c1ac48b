/**
 * How often each class was right on real programs, judged by the author of the rules and, on other programs, by another
 * engineer: the tables of docs/advice.md, which a test compares with this one. A class below the bound is not told.
 */
import type { AdviceClass } from './advice.ts'

export interface Precision { right: number; judged: number }

/** Share of right verdicts below which pairs stay unclassified. */
export const LEAST_PRECISION = 0.8

/** Classes without an entry came up in no judged program. */
export const PRECISION: Partial<Record<AdviceClass, Precision>> = {
  'aliased-reload': { right: 1, judged: 1 },
  'call-invariant-load': { right: 7, judged: 7 },
  'call-overhead': { right: 26, judged: 30 },
  'chained-lookup': { right: 1, judged: 1 },
  'loop-invariant-load': { right: 12, judged: 12 },
  'memory-accumulator': { right: 16, judged: 16 },
  'overwritten-before-use': { right: 9, judged: 11 },
  recomputation: { right: 0, judged: 2 },
  'redundant-copy': { right: 15, judged: 17 },
  'repeated-initialisation': { right: 11, judged: 17 },
  'repeated-traversal': { right: 4, judged: 8 },
  'spill-and-reload': { right: 47, judged: 48 },
  'stencil-reload': { right: 1, judged: 1 },
  'table-lookup': { right: 10, judged: 11 },
  'unread-result': { right: 31, judged: 48 },
  'unread-stack-store': { right: 22, judged: 29 },
  'update-without-effect': { right: 1, judged: 1 },
}

export function isPreciseEnough(name: AdviceClass): boolean {
  const { right, judged } = PRECISION[name] ?? { right: 0, judged: 0 }
  return judged === 0 || right / judged >= LEAST_PRECISION
}

export function precisionText(name: AdviceClass): string {
  const known = PRECISION[name]
  return known === undefined ? 'it was never judged on a real program' : `it was right in ${known.right} of ${known.judged} pairs of real programs`
}
