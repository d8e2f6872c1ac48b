/** The rows of a tree that pairs or counted accesses of any tool are charged to, numbered from 0 in their order: whatever is kept for each of them is small beside the tree. */
import type { ProfileTables } from './profile.ts'
import { RowSet } from './row_set.ts'

export interface ChargedRows {
  set: RowSet
  /** Of the tree. */
  rows: Int32Array
  /** Number of each pair's `source`. */
  ofPair: Int32Array
  /** Number of the row of each of `contextTotals`. */
  ofTotal: Int32Array
}

export function chargedRows({ nodes, pairs, contextTotals }: { nodes: { length: number }; pairs: Pick<ProfileTables['pairs'], 'source'>; contextTotals: Pick<ProfileTables['contextTotals'], 'length' | 'node'> }): ChargedRows {
  const { source } = pairs
  const totals = contextTotals.node.subarray(0, contextTotals.length)
  const set = new RowSet(nodes.length)
  for (let pair = 0; pair < source.length; pair++) set.add(source[pair]!)
  for (let row = 0; row < totals.length; row++) set.add(totals[row]!)
  const rows = new Int32Array(set.size)
  const numbers = (column: Int32Array): Int32Array => {
    const ranks = new Int32Array(column.length)
    for (let at = 0; at < column.length; at++) {
      ranks[at] = set.rank(column[at]!)
      rows[ranks[at]!] = column[at]!
    }
    return ranks
  }
  return { set, rows, ofPair: numbers(source), ofTotal: numbers(totals) }
}
