/** An opened profile with everything that views derive from it once, or once per tool. */
import { nodeMetrics, type NodeMetricColumns } from '../../../shared/metrics/node_metrics.ts'
import { totalsByTool, type TotalsByTool } from '../../../shared/metrics/totals.ts'
import { subtreeEnds } from '../../../shared/profile/call_tree.ts'
import { buildEdgeIndex, type EdgeIndex } from '../../../shared/profile/edge_index.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type Profile } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/report.ts'
import type { NodeMetrics, TreeTransform } from '../../../shared/rpc/contract.ts'
import { chargedPairs, isPlain, PLAIN_CHARGE, type Charge } from './charged_pairs.ts'
import { heaviestPairs } from './heaviest_pairs.ts'
import type { MetricsOf } from './tree_model.ts'
import { transformProfile } from './transform_profile.ts'

export interface LoadedProfile {
  profile: Profile
  /** Whose metrics the trees show: those of different tools never meet in one sum. */
  tool: Tool
  totals: TotalsByTool
  /** One past the last row of each subtree of the calling-context tree. */
  end: Int32Array
  /** Of the tool. */
  metrics: NodeMetricColumns
  /** 1: the tool sampled, trapped or counted in the row's subtree. */
  shown: Uint8Array
  /** Pairs of all tools. */
  pairsBySource: EdgeIndex
  pairsByTarget: EdgeIndex
  /** Of the tool; see heaviestPairs. */
  heaviestPair: Int32Array
  /** The same profile as each tool sees it that was asked for; of the joint tree of two runs, as each run does. */
  byTool: Map<MetricsOf, LoadedProfile>
  /** Where the metrics count the waste, and of which threads. */
  charge: Charge
  /** Row of each row of the profile's own tree; null: this is it. */
  nodeOf: Int32Array | null
}

/** What all tools have in all rows of a larger profile is not held at once: columns of so many numbers. */
const MOST_SIDE_BY_SIDE = 1 << 25

/** The profile as its first tool sees it. */
export function loadProfile(profile: Profile): LoadedProfile {
  const { nodes, pairs, run } = profile
  const end = subtreeEnds(nodes.parent)
  if (end === null) throw new Error('the tree of a profile must be in depth-first order')
  const loaded: LoadedProfile = {
    profile,
    totals: totalsByTool(profile),
    end,
    pairsBySource: buildEdgeIndex(pairs.source, nodes.length),
    pairsByTarget: buildEdgeIndex(pairs.target, nodes.length),
    byTool: new Map(),
    charge: PLAIN_CHARGE,
    nodeOf: null,
    ...toolColumns(profile, run.tools[0] ?? TOOLS[0]!, PLAIN_CHARGE),
  }
  loaded.byTool.set(loaded.tool, loaded)
  return loaded
}

/** The same profile as another tool sees it, made once. */
export function withTool(loaded: LoadedProfile, tool: MetricsOf): LoadedProfile {
  const known = loaded.byTool.get(tool)
  if (known) return known
  if (tool === 'old' || tool === 'new') throw new Error('a profile of one run has no sides')
  const made = { ...loaded, ...toolColumns(loaded.profile, tool, loaded.charge) }
  loaded.byTool.set(tool, made)
  return made
}

/** The same profile with other frames, or with its waste charged otherwise; totals stay those of the whole run. */
export function reshaped(loaded: LoadedProfile, transforms: readonly TreeTransform[], charge: Charge): LoadedProfile {
  if (transforms.length === 0) return { ...loaded, charge, byTool: new Map(), ...toolColumns(loaded.profile, loaded.tool, charge) }
  const { profile, nodeOf } = transformProfile(loaded.profile, transforms)
  const { nodes, pairs } = profile
  return {
    ...loaded, profile, nodeOf, charge, byTool: new Map(), end: subtreeEnds(nodes.parent)!,
    pairsBySource: buildEdgeIndex(pairs.source, nodes.length), pairsByTarget: buildEdgeIndex(pairs.target, nodes.length),
    ...toolColumns(profile, loaded.tool, charge),
  }
}

/** Tools whose numbers stand side by side in every row; none where there is one tool, or too much to hold. */
export function toolsSideBySide({ profile: { run, nodes } }: LoadedProfile): Tool[] {
  return run.tools.length > 1 && run.tools.length * nodes.length <= MOST_SIDE_BY_SIDE ? run.tools : []
}

function toolColumns(profile: Profile, tool: Tool, charge: Charge): Pick<LoadedProfile, 'tool' | 'metrics' | 'shown' | 'heaviestPair'> {
  const charged = isPlain(charge) ? profile : { ...profile, pairs: chargedPairs(profile, charge), contextTotals: { ...profile.contextTotals, length: 0 } }
  return { tool, metrics: nodeMetrics(charged, tool), shown: shownNodes(profile, tool), heaviestPair: heaviestPairs(charged, TOOLS.indexOf(tool)) }
}

/** All rows where there is only one tool. */
function shownNodes({ nodes, pairs, watches, contextTotals, run }: Profile, tool: Tool): Uint8Array {
  const shown = new Uint8Array(nodes.length)
  if (run.tools.length < 2) return shown.fill(1)
  const wanted = TOOLS.indexOf(tool)
  shown[0] = 1
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs.tool[pair] === wanted) shown[pairs.source[pair]!] = shown[pairs.target[pair]!] = 1
  }
  for (let watch = 0; watch < watches.length; watch++) if (watches.tool[watch] === wanted) shown[watches.node[watch]!] = 1
  for (let row = 0; row < contextTotals.length; row++) if (contextTotals.tool[row] === wanted) shown[contextTotals.node[row]!] = 1
  for (let node = nodes.length - 1; node > 0; node--) if (shown[node]) shown[nodes.parent[node]!] = 1
  return shown
}

/** A node of the profile's own tree in this one; −1 where it was dropped. */
export function nodeIn({ nodeOf }: Pick<LoadedProfile, 'nodeOf'>, node: number): number {
  return nodeOf === null ? node : (nodeOf[node] ?? -1)
}

/** Waste and use of the tool. */
export function toolTotal({ totals, tool }: Pick<LoadedProfile, 'totals' | 'tool'>): number {
  const own = totals[tool]
  return own ? own.waste + own.use : 0
}

/** A pair's own numbers in the columns of a tree. */
export function pairMetrics({ profile: { pairs } }: LoadedProfile, pair: number): NodeMetrics {
  const relation = RELATIONS[pairs.relation[pair]!]!
  const waste = isWasteful(relation) ? pairs.amount[pair]! : 0
  const use = isUse(relation) ? pairs.amount[pair]! : 0
  return { wasteInclusive: waste, useInclusive: use, wasteExclusive: 0, useExclusive: 0, traps: pairs.traps[pair]! }
}

/** What the tool has in the whole program; of it everything is its own. */
export function wholeMetrics({ metrics }: LoadedProfile): NodeMetrics {
  const [waste, use] = [metrics.wasteInclusive[0]!, metrics.useInclusive[0]!]
  return { wasteInclusive: waste, useInclusive: use, wasteExclusive: waste, useExclusive: use, traps: metrics.traps[0]! }
}
