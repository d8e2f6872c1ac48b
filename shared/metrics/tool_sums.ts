/**
 * The exclusive sums of one tool by row of the tree: all that a tree view needs of pairs and counted accesses. A profile's
 * file holds them beside those tables, which then need not be read for the first rows.
 */
import { narrowed } from '../profile/narrowed.ts'
import { inMemory, type NumberColumn } from '../profile/columns/number_column.ts'
import { isSought, isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../profile/profile.ts'
import { RangeSums } from '../profile/columns/range_sums.ts'
import { RowSet } from '../profile/columns/row_set.ts'
import type { NodeTable } from '../profile/tables.ts'
import type { Tool } from '../run.ts'
import { eachHolder } from './node_metrics.ts'

export interface OwnSums {
  /** Rows that pairs or counted accesses are charged to. */
  charged: RowSet
  /** By the numbers of charged rows. */
  waste: RangeSums
  use: RangeSums
  traps: RangeSums
  /** Rows that the accesses of charged rows below them are of (see eachHolder). */
  holders: RowSet
  /** The sums that they hold, by their numbers. */
  heldWaste: NumberColumn
  heldUse: NumberColumn
}

type Tree = Pick<NodeTable, 'length' | 'parent' | 'kind'>

/** The largest wasteful (or reuse) pairs. */
export interface LargestPairs {
  /** Rows with such a pair of their own. */
  paired: RowSet
  /** By the numbers of these rows; of equal ones the first. */
  largest: Int32Array
}

export interface ToolSums extends OwnSums, LargestPairs {
  /** Rows at which the tool sampled, trapped or counted. */
  seen: RowSet
}

type Charging = Pick<ProfileTables, 'contextTotals' | 'run'> & {
  nodes: Tree
  pairs: Pick<ProfileTables['pairs'], 'source' | 'tool' | 'relation' | 'amount' | 'traps'>
}

export function toolSums(profile: Charging & Seen, tool: Tool): ToolSums {
  return { ...ownSums(profile, tool), ...largestPairs(profile.pairs, tool, profile.nodes.length), seen: seenRows(profile, tool) }
}

export function ownSums({ nodes, pairs, contextTotals, run }: Charging, tool: Tool): OwnSums {
  const wanted = TOOLS.indexOf(tool)
  const { source, tool: tools, relation, amount, traps: trapsOf } = pairs
  const charged = new RowSet(nodes.length)
  for (let pair = 0; pair < source.length; pair++) if (tools[pair] === wanted) charged.add(source[pair]!)
  const { length } = contextTotals
  if (length > 0) {
    const { node, tool: counters } = contextTotals
    for (let row = 0; row < length; row++) if (counters[row] === wanted) charged.add(node[row]!)
  }
  const [waste, use, traps] = [new Float64Array(charged.size), new Float64Array(charged.size), new Float64Array(charged.size)]
  const isWaste = RELATIONS.map(isWasteful)
  const isOfUse = RELATIONS.map(isUse)
  for (let pair = 0; pair < source.length; pair++) {
    if (tools[pair] !== wanted) continue
    const at = charged.rank(source[pair]!)
    traps[at]! += trapsOf[pair]!
    if (isWaste[relation[pair]!]) waste[at]! += amount[pair]!
    else if (isOfUse[relation[pair]!]) use[at]! += amount[pair]!
  }
  if (length > 0) {
    const { node, tool: counters, use: counted, instances } = contextTotals
    for (let row = 0; row < length; row++) {
      if (counters[row] !== wanted) continue
      const at = charged.rank(node[row]!)
      use[at]! += counted[row]!
      if (run.engine === 'exhaustive') traps[at] = Math.max(traps[at]!, instances[row]!)
    }
  }
  const sums = (values: Float64Array): RangeSums => new RangeSums(narrowed(values))
  return { charged, waste: sums(waste), use: sums(use), traps: sums(traps), ...heldSums(nodes, charged, waste, use) }
}

/**
 * With the traps of a tool that knows neither waste nor use in the place of its use, so that rows have own ones too. Sums of
 * holders are made when one is first requested: few views of a large profile do.
 */
export function trapsAsUse(nodes: Tree, { charged, waste, traps }: Pick<OwnSums, 'charged' | 'waste' | 'traps'>): OwnSums {
  let made: ReturnType<typeof heldSums> | undefined
  const held = (): ReturnType<typeof heldSums> => (made ??= heldSums(nodes, charged, new Float64Array(charged.size), Float64Array.from(traps.values.all())))
  return {
    charged,
    waste,
    use: traps,
    traps,
    get holders() {
      return held().holders
    },
    get heldWaste() {
      return held().heldWaste
    },
    get heldUse() {
      return held().heldUse
    },
  }
}

/** @param waste by the numbers of charged rows, as `use` */
export function heldSums(nodes: Tree, charged: RowSet, waste: Float64Array, use: Float64Array): Pick<OwnSums, 'holders' | 'heldWaste' | 'heldUse'> {
  const holders = new RowSet(nodes.length)
  const rows = charged.members()
  const eachHeld = (visit: (holder: number, at: number) => void): void => {
    for (let at = 0; at < rows.length; at++) if (waste[at]! + use[at]! > 0) eachHolder(nodes, rows[at]!, (holder) => visit(holder, at))
  }
  eachHeld((holder) => holders.add(holder))
  const [heldWaste, heldUse] = [new Float64Array(holders.size), new Float64Array(holders.size)]
  eachHeld((holder, at) => {
    const rank = holders.rank(holder)
    heldWaste[rank]! += waste[at]!
    heldUse[rank]! += use[at]!
  })
  return { holders, heldWaste: inMemory(narrowed(heldWaste)), heldUse: inMemory(narrowed(heldUse)) }
}

/** @param nodeCount rows of the tree */
export function largestPairs(
  { source, tool: tools, relation, amount }: Pick<ProfileTables['pairs'], 'source' | 'tool' | 'relation' | 'amount'>,
  tool: Tool,
  nodeCount: number,
): LargestPairs {
  const wanted = TOOLS.indexOf(tool)
  const isWanted = RELATIONS.map(isSought)
  const counts = (pair: number): boolean => tools[pair] === wanted && isWanted[relation[pair]!] === true
  const paired = new RowSet(nodeCount)
  for (let pair = 0; pair < source.length; pair++) if (counts(pair)) paired.add(source[pair]!)
  const largest = new Int32Array(paired.size).fill(-1)
  for (let pair = 0; pair < source.length; pair++) {
    if (!counts(pair)) continue
    const at = paired.rank(source[pair]!)
    if (largest[at]! < 0 || amount[pair]! > amount[largest[at]!]!) largest[at] = pair
  }
  return { paired, largest }
}

interface Seen {
  nodes: { length: number }
  pairs: Pick<ProfileTables['pairs'], 'source' | 'target' | 'tool'>
  watches: Pick<ProfileTables['watches'], 'length' | 'node' | 'tool'>
  contextTotals: Pick<ProfileTables['contextTotals'], 'length' | 'node' | 'tool'>
}

export function seenRows({ nodes, pairs, watches, contextTotals }: Seen, tool: Tool): RowSet {
  const wanted = TOOLS.indexOf(tool)
  const seen = new RowSet(nodes.length)
  const { source, target, tool: tools } = pairs
  for (let pair = 0; pair < source.length; pair++) {
    if (tools[pair] !== wanted) continue
    seen.add(source[pair]!)
    seen.add(target[pair]!)
  }
  for (let watch = 0; watch < watches.length; watch++) if (watches.tool[watch] === wanted) seen.add(watches.node[watch]!)
  if (contextTotals.length === 0) return seen
  const { node, tool: counters } = contextTotals
  for (let row = 0; row < contextTotals.length; row++) if (counters[row] === wanted) seen.add(node[row]!)
  return seen
}
