/** The order of findings by group, before the stakes decide. */
import { FEWEST_OBSERVATIONS } from '../../../shared/advice/claims.ts'
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import type { FindingGroup } from '../../../shared/findings/finding.ts'
import type { Cause, Standing } from './cause.ts'

const GROUPS: readonly FindingGroup[] = ['first', 'traversals', 'uncertain']

const GROUP_OF: Record<Standing, FindingGroup> = { actionable: 'first', traversal: 'traversals', doubtful: 'uncertain' }

/** Share of the run, or of the tool's measurement if the run's cost is unknown: a smaller one is no finding. */
export const LEAST_SHARE = 0.001
/** Share of the run from which a finding of few observations is worth a look before those of many. */
const LEAST_SHARE_OF_FEW = 0.01

type Ordered = Pick<Cause, 'standing' | 'tool' | 'wastedAt'> & { isEstablished: boolean }

/** It costs something for certain. @param interval null: its cost is exact, or unknown @param observations of a sampled run */
export function isEstablished(interval: readonly [low: number, high: number] | null, observations: number): boolean {
  if (interval === null) return true
  return observations >= FEWEST_OBSERVATIONS && interval[0] >= (observations < FEWEST_TRAPS ? LEAST_SHARE_OF_FEW : LEAST_SHARE)
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
