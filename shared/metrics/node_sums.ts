/**
 * The metrics of node_metrics.ts for trees of many million rows: kept for the rows that have something of their own, and
 * summed when a row is looked at. A window shows some dozens of rows; columns of all rows would take longer to make, and more
 * memory, than the rest of the profile.
 */
import { sumUpwards } from '../profile/call_tree.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../profile/profile.ts'
import { RangeSums } from '../profile/range_sums.ts'
import { RowSet } from '../profile/row_set.ts'
import type { NodeTable } from '../profile/tables.ts'
import type { Tool } from '../report.ts'
import { eachHolder, type NodeMetricColumns } from './node_metrics.ts'

export type NodeMetricName = keyof NodeMetricColumns

export interface NodeSums {
  value(node: number, name: NodeMetricName): number
  /** Of all rows, for those who look at each; made anew where it is not held. */
  column(name: NodeMetricName): Float64Array
}

/** What a profile has in columns anyway. */
export function columnSums(columns: NodeMetricColumns): NodeSums {
  return { value: (node, name) => columns[name][node]!, column: (name) => columns[name] }
}

export class SparseNodeSums implements NodeSums {
  readonly #nodes: Pick<NodeTable, 'length' | 'parent' | 'kind'>
  readonly #end: Int32Array
  readonly #own: OwnSums
  readonly #inclusive: Record<'wasteInclusive' | 'useInclusive' | 'traps', RangeSums>
  /** Rows that own rows' accesses are of (see eachHolder), themselves among them. */
  readonly #holders: RowSet
  readonly #exclusive: Record<'wasteExclusive' | 'useExclusive', Float64Array>

  /** @param end see subtreeEnds */
  constructor(profile: Pick<ProfileTables, 'nodes' | 'pairs' | 'contextTotals' | 'run'>, tool: Tool, end: Int32Array) {
    const { nodes } = profile
    this.#nodes = nodes
    this.#end = end
    this.#own = ownSums(profile, TOOLS.indexOf(tool))
    const { rows, waste, use, traps } = this.#own
    this.#inclusive = { wasteInclusive: new RangeSums(waste), useInclusive: new RangeSums(use), traps: new RangeSums(traps) }
    const holders = new RowSet(nodes.length)
    for (const row of rows) {
      holders.add(row)
      eachHolder(nodes, row, (holder) => holders.add(holder))
    }
    const exclusive = { wasteExclusive: new Float64Array(holders.size), useExclusive: new Float64Array(holders.size) }
    rows.forEach((row, at) => {
      const hold = (holder: number): void => {
        const rank = holders.rank(holder)
        exclusive.wasteExclusive[rank]! += waste[at]!
        exclusive.useExclusive[rank]! += use[at]!
      }
      hold(row)
      eachHolder(nodes, row, hold)
    })
    this.#holders = holders
    this.#exclusive = exclusive
  }

  value(node: number, name: NodeMetricName): number {
    if (name === 'wasteExclusive' || name === 'useExclusive') return this.#holders.has(node) ? this.#exclusive[name][this.#holders.rank(node)]! : 0
    const { set } = this.#own
    return this.#inclusive[name].sum(set.rank(node), set.rank(this.#end[node]!))
  }

  column(name: NodeMetricName): Float64Array {
    const column = new Float64Array(this.#nodes.length)
    if (name === 'wasteExclusive' || name === 'useExclusive') {
      for (let node = 0; node < column.length; node++) column[node] = this.value(node, name)
      return column
    }
    const own = name === 'traps' ? this.#own.traps : name === 'wasteInclusive' ? this.#own.waste : this.#own.use
    this.#own.rows.forEach((row, at) => (column[row] = own[at]!))
    return sumUpwards(this.#nodes.parent, column)
  }
}

/** Of the rows that have accesses of their own: which these are, in their order, and what they have. */
interface OwnSums { set: RowSet; rows: Int32Array; waste: Float64Array; use: Float64Array; traps: Float64Array }

/** See ownMetrics. */
function ownSums({ nodes, pairs, contextTotals, run }: Pick<ProfileTables, 'nodes' | 'pairs' | 'contextTotals' | 'run'>, wanted: number): OwnSums {
  const set = new RowSet(nodes.length)
  for (let pair = 0; pair < pairs.length; pair++) if (pairs.tool[pair] === wanted) set.add(pairs.source[pair]!)
  for (let row = 0; row < contextTotals.length; row++) if (contextTotals.tool[row] === wanted) set.add(contextTotals.node[row]!)
  const own: OwnSums = { set, rows: new Int32Array(set.size), waste: new Float64Array(set.size), use: new Float64Array(set.size), traps: new Float64Array(set.size) }
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs.tool[pair] !== wanted) continue
    const relation = RELATIONS[pairs.relation[pair]!]!
    const rank = set.rank(pairs.source[pair]!)
    own.rows[rank] = pairs.source[pair]!
    own.traps[rank]! += pairs.traps[pair]!
    if (isWasteful(relation)) own.waste[rank]! += pairs.amount[pair]!
    else if (isUse(relation)) own.use[rank]! += pairs.amount[pair]!
  }
  for (let row = 0; row < contextTotals.length; row++) {
    if (contextTotals.tool[row] !== wanted) continue
    const rank = set.rank(contextTotals.node[row]!)
    own.rows[rank] = contextTotals.node[row]!
    own.use[rank]! += contextTotals.use[row]!
    if (run.engine === 'exhaustive') own.traps[rank] = Math.max(own.traps[rank]!, contextTotals.instances[row]!)
  }
  return own
}
