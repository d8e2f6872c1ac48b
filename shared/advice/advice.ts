/** What is probably wrong with a pair, by which facts, and what usually helps (docs/advice.md). */

/**
 * In the order in which they are listed to people. Findings say `unchanged-store` and `repeated-load` where no rule fits;
 * advice on a single pair says `unclassified` there, and where no rule is right often enough.
 */
export const ADVICE_CLASSES = [
  'repeated-initialisation',
  'overwritten-before-use',
  'unread-result',
  'unread-stack-store',
  'memory-accumulator',
  'recomputation',
  'redundant-copy',
  'update-without-effect',
  'zeros-dominate',
  'uniform-data',
  'growth-copy',
  'built-anew',
  'reference-count',
  'repeated-call',
  'repeated-lookup',
  'required-access',
  'call-overhead',
  'spill-and-reload',
  'call-invariant-load',
  'loop-invariant-load',
  'aliased-reload',
  'busy-waiting',
  'table-lookup',
  'linear-search',
  'chained-lookup',
  'stencil-reload',
  'repeated-traversal',
  'poor-loop-order',
  'distant-reuse',
  'false-sharing',
  'true-sharing',
  'unoptimised-code',
  'unchanged-store',
  'repeated-load',
  'unclassified',
] as const

export type AdviceClass = (typeof ADVICE_CLASSES)[number]

/** Those that single pairs may have. */
export const PAIR_CLASSES = ADVICE_CLASSES.filter((name) => name !== 'unchanged-store' && name !== 'repeated-load')

/** certain: it follows from what was measured; likely: from the code that did it; possible: other readings of the code remain. */
export type Sureness = 'certain' | 'likely' | 'possible'

export interface Advice {
  class: AdviceClass
  /** Of the class, in words. */
  title: string
  /** Null of what is unclassified. */
  sureness: Sureness | null
  /** One sentence each, with the number or the code that it rests on. */
  evidence: string[]
  /** One sentence; null of what is unclassified or has to happen. */
  remedy: string | null
  /** Where it is applied: the loop, call or statement to change. */
  place: AdvicePlace | null
}

export interface AdvicePlace {
  function: string
  file: string | null
  /** The file's shortest path; absent where its last part tells it from all others. */
  fileName?: string
  /** 1-based. */
  line: number | null
}
