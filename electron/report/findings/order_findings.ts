/** Which findings come first, before what is at stake decides. */
import type { Cause, Standing } from './cause.ts'

const STANDINGS: readonly Standing[] = ['actionable', 'traversal', 'doubtful']

type Ordered = Pick<Cause, 'standing' | 'tool' | 'wastedAt'> & {
  /** The interval of its cost begins above the smallest share that is listed, or there is none. */
  isEstablished: boolean
}

/** What may cost nothing comes after what surely costs something, whichever of both can be changed, and among the doubtful. */
const NOT_ESTABLISHED = STANDINGS.indexOf('doubtful')

/**
 * Traversals come after what can be changed, except of data that the caches lose, as far as reuse was measured.
 * @param all large: of more than the smallest share of the run
 * @returns 0 first
 */
export function orderOf(all: ReadonlyArray<Ordered & { isLarge: boolean }>): (cause: Ordered) => number {
  const dear = new Set(all.filter(({ tool, isLarge }) => tool === 'reuse-distance' && isLarge).map(({ wastedAt }) => wastedAt))
  return ({ standing, wastedAt, isEstablished }) => {
    const order = standing === 'traversal' && dear.has(wastedAt) ? 0 : STANDINGS.indexOf(standing)
    return isEstablished ? order : NOT_ESTABLISHED + order
  }
}
