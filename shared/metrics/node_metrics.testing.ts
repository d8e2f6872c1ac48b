/** All metrics of all rows, computed from the pairs: what views show from stored sums must equal them. */
import type { ProfileTables } from '../profile/profile.ts'
import type { Tool } from '../run.ts'
import { ownMetrics, sumMetrics, type NodeMetricColumns } from './node_metrics.ts'

export function nodeMetrics(profile: Pick<ProfileTables, 'nodes' | 'pairs' | 'contextTotals' | 'run'>, tool: Tool): NodeMetricColumns {
  return sumMetrics(profile.nodes, ownMetrics(profile, tool))
}
