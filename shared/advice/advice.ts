/** The advice for a pair: the probable cause, the facts behind it, and the usual remedy (docs/advice.md). */

/** In the order of the lists. Where no rule fits, the class names the tool's observation: `unchanged-store`, `repeated-load`, `unread-result`. */
export const ADVICE_CLASSES = [
  'repeated-initialisation',
  'overwritten-before-use',
  'unread-result',
  'unread-stack-store',
  'memory-accumulator',
  'recomputation',
  'repeated-results',
  'redundant-copy',
  'update-without-effect',
  'zeros-dominate',
  'uniform-data',
  'growth-copy',
  'copied-object',
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
  'interpreted-operation',
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
  'near-reuse',
] as const

export type AdviceClass = (typeof ADVICE_CLASSES)[number]

/**
 * certain: it follows from the measurement; likely: from the code that did it; possible: other readings of the code remain;
 * observed: no claim, only the measurement and a hint where to look.
 */
export const SURENESSES = ['certain', 'likely', 'possible', 'observed'] as const

export type Sureness = (typeof SURENESSES)[number]

export interface Advice {
  class: AdviceClass
  /** Title of the class. */
  title: string
  sureness: Sureness
  /** If something is possible: "Either A, or B; check whether C." If it was observed: a hint where to look. Otherwise null. */
  cause: string | null
  /** One sentence each, with the number or the code that it rests on. */
  evidence: string[]
  /** One sentence, which begins with "If so:" after a cause; null where nothing is to be changed. */
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
