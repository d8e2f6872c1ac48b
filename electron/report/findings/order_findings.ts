/** Which findings come first, before the stakes decide. */
import type { Cause, Standing } from './cause.ts'

const STANDINGS: readonly Standing[] = ['actionable', 'traversal', 'doubtful']

type Ordered = Pick<Cause, 'standing' | 'tool' | 'wastedAt'> & {
  /** The interval of its cost begins above the smallest listed share, or there is none. */
  isEstablished: boolean
}

/** Findings that may cost nothing come after those that certainly cost something, in the same class. */
const NOT_ESTABLISHED = STANDINGS.indexOf('doubtful')

/**
 * Traversals come after actionable findings, except for data that misses the caches, as far as reuse was measured.
 * @param all large: above the smallest share of the run
 * @returns 0 first
 */
export function orderOf(all: ReadonlyArray<Ordered & { isLarge: boolean }>): (cause: Ordered) => number {
  const dear = new Set(all.filter(({ tool, isLarge }) => tool === 'reuse-distance' && isLarge).map(({ wastedAt }) => wastedAt))
  return ({ standing, wastedAt, isEstablished }) => {
    const order = standing === 'traversal' && dear.has(wastedAt) ? 0 : STANDINGS.indexOf(standing)
    return isEstablished ? order : NOT_ESTABLISHED + order
  }
}
