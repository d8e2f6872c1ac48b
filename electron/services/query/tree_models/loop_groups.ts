/** Loops of functions, in whatever context: loop rows of the tree with the same place in the same nest. */
import { PairInterner } from '../../../../shared/profile/pair_interner.ts'
import { RowSet } from '../../../../shared/profile/columns/row_set.ts'
import { rowProgress, UNOBSERVED } from '../../../../shared/progress.ts'
import { LOOP, type NodeTable } from '../../../../shared/profile/tables.ts'

export interface LoopGroups {
  length: number
  /** Loop that the node is, or is directly in; −1 if neither. */
  ofNode(node: number): number
  /** Rows of the tree that are loops. */
  rows: RowSet
  /** By loop: the loop around it in the same function, smaller than its own number; −1 if there is none. */
  parent: Int32Array
  /** By loop: its first row in the tree. */
  node: Int32Array
}

export function loopGroups(table: NodeTable, progress = UNOBSERVED): LoopGroups {
  const { length, kind, parent, functionIndex, file, line } = table
  const rows = new RowSet(length)
  const reached = rowProgress(progress, length)
  for (let node = 1; node < length; node++) {
    reached(node)
    if (kind[node] === LOOP) rows.add(node)
  }
  /** By the numbers of loop rows. */
  const ofRow = new Int32Array(rows.size)
  const ofNode = (node: number): number => {
    if (kind[node] === LOOP) return ofRow[rows.rank(node)]!
    const above = parent[node] ?? -1
    return above >= 0 && kind[above] === LOOP ? ofRow[rows.rank(above)]! : -1
  }
  const holders = new PairInterner()
  const places = new PairInterner()
  const headers = new Map<number, number>()
  // The largest column of the tree, which only loops without a line need.
  const headerOf = (node: number): number => {
    const address = table.address[node]!
    if (!headers.has(address)) headers.set(address, headers.size)
    return headers.get(address)!
  }
  const groups = new PairInterner()
  const parents: number[] = []
  const nodes: number[] = []
  for (const [number, node] of rows.members().entries()) {
    const above = parent[node]!
    const around = kind[above] === LOOP ? ofNode(above) : -1
    const place = line[node]! > 0 ? places.intern(file[node]!, line[node]!) : places.intern(-1, headerOf(node))
    const group = groups.intern(holders.intern(functionIndex[node]!, around), place)
    parents[group] ??= around
    nodes[group] ??= node
    ofRow[number] = group
  }
  return { length: groups.length, ofNode, rows, parent: Int32Array.from(parents), node: Int32Array.from(nodes) }
}
