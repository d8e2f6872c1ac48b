/**
 * Metrics of every row of the calling-context tree, from the pairs of one tool, and from the counts where every access
 * was: those of different tools never meet in one sum. Waste and use count at the earlier access; reuse is neither and
 * only counts its traps.
 * A row's inclusive value covers its subtree. Its exclusive value is that of the accesses in the row itself: of a
 * function those on its own lines, in its loops too, not those of functions called from it or inlined into it; of a
 * loop those on its own lines, not those of loops in it.
 */
import { inclusiveSums } from '../profile/tree/call_tree.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../profile/profile.ts'
import { INSTRUCTION, LINE, LOOP, type NodeTable } from '../profile/tables.ts'
import type { Tool } from '../run.ts'

export interface NodeMetricColumns {
  wasteInclusive: Float64Array
  useInclusive: Float64Array
  wasteExclusive: Float64Array
  useExclusive: Float64Array
  /** Inclusive. Where every access was counted, accesses, or those that ended in pairs where there are more of them. */
  traps: Float64Array
}

/** Metrics of each row's own accesses. */
export interface OwnMetrics {
  waste: Float64Array
  use: Float64Array
  traps: Float64Array
}

export function ownMetrics({ nodes, pairs, contextTotals, run }: Pick<ProfileTables, 'nodes' | 'pairs' | 'contextTotals' | 'run'>, tool: Tool): OwnMetrics {
  const waste = new Float64Array(nodes.length)
  const use = new Float64Array(nodes.length)
  const traps = new Float64Array(nodes.length)
  const wanted = TOOLS.indexOf(tool)
  // Each column is looked up once: a profile checks on each access whether it was read.
  const { tool: toolOf, relation: relationOf, source, amount, traps: trapsOf } = pairs
  for (let pair = 0; pair < pairs.length; pair++) {
    if (toolOf[pair] !== wanted) continue
    const relation = RELATIONS[relationOf[pair]!]!
    const node = source[pair]!
    traps[node]! += trapsOf[pair]!
    if (isWasteful(relation)) waste[node]! += amount[pair]!
    else if (isUse(relation)) use[node]! += amount[pair]!
  }
  const { tool: toolOfTotal, node: nodeOf, use: useOf, instances } = contextTotals
  for (let row = 0; row < contextTotals.length; row++) {
    if (toolOfTotal[row] !== wanted) continue
    const node = nodeOf[row]!
    use[node]! += useOf[row]!
    if (run.engine === 'exhaustive') traps[node] = Math.max(traps[node]!, instances[row]!)
  }
  return { waste, use, traps }
}

export function sumMetrics(nodes: NodeTable, { waste, use, traps }: OwnMetrics): NodeMetricColumns {
  return {
    wasteInclusive: inclusiveSums(nodes.parent, waste),
    useInclusive: inclusiveSums(nodes.parent, use),
    wasteExclusive: exclusiveSums(nodes, waste),
    useExclusive: exclusiveSums(nodes, use),
    traps: inclusiveSums(nodes.parent, traps),
  }
}

function exclusiveSums({ parent, kind }: NodeTable, own: Float64Array): Float64Array {
  const exclusive = Float64Array.from(own)
  const tree = { parent, kind }
  for (let row = 1; row < own.length; row++) if (own[row] !== 0) eachHolder(tree, row, (holder) => (exclusive[holder]! += own[row]!))
  return exclusive
}

/** The rows above `row` that its accesses are of: its line, the innermost loop and the function or inlined function that the line belongs to. */
export function eachHolder({ parent, kind }: Pick<NodeTable, 'parent' | 'kind'>, row: number, visit: (holder: number) => void): void {
  let holder = row
  const rise = (): void => {
    holder = parent[holder]!
    visit(holder)
  }
  if (kind[holder] === INSTRUCTION) rise()
  if (kind[holder] === LINE) rise()
  if (kind[holder] !== LOOP) return
  while (kind[parent[holder]!] === LOOP) holder = parent[holder]!
  rise()
}
