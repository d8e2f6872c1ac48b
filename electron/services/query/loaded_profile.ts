/** An opened profile with everything that views derive from it once. */
import { nodeMetrics, type NodeMetricColumns } from '../../../shared/metrics/node_metrics.ts'
import { totalsByTool } from '../../../shared/metrics/totals.ts'
import { subtreeEnds } from '../../../shared/profile/call_tree.ts'
import { buildEdgeIndex, type EdgeIndex } from '../../../shared/profile/edge_index.ts'
import { isWasteful, RELATIONS, type Profile } from '../../../shared/profile/profile.ts'
import type { Tool, Totals } from '../../../shared/report.ts'
import type { NodeMetrics } from '../../../shared/rpc/contract.ts'
import { heaviestPairs } from './heaviest_pairs.ts'

export interface LoadedProfile {
  profile: Profile
  totals: Partial<Record<Tool, Totals>>
  /** One past the last row of each subtree of the calling-context tree. */
  end: Int32Array
  metrics: NodeMetricColumns
  pairsBySource: EdgeIndex
  pairsByTarget: EdgeIndex
  /** See heaviestPairs. */
  heaviestPair: Int32Array
}

export function loadProfile(profile: Profile): LoadedProfile {
  const { nodes, pairs } = profile
  const end = subtreeEnds(nodes.parent)
  if (end === null) throw new Error('the tree of a profile must be in depth-first order')
  return {
    profile,
    totals: totalsByTool(profile),
    end,
    metrics: nodeMetrics(nodes, pairs),
    pairsBySource: buildEdgeIndex(pairs.source, nodes.length),
    pairsByTarget: buildEdgeIndex(pairs.target, nodes.length),
    heaviestPair: heaviestPairs(profile),
  }
}

/** Waste and use of all tools together. */
export function grandTotal(totals: Partial<Record<Tool, Totals>>): number {
  return Object.values(totals).reduce((sum, tool) => sum + tool.waste + tool.use, 0)
}

/** A pair's own numbers in the columns of a tree. */
export function pairMetrics({ profile: { pairs } }: LoadedProfile, pair: number): NodeMetrics {
  const relation = RELATIONS[pairs.relation[pair]!]!
  const waste = isWasteful(relation) ? pairs.amount[pair]! : 0
  const use = isWasteful(relation) || relation === 'REUSED_BY' ? 0 : pairs.amount[pair]!
  return { wasteInclusive: waste, useInclusive: use, wasteExclusive: 0, useExclusive: 0, traps: pairs.traps[pair]! }
}
