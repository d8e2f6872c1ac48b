/** An opened profile with everything that views derive from it once, or once per tool. */
import { SparseNodeSums, type NodeSums } from '../../../shared/metrics/node_sums.ts'
import { runCost, runCostSums } from '../../../shared/metrics/run_cost.ts'
import { largestPairs, ownSums, seenRows, toolSums, trapsAsUse, type OwnSums, type ToolSums } from '../../../shared/metrics/tool_sums.ts'
import { totalsByTool, type TotalsByTool } from '../../../shared/metrics/totals.ts'
import { SparseEdgeIndex } from '../../../shared/profile/columns/edge_index.ts'
import { isNeutral, isUse, isWasteful, RELATIONS, TOOLS, type Profile } from '../../../shared/profile/profile.ts'
import { RowSet } from '../../../shared/profile/columns/row_set.ts'
import { startUpRows } from '../../../shared/profile/tree/start_up_rows.ts'
import { subtreesOf, type Subtrees } from '../../../shared/profile/tree/subtrees.ts'
import { withColumns } from '../../../shared/profile/columns/with_columns.ts'
import type { CreatedThreads } from '../../profile/open_profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { UNOBSERVED, type Progress } from '../../../shared/progress.ts'
import type { NodeMetrics, TreeTransform } from '../../../shared/rpc/trees.ts'
import { chargedPairs, isPlain, PLAIN_CHARGE, type Charge } from './tree_models/charged_pairs.ts'
import { HeaviestPairs } from './pairs/heaviest_pairs.ts'
import { NameRanks } from './trees/name_ranks.ts'
import { loopGroups, type LoopGroups } from './tree_models/loop_groups.ts'
import type { MetricsOf } from './tree_models/tree_model.ts'
import { transformProfile } from './tree_models/transform_profile.ts'

export interface LoadedProfile {
  profile: Profile
  /** The tool whose metrics the trees show: different tools are never added together. */
  tool: Tool
  totals: TotalsByTool
  /** Subtrees of the calling-context tree. */
  subtrees: Subtrees
  /** The stored sums of a tool; null if they must be computed. */
  storedSums: StoredSums
  /** Sums of the tool. Traps of a tool without waste and use count as its use. */
  metrics: NodeSums
  /** The tool sampled, trapped or counted in the row's subtree. */
  isShown(node: number): boolean
  /** Pairs of all tools. */
  pairsOf: Record<'source' | 'target', () => SparseEdgeIndex>
  /** Made when rows are first sorted by name. */
  nameRanks(): NameRanks
  /** Found when they are first left out. */
  startUpRows(): ReadonlySet<number>
  /** Found when they are first shown other than as rows of the tree. */
  loops(progress?: Progress): LoopGroups
  /** Pairs of the tool. */
  heaviest: HeaviestPairs
  /** The same profile as seen by each requested tool; for the joint tree of two runs, by each run. */
  byTool: Map<MetricsOf, LoadedProfile>
  /** Where the metrics count the waste, and of which threads. */
  charge: Charge
  /** Row of each row of the profile's own tree; null: this is it. */
  nodeOf: Int32Array | null
  /** For the tree in which created threads are below their creator: for each of its rows, the profile's own row. */
  cutRow?: Int32Array
}

type StoredSums = (tool: Tool) => ToolSums | null
const NONE_STORED: StoredSums = () => null

/**
 * For larger profiles, the numbers of all tools in all rows are neither computed for the first rows nor held at once:
 * this many numbers.
 */
const MOST_SIDE_BY_SIDE = 1 << 24

/** The profile as its first tool sees it. */
export function loadProfile(
  profile: Profile,
  { subtrees = subtreesOf(profile.nodes), storedSums = NONE_STORED }: Partial<Pick<LoadedProfile, 'subtrees' | 'storedSums'>> = {},
  progress = UNOBSERVED,
): LoadedProfile {
  const loaded: LoadedProfile = {
    profile,
    totals: totalsByTool(profile),
    subtrees,
    storedSums,
    pairsOf: pairIndices(profile),
    nameRanks: nameRanksOf(profile),
    startUpRows: startUpRowsOf({ profile, subtrees }),
    loops: loopsOf(profile),
    byTool: new Map(),
    charge: PLAIN_CHARGE,
    nodeOf: null,
    ...ofTool({ profile, subtrees, storedSums }, profile.run.tools[0] ?? TOOLS[0]!, PLAIN_CHARGE, progress),
  }
  loaded.byTool.set(loaded.tool, loaded)
  return loaded
}

/**
 * The same run with threads below their creators, as the tool sees it; a row of the own tree maps to one row that shows
 * it.
 */
export function withCreators({ profile, subtrees, storedSums, cutRow }: CreatedThreads, ownLength: number, tool: Tool): LoadedProfile {
  const nodeOf = new Int32Array(ownLength).fill(-1)
  const rows = cutRow()
  rows.forEach((own, row) => {
    if (nodeOf[own]! < 0) nodeOf[own] = row
  })
  return { ...withTool(loadProfile(profile, { subtrees, storedSums }), tool), nodeOf, cutRow: rows }
}

/** The same profile as another tool sees it, made once. */
export function withTool(loaded: LoadedProfile, tool: MetricsOf): LoadedProfile {
  const known = loaded.byTool.get(tool)
  if (known) return known
  if (tool === 'old' || tool === 'new' || tool === 'run-cost-old' || tool === 'run-cost-new') throw new Error('a profile of one run has no sides')
  const made = tool === 'run-cost' ? { ...loaded, metrics: runCostMetrics(loaded) } : { ...loaded, ...ofTool(loaded, tool, loaded.charge) }
  loaded.byTool.set(tool, made)
  return made
}

/** The same profile with other frames, or with its waste charged otherwise; totals stay those of the whole run. */
export function reshaped(loaded: LoadedProfile, transforms: readonly TreeTransform[], charge: Charge, progress: Progress): LoadedProfile {
  if (transforms.length === 0) return { ...loaded, charge, byTool: new Map(), ...ofTool(loaded, loaded.tool, charge) }
  const { cutRow: _, ...own } = loaded
  const { profile, nodeOf } = transformProfile(loaded.profile, transforms, progress)
  const shaped = { profile, subtrees: subtreesOf(profile.nodes), storedSums: NONE_STORED }
  return {
    ...own,
    ...shaped,
    nodeOf: loaded.nodeOf?.map((row) => (row < 0 ? row : nodeOf[row]!)) ?? nodeOf,
    charge,
    byTool: new Map(),
    pairsOf: pairIndices(profile),
    nameRanks: nameRanksOf(profile),
    startUpRows: startUpRowsOf(shaped),
    loops: loopsOf(profile),
    ...ofTool(shaped, loaded.tool, charge),
  }
}

/** Tools whose numbers are side by side in every row; none with one tool, or too much to hold. */
export function toolsSideBySide({ profile: { run, nodes } }: LoadedProfile): Tool[] {
  return run.tools.length > 1 && run.tools.length * nodes.length <= MOST_SIDE_BY_SIDE ? run.tools : []
}

/** Rows have a share of the run's cost; not if the tree covers only some threads, whose costs are not separate. */
export function hasRunCost({ profile, charge }: Pick<LoadedProfile, 'profile' | 'charge'>): boolean {
  return charge.threads === null && runCost(profile) !== null
}

const NO_COST = { node: new Int32Array(), own: new Float64Array(), observations: new Float64Array(), waits: new Uint8Array() }

function runCostMetrics({ profile, subtrees }: Pick<LoadedProfile, 'profile' | 'subtrees'>): NodeSums {
  return new SparseNodeSums(profile.nodes, runCostSums(profile.nodes, runCost(profile) ?? NO_COST), subtrees)
}

export function nameRanksOf(profile: Profile): () => NameRanks {
  let made: NameRanks | undefined
  return () => (made ??= new NameRanks(profile))
}

export function startUpRowsOf({ profile, subtrees }: Pick<LoadedProfile, 'profile' | 'subtrees'>): () => ReadonlySet<number> {
  let found: ReadonlySet<number> | undefined
  return () => (found ??= startUpRows(profile, (row) => subtrees.childrenOf(row)))
}

export function loopsOf({ nodes }: Profile): LoadedProfile['loops'] {
  let found: LoopGroups | undefined
  return (progress) => (found ??= loopGroups(nodes, progress))
}

/** Made on the first request for a row's links. */
function pairIndices({ pairs, nodes }: Profile): LoadedProfile['pairsOf'] {
  const index = (side: 'source' | 'target'): (() => SparseEdgeIndex) => {
    let made: SparseEdgeIndex | undefined
    return () => (made ??= new SparseEdgeIndex(pairs[side], nodes.length))
  }
  return { source: index('source'), target: index('target') }
}

function ofTool(
  { profile, subtrees, storedSums }: Pick<LoadedProfile, 'profile' | 'subtrees' | 'storedSums'>,
  tool: Tool,
  charge: Charge,
  progress = UNOBSERVED,
): Pick<LoadedProfile, 'tool' | 'metrics' | 'isShown' | 'heaviest'> {
  progress.reached(0)
  const { nodes, run, pairs } = profile
  const metricsOf = (own: OwnSums): NodeSums => new SparseNodeSums(nodes, isNeutral(tool) ? trapsAsUse(nodes, own) : own, subtrees)
  if (isPlain(charge)) {
    const sums = storedSums(tool) ?? toolSums(profile, tool)
    progress.reached(0.9)
    return {
      tool,
      metrics: metricsOf(sums),
      isShown: shownNodes(profile, () => sums.seen, subtrees),
      heaviest: new HeaviestPairs(pairs, sums, subtrees),
    }
  }
  const charging = { nodes, run, pairs: chargedPairs(profile, charge), contextTotals: withColumns(profile.contextTotals, { length: 0 }) }
  progress.reached(0.3)
  const own = ownSums(charging, tool)
  progress.reached(0.6)
  const largest = largestPairs(charging.pairs, tool, nodes.length)
  return {
    tool,
    metrics: metricsOf(own),
    isShown: shownNodes(profile, () => storedSums(tool)?.seen ?? seenRows(profile, tool), subtrees),
    heaviest: new HeaviestPairs(charging.pairs, largest, subtrees),
  }
}

/**
 * The tool sampled, trapped or counted in the row's subtree, or the run had a cost there; all rows if there is only one
 * tool.
 */
function shownNodes({ run, nodes, cpuTimes, executed }: Profile, seenRowsOf: () => RowSet, subtrees: Subtrees): (node: number) => boolean {
  if (run.tools.length < 2) return () => true
  let seen = seenRowsOf()
  const cost = runCost({ cpuTimes, executed, run })
  if (cost !== null) {
    const spent = new RowSet(nodes.length)
    for (const node of cost.node) if (node >= 0) spent.add(node)
    seen = seen.with(spent)
  }
  return (node) => node === 0 || seen.rank(subtrees.endOf(node)) > seen.rank(node)
}

/** A node of the profile's own tree in this one; if several, the pair's; −1 if it was dropped. */
export function nodeIn(
  { nodeOf, cutRow, profile: { pairs } }: Pick<LoadedProfile, 'nodeOf' | 'cutRow' | 'profile'>,
  node: number,
  pair: number | null = null,
): number {
  for (const side of cutRow === undefined || pair === null ? [] : [pairs.source, pairs.target]) if (cutRow![side[pair!]!] === node) return side[pair!]!
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
  const use = isUse(relation) ? pairs.amount[pair]! : isNeutral(TOOLS[pairs.tool[pair]!]!) ? pairs.traps[pair]! : 0
  return { wasteInclusive: waste, useInclusive: use, wasteExclusive: 0, useExclusive: 0, traps: pairs.traps[pair]! }
}

/** The tool's total over the whole run, whatever the tree's shape: windows show shares of the same whole. */
export function wholeMetrics({ totals, tool }: Pick<LoadedProfile, 'totals' | 'tool'>): NodeMetrics {
  const { waste, traps, ...total } = totals[tool] ?? { waste: 0, use: 0, traps: 0 }
  const use = isNeutral(tool) ? traps : total.use
  return { wasteInclusive: waste, useInclusive: use, wasteExclusive: waste, useExclusive: use, traps }
}
