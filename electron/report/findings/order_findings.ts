/** Which findings come first, before what is at stake decides. */
import type { Cause, Standing } from './cause.ts'

const STANDINGS: readonly Standing[] = ['actionable', 'traversal', 'doubtful']

type Ordered = Pick<Cause, 'standing' | 'tool' | 'wastedAt'>

/**
 * Traversals come after what can be changed, except of data that the caches lose, as far as reuse was measured.
 * @param all large: of more than the smallest share of the run
 * @returns 0 first
 */
export function orderOf(all: ReadonlyArray<Ordered & { isLarge: boolean }>): (cause: Ordered) => number {
  const dear = new Set(all.filter(({ tool, isLarge }) => tool === 'reuse-distance' && isLarge).map(({ wastedAt }) => wastedAt))
  return ({ standing, wastedAt }) => (standing === 'traversal' && dear.has(wastedAt) ? 0 : STANDINGS.indexOf(standing))
}
