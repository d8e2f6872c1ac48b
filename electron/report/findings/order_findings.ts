/** The order of findings by group, before the stakes decide. */
import type { FindingGroup } from '../../../shared/findings/finding.ts'
import type { Cause, Standing } from './cause.ts'

const GROUPS: readonly FindingGroup[] = ['first', 'traversals', 'uncertain']

const GROUP_OF: Record<Standing, FindingGroup> = { actionable: 'first', traversal: 'traversals', doubtful: 'uncertain' }

type Ordered = Pick<Cause, 'standing' | 'tool' | 'wastedAt'> & {
  /** The interval of its cost begins above the smallest listed share, or there is none. */
  isEstablished: boolean
}

export function byGroup(a: FindingGroup, b: FindingGroup): number {
  return GROUPS.indexOf(a) - GROUPS.indexOf(b)
}

/**
 * Traversals of data that misses the caches are among the first, as far as reuse was measured.
 * @param all large: above the smallest share of the run
 */
export function groupOf(all: ReadonlyArray<Ordered & { isLarge: boolean }>): (cause: Ordered) => FindingGroup {
  const dear = new Set(all.filter(({ tool, isLarge }) => tool === 'reuse-distance' && isLarge).map(({ wastedAt }) => wastedAt))
  return ({ standing, wastedAt, isEstablished }) => {
    if (!isEstablished) return 'uncertain'
    return standing === 'traversal' && dear.has(wastedAt) ? 'first' : GROUP_OF[standing]
  }
}
