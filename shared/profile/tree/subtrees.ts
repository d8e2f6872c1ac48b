/** Where subtrees end, for those who look at few rows and for those who look at all. */
import { childrenOf, subtreeEnds } from './call_tree.ts'
import type { NodeTable } from '../tables.ts'

/** The children that a tree shows of a row, in table order. */
export type ChildrenOf = (row: number) => Int32Array

export interface Subtrees {
  /** One past the last row of the row's subtree, always beyond the row: walking from one to the next comes to an end, also in a file that lies. */
  endOf(row: number): number
  /** In table order; their subtrees fill the row's. */
  childrenOf(row: number): Int32Array
  /** One past the last row of each row's subtree. */
  readonly end: Int32Array
}

/** @param nodes in depth-first order */
export function subtreesOf({ parent }: Pick<NodeTable, 'parent'>): Subtrees {
  const end = subtreeEnds(parent)
  if (end === null) throw new Error('the tree of a profile must be in depth-first order')
  return { endOf: (row) => end[row]!, childrenOf: (row) => childrenOf(end, row), end }
}
