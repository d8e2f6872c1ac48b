/**
 * A calling-context tree without some of its rows: their children move to the root, where equal ones become one row.
 * Only columns of numbers, and unchanged subtrees are copied whole: a tree can have ten million rows.
 */
import { lowerBound } from '../../../shared/profile/columns/lower_bound.ts'
import { INSTRUCTION, ROOT, type NodeTable } from '../../../shared/profile/tables.ts'

export interface CutTree {
  nodes: NodeTable
  /** For each row of the whole tree, its row in the cut one; 0 for omitted rows. */
  rowOf: Int32Array
}

/** Rows that are equal below another row. */
interface Group {
  rows: number[]
  above: number
}

/**
 * @param nodes in depth-first order @param end one past the last row of each row's subtree
 * @param leftOut ascending; without the root
 */
export function cutTree(nodes: NodeTable, end: Int32Array, leftOut: Int32Array): CutTree {
  const { parent, kind, functionIndex, file, line, address, instruction } = nodes
  const cut = emptyTable(nodes.length)
  const rowOf = new Int32Array(nodes.length)
  let length = 0

  const place = (row: number, above: number): void => {
    cut.parent[length] = above
    cut.kind[length] = kind[row]!
    cut.functionIndex[length] = functionIndex[row]!
    cut.file[length] = file[row]!
    cut.line[length] = line[row]!
    cut.address[length] = address[row]!
    cut.instruction[length] = instruction[row]!
    length++
  }
  const copySubtree = (row: number, above: number): void => {
    const moved = length - row
    for (let at = row; at < end[row]!; at++) {
      cut.parent[at + moved] = at === row ? above : parent[at]! + moved
      rowOf[at] = at + moved
    }
    for (const name of ['kind', 'functionIndex', 'file', 'line', 'address', 'instruction'] as const) cut[name].set(nodes[name].subarray(row, end[row]), length)
    length += end[row]! - row
  }
  /** Of rows of one function and kind below one row. */
  const isSame = (a: number, b: number): boolean => {
    if (kind[a] === INSTRUCTION) return instruction[a] === instruction[b]
    return file[a] === file[b] && line[a] === line[b] && (line[a]! >= 0 || address[a] === address[b])
  }
  const firstLeftOut = (from: number): number => lowerBound(leftOut, from)
  const childGroups = (rows: readonly number[], above: number): Group[] => {
    const groups: Group[] = []
    const byFunction = new Map<number, Group[]>()
    for (const row of rows) {
      for (let child = row + 1; child < end[row]!; child = end[child]!) {
        if (leftOut[firstLeftOut(child)] === child) continue
        const key = functionIndex[child]! * KINDS + kind[child]!
        const alike = byFunction.get(key)
        const known = rows.length > 1 ? alike?.find((group) => isSame(group.rows[0]!, child)) : undefined
        if (known) {
          known.rows.push(child)
          continue
        }
        const group = { rows: [child], above }
        groups.push(group)
        if (alike) alike.push(group)
        else byFunction.set(key, [group])
      }
    }
    return groups
  }

  place(0, -1)
  const open = childGroups([0, ...leftOut], 0).toReversed()
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    const { rows, above } = group
    const row = rows[0]!
    const next = leftOut[firstLeftOut(row)]
    if (rows.length === 1 && (next === undefined || next >= end[row]!)) {
      copySubtree(row, above)
      continue
    }
    for (const each of rows) rowOf[each] = length
    place(row, above)
    for (const child of childGroups(rows, length - 1).toReversed()) open.push(child)
  }
  return { nodes: shortened(cut, length), rowOf }
}

/** More than there are. */
const KINDS = 16

function emptyTable(length: number): NodeTable {
  return {
    length,
    parent: new Int32Array(length),
    kind: new Uint8Array(length).fill(ROOT),
    functionIndex: new Int32Array(length),
    file: new Int32Array(length),
    line: new Int32Array(length),
    address: new Float64Array(length),
    instruction: new Int32Array(length),
  }
}

function shortened(table: NodeTable, length: number): NodeTable {
  return {
    length,
    parent: table.parent.subarray(0, length),
    kind: table.kind.subarray(0, length),
    functionIndex: table.functionIndex.subarray(0, length),
    file: table.file.subarray(0, length),
    line: table.line.subarray(0, length),
    address: table.address.subarray(0, length),
    instruction: table.instruction.subarray(0, length),
  }
}
