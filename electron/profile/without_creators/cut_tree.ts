/**
 * A calling-context tree without some of its rows: their children move to the root, where equal ones become one row.
 * Nothing is created per row but numbers, and unchanged subtrees are not visited: a tree can have ten million rows.
 */
import { valuesOf } from '../../../shared/profile/columns/lazy_property.ts'
import { lowerBound } from '../../../shared/profile/columns/lower_bound.ts'
import { INSTRUCTION, type NodeTable } from '../../../shared/profile/tables.ts'

/** The columns may be read on first access. */
export interface CutTree {
  /** Rows of the cut tree, in depth-first order. */
  length: number
  /** For each row of the cut tree, the first row of the whole one that it shows. */
  from: Int32Array
  /** For each row of the whole tree, its row in the cut one; 0 for omitted rows. */
  rowOf: Int32Array
}

/** Rows that are equal below another row. */
type Group = number[]

/**
 * @param nodes in depth-first order @param end one past the last row of each row's subtree
 * @param leftOut ascending; without the root
 */
export function cutTree(nodes: NodeTable, end: Int32Array, leftOut: Int32Array): CutTree {
  const [kind, functionIndex, file, line] = [valuesOf(nodes, 'kind'), valuesOf(nodes, 'functionIndex'), valuesOf(nodes, 'file'), valuesOf(nodes, 'line')]
  const [address, instruction] = [valuesOf(nodes, 'address'), valuesOf(nodes, 'instruction')]
  const from = new Int32Array(nodes.length)
  const rowOf = new Int32Array(nodes.length)
  let length = 0

  const keepSubtree = (row: number): void => {
    for (let at = row; at < end[row]!; at++) {
      rowOf[at] = length
      from[length++] = at
    }
  }
  /** Compares rows of one function and kind below one row. */
  const isSame = (a: number, b: number): boolean => {
    if (kind(a) === INSTRUCTION) return instruction(a) === instruction(b)
    return file(a) === file(b) && line(a) === line(b) && (line(a) >= 0 || address(a) === address(b))
  }
  const firstLeftOut = (from: number): number => lowerBound(leftOut, from)
  const childGroups = (rows: readonly number[]): Group[] => {
    const groups: Group[] = []
    const byFunction = new Map<number, Group[]>()
    for (const row of rows) {
      for (let child = row + 1; child < end[row]!; child = end[child]!) {
        if (leftOut[firstLeftOut(child)] === child) continue
        const key = functionIndex(child) * KINDS + kind(child)
        const alike = byFunction.get(key)
        const known = rows.length > 1 ? alike?.find((group) => isSame(group[0]!, child)) : undefined
        if (known) {
          known.push(child)
          continue
        }
        const group = [child]
        groups.push(group)
        if (alike) alike.push(group)
        else byFunction.set(key, [group])
      }
    }
    return groups
  }

  from[length++] = 0
  const open = childGroups([0, ...leftOut]).toReversed()
  for (let rows = open.pop(); rows !== undefined; rows = open.pop()) {
    const row = rows[0]!
    const next = leftOut[firstLeftOut(row)]
    if (rows.length === 1 && (next === undefined || next >= end[row]!)) {
      keepSubtree(row)
      continue
    }
    for (const each of rows) rowOf[each] = length
    from[length++] = row
    open.push(...childGroups(rows).toReversed())
  }
  return { length, from: from.subarray(0, length), rowOf }
}

/** More than there are. */
const KINDS = 16
