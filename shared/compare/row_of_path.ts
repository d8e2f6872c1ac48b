/** Rows of a calling-context tree that a path of functions leads to, as a box of a flame graph has it. */
import { isFunctionRow, type NodeTable } from '../profile/tables.ts'
import type { Subtrees } from '../profile/tree/subtrees.ts'

/**
 * From each row the nearest rows below it with the next function are taken: lines, loops and frames that the path leaves
 * out, as of start-up code or of a folded recursion, may stand between.
 * @param path functions, the outermost first
 * @param weight of a row: of several rows the heaviest represents the path
 * @returns null where no such path is in the tree
 */
export function rowOfPath(
  { kind, functionIndex, parent }: Pick<NodeTable, 'kind' | 'functionIndex' | 'parent'>,
  { endOf }: Pick<Subtrees, 'endOf'>,
  path: readonly number[],
  weight: (row: number) => number,
): number | null {
  let rows = [0]
  for (const wanted of path) {
    const next: number[] = []
    let fewest = Number.POSITIVE_INFINITY
    for (const from of rows) {
      for (let row = from + 1; row < endOf(from); row++) {
        if (functionIndex[row] !== wanted || !isFunctionRow(kind[row]!)) continue
        let between = 0
        for (let at = parent[row]!; at > from; at = parent[at]!) if (isFunctionRow(kind[at]!)) between++
        if (between > fewest) continue
        if (between < fewest) next.length = 0
        fewest = between
        next.push(row)
        // Rows below it are farther away.
        row = endOf(row) - 1
      }
    }
    if (next.length === 0) return null
    rows = next
  }
  return rows.reduce((heaviest, row) => (weight(row) > weight(heaviest) ? row : heaviest))
}
