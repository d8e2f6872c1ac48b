/**
 * The metrics of node_metrics.ts for trees of many million rows: kept for the rows that have something of their own, and
 * summed when a row is looked at. A window shows some dozens of rows; columns of all rows would take longer to make, and more
 * memory, than the rest of the profile.
 */
import { sumUpwards } from '../profile/call_tree.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../profile/profile.ts'
import type { ChargedRows } from '../profile/charged_rows.ts'
import { growingInt32 } from '../profile/growing_column.ts'
import { RangeSums } from '../profile/range_sums.ts'
import { RowSet } from '../profile/row_set.ts'
import type { NodeTable } from '../profile/tables.ts'
import type { Tool } from '../run.ts'
import { eachHolder, type NodeMetricColumns, type OwnMetrics } from './node_metrics.ts'

export type NodeMetricName = keyof NodeMetricColumns

export interface NodeSums {
  value(node: number, name: NodeMetricName): number
  /** Of all rows, for those who look at each; made anew where it is not held. */
  column(name: NodeMetricName): Float64Array
  /** Rows in ascending order, without those that have neither waste nor use of their own. */
  eachExclusive(visit: (node: number, waste: number, use: number) => void): void
}

/** What a profile has in columns anyway. */
export function columnSums(columns: NodeMetricColumns): NodeSums {
  return {
    value: (node, name) => columns[name][node]!,
    column: (name) => columns[name],
    eachExclusive: (visit) => {
      const { wasteExclusive, useExclusive } = columns
      for (let node = 0; node < wasteExclusive.length; node++) if (wasteExclusive[node]! > 0 || useExclusive[node]! > 0) visit(node, wasteExclusive[node]!, useExclusive[node]!)
    },
  }
}

export class SparseNodeSums implements NodeSums {
  readonly #nodes: Pick<NodeTable, 'length' | 'parent' | 'kind'>
  readonly #end: Int32Array
  readonly #charged: ChargedRows
  readonly #own: OwnMetrics
  readonly #inclusive: Record<'wasteInclusive' | 'useInclusive' | 'traps', RangeSums>
  /** Rows that the accesses of charged rows below them are of (see eachHolder), and what they have by these. */
  readonly #holders: RowSet
  readonly #held: Record<'wasteExclusive' | 'useExclusive', Float64Array>

  /** @param charged of this profile @param end see subtreeEnds */
  constructor(profile: Pick<ProfileTables, 'nodes' | 'pairs' | 'contextTotals' | 'run'>, tool: Tool, charged: ChargedRows, end: Int32Array) {
    const { nodes } = profile
    const { rows } = charged
    this.#nodes = nodes
    this.#end = end
    this.#charged = charged
    this.#own = ownOfCharged(profile, TOOLS.indexOf(tool), charged)
    const { waste, use, traps } = this.#own
    this.#inclusive = { wasteInclusive: new RangeSums(waste), useInclusive: new RangeSums(use), traps: new RangeSums(traps) }
    // The rows that accesses are of, one after the other as eachHolder names them, and whose accesses these are.
    const [holderRows, holderOf] = [growingInt32(), growingInt32()]
    const holders = new RowSet(nodes.length)
    for (let at = 0; at < rows.length; at++) {
      if (!(waste[at]! + use[at]! > 0)) continue
      eachHolder(nodes, rows[at]!, (holder) => {
        holders.add(holder)
        holderRows.push(holder)
        holderOf.push(at)
      })
    }
    const held = { wasteExclusive: new Float64Array(holders.size), useExclusive: new Float64Array(holders.size) }
    for (let i = 0; i < holderRows.length; i++) {
      const rank = holders.rank(holderRows.get(i))
      const at = holderOf.get(i)
      held.wasteExclusive[rank]! += waste[at]!
      held.useExclusive[rank]! += use[at]!
    }
    this.#holders = holders
    this.#held = held
  }

  value(node: number, name: NodeMetricName): number {
    const { set } = this.#charged
    const rank = set.rank(node)
    if (name !== 'wasteExclusive' && name !== 'useExclusive') return this.#inclusive[name].sum(rank, set.rank(this.#end[node]!))
    const own = set.has(node) ? this.#own[name === 'wasteExclusive' ? 'waste' : 'use'][rank]! : 0
    return this.#holders.has(node) ? own + this.#held[name][this.#holders.rank(node)]! : own
  }

  column(name: NodeMetricName): Float64Array {
    const column = new Float64Array(this.#nodes.length)
    if (name === 'wasteExclusive' || name === 'useExclusive') {
      for (let node = 0; node < column.length; node++) column[node] = this.value(node, name)
      return column
    }
    const own = name === 'traps' ? this.#own.traps : name === 'wasteInclusive' ? this.#own.waste : this.#own.use
    this.#charged.rows.forEach((row, at) => (column[row] = own[at]!))
    return sumUpwards(this.#nodes.parent, column)
  }

  eachExclusive(visit: (node: number, waste: number, use: number) => void): void {
    const rows = new RowSet(this.#nodes.length)
    for (const row of this.#charged.rows) rows.add(row)
    for (const row of this.#holders.members()) rows.add(row)
    for (const row of rows.members()) {
      const waste = this.value(row, 'wasteExclusive')
      const use = this.value(row, 'useExclusive')
      if (waste > 0 || use > 0) visit(row, waste, use)
    }
  }
}

/** See ownMetrics; by the numbers of charged rows. */
function ownOfCharged({ pairs, contextTotals, run }: Pick<ProfileTables, 'pairs' | 'contextTotals' | 'run'>, wanted: number, { rows, ofPair, ofTotal }: ChargedRows): OwnMetrics {
  const [waste, use, traps] = [new Float64Array(rows.length), new Float64Array(rows.length), new Float64Array(rows.length)]
  const isWaste = RELATIONS.map(isWasteful)
  const isOfUse = RELATIONS.map(isUse)
  for (let pair = 0; pair < ofPair.length; pair++) {
    if (pairs.tool[pair] !== wanted) continue
    const at = ofPair[pair]!
    traps[at]! += pairs.traps[pair]!
    if (isWaste[pairs.relation[pair]!]) waste[at]! += pairs.amount[pair]!
    else if (isOfUse[pairs.relation[pair]!]) use[at]! += pairs.amount[pair]!
  }
  for (let row = 0; row < ofTotal.length; row++) {
    if (contextTotals.tool[row] !== wanted) continue
    const at = ofTotal[row]!
    use[at]! += contextTotals.use[row]!
    if (run.engine === 'exhaustive') traps[at] = Math.max(traps[at]!, contextTotals.instances[row]!)
  }
  return { waste, use, traps }
}
