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
  const number = (row: number): number => {
    const rank = set.rank(row)
    rows[rank] = row
    return rank
  }
  return { set, rows, ofPair: source.map(number), ofTotal: totals.map(number) }
}
