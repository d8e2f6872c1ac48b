/**
 * How often each class was right on real programs, judged by the author of the rules and, on other programs, by two other
 * engineers: the pairs of docs/lab/judged-advice.md, which a test compares with this table. A class below the bound is worded as a possibility.
 */
import type { AdviceClass, Sureness } from './advice.ts'

export interface Verdicts {
  right: number
  judged: number
}

export interface Precision extends Verdicts {
  /** Those of programs that no rule had seen when the class was last judged; absent: it came up in none. */
  fresh?: Verdicts
}

/** Share of right verdicts below which a class is only possible. */
const LEAST_PRECISION = 0.8

/** Classes without an entry came up in no judged program. */
export const PRECISION: Partial<Record<AdviceClass, Precision>> = {
  'aliased-reload': { right: 2, judged: 3, fresh: { right: 1, judged: 2 } },
  'call-invariant-load': { right: 11, judged: 21, fresh: { right: 4, judged: 14 } },
  'call-overhead': { right: 58, judged: 66, fresh: { right: 32, judged: 36 } },
  'chained-lookup': { right: 3, judged: 8, fresh: { right: 2, judged: 7 } },
  'loop-invariant-load': { right: 22, judged: 22, fresh: { right: 10, judged: 10 } },
  'memory-accumulator': { right: 17, judged: 17, fresh: { right: 1, judged: 1 } },
  'overwritten-before-use': { right: 12, judged: 15, fresh: { right: 3, judged: 4 } },
  recomputation: { right: 0, judged: 2 },
  'redundant-copy': { right: 16, judged: 20, fresh: { right: 1, judged: 3 } },
  'repeated-initialisation': { right: 11, judged: 17 },
  'repeated-traversal': { right: 4, judged: 8 },
  'spill-and-reload': { right: 78, judged: 84, fresh: { right: 31, judged: 36 } },
  'stencil-reload': { right: 1, judged: 1 },
  'table-lookup': { right: 11, judged: 14, fresh: { right: 1, judged: 3 } },
  'unread-result': { right: 31, judged: 48 },
  'unread-stack-store': { right: 22, judged: 29 },
  'update-without-effect': { right: 1, judged: 1 },
}

export function isPreciseEnough(name: AdviceClass): boolean {
  const known = PRECISION[name]
  return known === undefined || (isEnough(known) && (known.fresh === undefined || isEnough(known.fresh)))
}

function isEnough({ right, judged }: Verdicts): boolean {
  return right / judged >= LEAST_PRECISION
}

/** "right in 12 of 15 judged pairs of real programs" */
export function precisionText(name: AdviceClass): string | null {
  const known = PRECISION[name]
  return known === undefined ? null : `right in ${known.right} of ${known.judged} judged pairs of real programs`
}

/**
 * Without a rule, or wrong in half of the programs that no rule had seen (docs/lab/judged-advice.md): where nothing else speaks for them, they
 * report the observation and claim no cause.
 */
const OBSERVED: ReadonlySet<AdviceClass> = new Set<AdviceClass>([
  'repeated-load',
  'unchanged-store',
  'call-invariant-load',
  'table-lookup',
  'unread-result',
  'unread-stack-store',
])

/** @param sureness by the rule, or by the whole finding */
export function surenessOf(name: AdviceClass, sureness: Sureness): Sureness {
  return sureness === 'possible' && OBSERVED.has(name) ? 'observed' : sureness
}

/** A rule that was right too rarely says no more than that its cause is possible. @param sureness by the rule */
export function concludedSureness(name: AdviceClass, sureness: Sureness): Sureness {
  return isPreciseEnough(name) || sureness === 'observed' ? sureness : 'possible'
}
