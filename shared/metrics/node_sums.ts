/**
 * The metrics of node_metrics.ts for trees of many million rows: kept for the rows that have something of their own, and
 * summed when a row is shown. A window shows some dozens of rows; columns of all rows would take longer to make, and more
 * memory, than the rest of the profile.
 */
import { sumUpwards } from '../profile/tree/call_tree.ts'
import type { NumberColumn } from '../profile/columns/number_column.ts'
import type { RangeSums } from '../profile/columns/range_sums.ts'
import type { Subtrees } from '../profile/tree/subtrees.ts'
import type { NodeTable } from '../profile/tables.ts'
import type { NodeMetricColumns } from './node_metrics.ts'
import type { OwnSums } from './tool_sums.ts'

export type NodeMetricName = keyof NodeMetricColumns

export interface NodeSums {
  value(node: number, name: NodeMetricName): number
  /** Values of all rows, for callers that read each; computed anew if not held. @param room a column of the same length whose content is no longer needed */
  column(name: NodeMetricName, room?: Float64Array): Float64Array
  /** Rows in ascending order, without those that have neither waste nor use of their own. */
  eachExclusive(visit: (node: number, waste: number, use: number) => void): void
  /** Reads the tables behind the values into memory, before many values are requested. */
  prepare(): void
}

/** The sums of a profile that has its metrics in columns. */
export function columnSums(columns: NodeMetricColumns): NodeSums {
  return {
    value: (node, name) => columns[name][node]!,
    column: (name) => columns[name],
    eachExclusive: (visit) => {
      const { wasteExclusive, useExclusive } = columns
      for (let node = 0; node < wasteExclusive.length; node++)
        if (wasteExclusive[node]! > 0 || useExclusive[node]! > 0) visit(node, wasteExclusive[node]!, useExclusive[node]!)
    },
    prepare: () => {},
  }
}

export class SparseNodeSums implements NodeSums {
  readonly #nodes: Pick<NodeTable, 'length' | 'parent'>
  readonly #subtrees: Subtrees
  readonly #own: OwnSums

  /** @param own of the profile that has these nodes, and of one tool */
  constructor(nodes: Pick<NodeTable, 'length' | 'parent'>, own: OwnSums, subtrees: Subtrees) {
    this.#nodes = nodes
    this.#subtrees = subtrees
    this.#own = own
  }

  value(node: number, name: NodeMetricName): number {
    const { charged, holders } = this.#own
    const own = this.#ownSums(name)
    if (name !== 'wasteExclusive' && name !== 'useExclusive') return own.sum(charged.rank(node), charged.rank(this.#subtrees.endOf(node)))
    const value = charged.has(node) ? own.values.at(charged.rank(node)) : 0
    return holders.has(node) ? value + this.#held(name).at(holders.rank(node)) : value
  }

  column(name: NodeMetricName, room?: Float64Array): Float64Array {
    const column = room?.fill(0) ?? new Float64Array(this.#nodes.length)
    const own = this.#ownSums(name).values.all()
    this.#own.charged.each((row, at) => (column[row] = own[at]!))
    if (name !== 'wasteExclusive' && name !== 'useExclusive') return sumUpwards(this.#nodes.parent, column)
    const held = this.#held(name).all()
    this.#own.holders.each((row, at) => (column[row]! += held[at]!))
    return column
  }

  eachExclusive(visit: (node: number, waste: number, use: number) => void): void {
    this.prepare()
    const { charged, holders } = this.#own
    const [ownWaste, ownUse, heldWaste, heldUse] = [
      this.#own.waste.values.all(),
      this.#own.use.values.all(),
      this.#own.heldWaste.all(),
      this.#own.heldUse.all(),
    ]
    let [ownAt, heldAt] = [0, 0]
    charged.with(holders).each((row) => {
      let [waste, use] = [0, 0]
      if (charged.has(row)) {
        waste = ownWaste[ownAt]!
        use = ownUse[ownAt++]!
      }
      if (holders.has(row)) {
        waste += heldWaste[heldAt]!
        use += heldUse[heldAt++]!
      }
      if (waste > 0 || use > 0) visit(row, waste, use)
    })
  }

  prepare(): void {
    const { waste, use, traps, heldWaste, heldUse } = this.#own
    for (const column of [waste.values, use.values, traps.values, heldWaste, heldUse]) column.all()
  }

  #ownSums(name: NodeMetricName): RangeSums {
    if (name === 'traps') return this.#own.traps
    return name === 'wasteInclusive' || name === 'wasteExclusive' ? this.#own.waste : this.#own.use
  }

  #held(name: 'wasteExclusive' | 'useExclusive'): NumberColumn {
    return this.#own[name === 'wasteExclusive' ? 'heldWaste' : 'heldUse']
  }
}
