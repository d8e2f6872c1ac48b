/** Which children of a row of the calling-context tree a printed tree shows, and which it folds into one line. */
import { childrenOf } from '../../shared/profile/call_tree.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { INSTRUCTION, LINE } from '../../shared/profile/tables.ts'

/** Rows with a smaller share of waste + use are folded into one that says how many. */
const SMALLEST_SHARE = 0.005

export interface FoldedChildren {
  /** Sorted by `compare`. */
  large: number[]
  /** Null: nothing is folded. */
  folded: { count: number; share: number } | null
}

/**
 * @param end one past the last row of each subtree
 * @param share of all that the tree has, 0..1; rows with none are left out, and instructions below their line
 */
export function foldedChildren({ nodes }: Pick<ProfileTables, 'nodes'>, end: Int32Array, row: number, share: (row: number) => number, compare: (a: number, b: number) => number): FoldedChildren {
  const children = Array.from(childrenOf(end, row)).filter((child) => share(child) > 0 && (nodes.kind[child] !== INSTRUCTION || nodes.kind[row] !== LINE))
  const large = children.filter((child) => share(child) >= SMALLEST_SHARE).sort(compare)
  const count = children.length - large.length
  return { large, folded: count === 0 ? null : { count, share: children.reduce((sum, child) => sum + (share(child) < SMALLEST_SHARE ? share(child) : 0), 0) } }
}
