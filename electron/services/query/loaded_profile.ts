/** An opened profile with everything that views derive from it once, or once per tool. */
import { SparseNodeSums, type NodeSums } from '../../../shared/metrics/node_sums.ts'
import { totalsByTool, type TotalsByTool } from '../../../shared/metrics/totals.ts'
import { subtreeEnds } from '../../../shared/profile/call_tree.ts'
import { chargedRows, type ChargedRows } from '../../../shared/profile/charged_rows.ts'
import { SparseEdgeIndex } from '../../../shared/profile/edge_index.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type Profile } from '../../../shared/profile/profile.ts'
import { RowSet } from '../../../shared/profile/row_set.ts'
import type { Tool } from '../../../shared/run.ts'
import type { Progress } from '../../../shared/progress.ts'
import type { NodeMetrics, TreeTransform } from '../../../shared/rpc/trees.ts'
import { chargedPairs, isPlain, PLAIN_CHARGE, type Charge } from './charged_pairs.ts'
import { HeaviestPairs } from './heaviest_pairs.ts'
import { NameRanks } from './name_ranks.ts'
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
  metrics: NodeSums
  /** The tool sampled, trapped or counted in the row's subtree. */
  isShown(node: number): boolean
  /** Pairs of all tools. */
  pairsOf: Record<'source' | 'target', () => SparseEdgeIndex>
  /** Made when rows are first sorted by name. */
  nameRanks(): NameRanks
  /** By the profile's pairs as they are. */
  charged: ChargedRows
  /** Of the tool. */
  heaviest: HeaviestPairs
  /** The same profile as each tool sees it that was asked for; of the joint tree of two runs, as each run does. */
  byTool: Map<MetricsOf, LoadedProfile>
  /** Where the metrics count the waste, and of which threads. */
  charge: Charge
  /** Row of each row of the profile's own tree; null: this is it. */
  nodeOf: Int32Array | null
}

/** What all tools have in all rows of a larger profile is not held at once: columns of so many numbers. */
const MOST_SIDE_BY_SIDE = 1 << 25

/** The profile as its first tool sees it. @param end see subtreeEnds */
export function loadProfile(profile: Profile, end = subtreeEnds(profile.nodes.parent)): LoadedProfile {
  if (end === null) throw new Error('the tree of a profile must be in depth-first order')
  const charged = chargedRows(profile)
  const loaded: LoadedProfile = {
    profile,
    totals: totalsByTool(profile),
    end,
    pairsOf: pairIndices(profile),
    nameRanks: nameRanksOf(profile),
    charged,
    byTool: new Map(),
    charge: PLAIN_CHARGE,
    nodeOf: null,
    ...ofTool({ profile, charged, end }, profile.run.tools[0] ?? TOOLS[0]!, PLAIN_CHARGE),
  }
  loaded.byTool.set(loaded.tool, loaded)
  return loaded
}

/** The same profile as another tool sees it, made once. */
export function withTool(loaded: LoadedProfile, tool: MetricsOf): LoadedProfile {
  const known = loaded.byTool.get(tool)
  if (known) return known
  if (tool === 'old' || tool === 'new') throw new Error('a profile of one run has no sides')
  const made = { ...loaded, ...ofTool(loaded, tool, loaded.charge) }
  loaded.byTool.set(tool, made)
  return made
}

/** The same profile with other frames, or with its waste charged otherwise; totals stay those of the whole run. */
export function reshaped(loaded: LoadedProfile, transforms: readonly TreeTransform[], charge: Charge, progress: Progress): LoadedProfile {
  if (transforms.length === 0) return { ...loaded, charge, byTool: new Map(), ...ofTool(loaded, loaded.tool, charge) }
  const { profile, nodeOf } = transformProfile(loaded.profile, transforms, progress)
  const [end, charged] = [subtreeEnds(profile.nodes.parent)!, chargedRows(profile)]
  return { ...loaded, profile, nodeOf, charge, charged, byTool: new Map(), end, pairsOf: pairIndices(profile), nameRanks: nameRanksOf(profile), ...ofTool({ profile, charged, end }, loaded.tool, charge) }
}

/** Tools whose numbers stand side by side in every row; none where there is one tool, or too much to hold. */
export function toolsSideBySide({ profile: { run, nodes } }: LoadedProfile): Tool[] {
  return run.tools.length > 1 && run.tools.length * nodes.length <= MOST_SIDE_BY_SIDE ? run.tools : []
}

export function nameRanksOf(profile: Profile): () => NameRanks {
  let made: NameRanks | undefined
  return () => (made ??= new NameRanks(profile))
}

/** Made when a row is first asked for its links. */
function pairIndices({ pairs, nodes }: Profile): LoadedProfile['pairsOf'] {
  const index = (endpoint: Int32Array): (() => SparseEdgeIndex) => {
    let made: SparseEdgeIndex | undefined
    return () => (made ??= new SparseEdgeIndex(endpoint, nodes.length))
  }
  return { source: index(pairs.source), target: index(pairs.target) }
}

function ofTool({ profile, charged, end }: Pick<LoadedProfile, 'profile' | 'charged' | 'end'>, tool: Tool, charge: Charge): Pick<LoadedProfile, 'tool' | 'metrics' | 'isShown' | 'heaviest'> {
  const isShown = shownNodes(profile, tool, end)
  const number = TOOLS.indexOf(tool)
  if (isPlain(charge)) return { tool, metrics: new SparseNodeSums(profile, tool, charged, end), isShown, heaviest: new HeaviestPairs(profile.pairs, number, charged, end) }
  const otherwise = { ...profile, pairs: chargedPairs(profile, charge), contextTotals: { ...profile.contextTotals, length: 0 } }
  const rows = chargedRows(otherwise)
  return { tool, metrics: new SparseNodeSums(otherwise, tool, rows, end), isShown, heaviest: new HeaviestPairs(otherwise.pairs, number, rows, end) }
}

/** All rows where there is only one tool. */
function shownNodes({ nodes, pairs, watches, contextTotals, run }: Profile, tool: Tool, end: Int32Array): (node: number) => boolean {
  if (run.tools.length < 2) return () => true
  const wanted = TOOLS.indexOf(tool)
  const seen = new RowSet(nodes.length)
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs.tool[pair] !== wanted) continue
    seen.add(pairs.source[pair]!)
    seen.add(pairs.target[pair]!)
  }
  for (let watch = 0; watch < watches.length; watch++) if (watches.tool[watch] === wanted) seen.add(watches.node[watch]!)
  for (let row = 0; row < contextTotals.length; row++) if (contextTotals.tool[row] === wanted) seen.add(contextTotals.node[row]!)
  return (node) => node === 0 || seen.rank(end[node]!) > seen.rank(node)
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

/** What the tool has in the whole run, however its tree is shaped: windows show shares of the same. */
export function wholeMetrics({ totals, tool }: Pick<LoadedProfile, 'totals' | 'tool'>): NodeMetrics {
  const { waste, use, traps } = totals[tool] ?? { waste: 0, use: 0, traps: 0 }
  return { wasteInclusive: waste, useInclusive: use, wasteExclusive: waste, useExclusive: use, traps }
}
