/** Mathematics on a tree in depth-first order, given as a column of parents. Nothing here recurses: trees are deep. */
import { growingInt32 } from '../columns/growing_column.ts'

/**
 * One past the last row of every subtree.
 * @param parent parent[0] = −1, 0 ≤ parent[i] < i
 * @returns null if the rows are not in depth-first order with a single root
 */
export function subtreeEnds(parent: Int32Array): Int32Array<ArrayBuffer> | null {
  const length = parent.length
  const end = new Int32Array(length)
  if (length === 0) return end
  if (parent[0] !== -1) return null
  let open = 0
  for (let row = 1; row < length; row++) {
    const wanted = parent[row]!
    if (wanted < 0 || wanted >= row) return null
    while (open !== wanted) {
      end[open] = row
      open = parent[open]!
      if (open < 0) return null
    }
    open = row
  }
  for (; open >= 0; open = parent[open]!) end[open] = length
  return end
}

/** Depth of every row; the root has 0. */
export function depths(parent: Int32Array): Int32Array {
  const depth = new Int32Array(parent.length)
  for (let row = 1; row < parent.length; row++) depth[row] = depth[parent[row]!]! + 1
  return depth
}

/** Every row's own value plus those of all rows below it. */
export function inclusiveSums(parent: Int32Array, own: Float64Array): Float64Array {
  return sumUpwards(parent, own.slice())
}

/** The same in place. @returns `own` */
export function sumUpwards(parent: Int32Array, own: Float64Array): Float64Array {
  for (let row = parent.length - 1; row > 0; row--) own[parent[row]!]! += own[row]!
  return own
}

/** Rows of the children of `row`, in table order. */
export function childrenOf(end: Int32Array, row: number): Int32Array {
  const children = growingInt32()
  for (let child = row + 1; child < end[row]!; child = end[child]!) children.push(child)
  return children.finish()
}

/** Rows from the root's child down to `row`, both included. */
export function pathTo(parentOf: (row: number) => number, row: number): number[] {
  const path: number[] = []
  for (let at = row; at > 0; at = parentOf(at)) path.push(at)
  return path.reverse()
}

/**
 * Sums a column over groups of rows so that, within a group, a row below another row of the group counts once:
 * the inclusive cost of a recursive function is that of its outermost frames.
 * @param rows ascending
 * @param group group of each of `rows`, 0 ≤ group < groupCount; −1 leaves the row out
 */
export function outermostSums(rows: Int32Array, group: Int32Array, groupCount: number, end: Int32Array, inclusive: Float64Array): Float64Array {
  const sum = new Float64Array(groupCount)
  const covered = new Int32Array(groupCount)
  for (let i = 0; i < rows.length; i++) {
    const g = group[i]!
    const row = rows[i]!
    if (g < 0 || row < covered[g]!) continue
    sum[g]! += inclusive[row]!
    covered[g] = end[row]!
  }
  return sum
}
