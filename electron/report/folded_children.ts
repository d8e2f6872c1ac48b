/**
 * Selects which children of a row of the calling-context tree a printed tree shows, and which it folds into one line.
 */
import { isCreation } from '../../shared/profile/created_threads.ts'
import { childrenBelowStartUp, startUpRowsBelow } from '../../shared/profile/tree/start_up_rows.ts'
import type { RecursiveFrames } from '../../shared/profile/recursion.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { FUNCTION, INSTRUCTION, LINE } from '../../shared/profile/tables.ts'
import type { ChildrenOf } from '../../shared/profile/tree/subtrees.ts'

/**
 * Rows with a smaller share of waste + use, and of the waste alone, which may be a small part of it, are folded into
 * one that states their number.
 */
const SMALLEST_SHARE = 0.005

export interface FoldedChildren {
  /** Sorted by `compare`. */
  large: number[]
  /** Null: nothing is folded. */
  folded: { count: number; share: number } | null
}

export interface Folding {
  share: (row: number) => number
  wasteShare: (row: number) => number
  compare: (a: number, b: number) => number
}

/**
 * @param share of the tree's total, 0..1; rows with none are left out, and so are instructions below their line
 * @param wasteShare of all waste in it, 0..1
 */
export function foldedChildren(
  { nodes, functions, files }: Pick<ProfileTables, 'nodes' | 'functions' | 'files'>,
  childrenOf: ChildrenOf,
  row: number,
  folding: Folding,
): FoldedChildren {
  // Frames that only start the program or a thread are folded into the root, or the creation of their thread.
  const beginsThread = row === 0 || (nodes.kind[row] === FUNCTION && isCreation(functions[nodes.functionIndex[row]!]!))
  return splitChildren(
    nodes,
    row,
    beginsThread ? childrenBelowStartUp(startUpRowsBelow({ nodes, functions, files }, [row], childrenOf), row, childrenOf) : childrenOf(row),
    folding,
  )
}

/** The rows shown below this one: its children, or those of folded recursive frames. */
export function splitChildren(
  nodes: Pick<ProfileTables['nodes'], 'kind'>,
  row: number,
  all: Iterable<number>,
  { share, wasteShare, compare }: Folding,
): FoldedChildren {
  const children = Array.from(all).filter((child) => share(child) > 0 && (nodes.kind[child] !== INSTRUCTION || nodes.kind[row] !== LINE))
  const isLarge = (child: number): boolean => share(child) >= SMALLEST_SHARE || wasteShare(child) >= SMALLEST_SHARE
  const large = children.filter(isLarge).sort(compare)
  const count = children.length - large.length
  return { large, folded: count === 0 ? null : { count, share: children.reduce((sum, child) => sum + (isLarge(child) ? 0 : share(child)), 0) } }
}

/** The rows below recursive frames that are one row. */
export function belowRecursion(childrenOf: ChildrenOf, { hidden, last }: RecursiveFrames): number[] {
  const inside = new Set([...hidden, last])
  return [last, ...hidden.flatMap((row) => Array.from(childrenOf(row)).filter((child) => !inside.has(child)))]
}
