/** A table of amounts by row of the tree, of a tree in which several of its rows are one. */
interface Amounts {
  length: number
  node: Int32Array
  tool?: Uint8Array
}

type Column = Int32Array | Uint8Array | Float64Array

/** Rows of one node, and of one tool where the table has tools, are one with the sums of their amounts; in ascending order of nodes and tools. */
export function summedRows<T extends Amounts>(table: T, rowOf: Int32Array): T {
  const { target, length } = targets(table, rowOf)
  const columns = Object.entries(table).map(([name, column]: [string, Column | number]) => {
    if (typeof column === 'number') return [name, length]
    const made = new (column.constructor as new (length: number) => Column)(length)
    for (let at = 0; at < target.length; at++) {
      const to = target[at]!
      if (name === 'node') made[to] = rowOf[column[at]!]!
      else if (column instanceof Float64Array) made[to]! += column[at]!
      else made[to] = column[at]!
    }
    return [name, made]
  })
  return Object.fromEntries(columns) as T
}

/** The row that each row of the table becomes a part of. */
function targets({ node, tool, length: own }: Amounts, rowOf: Int32Array): { target: Int32Array; length: number } {
  const start = new Int32Array(rowOf.length + 1)
  for (let at = 0; at < own; at++) start[rowOf[node[at]!]! + 1]!++
  for (let row = 0; row < rowOf.length; row++) start[row + 1]! += start[row]!
  const order = new Int32Array(own)
  const placed = start.slice()
  for (let at = 0; at < own; at++) order[placed[rowOf[node[at]!]!]!++] = at
  const target = new Int32Array(own)
  let length = 0
  for (let row = 0; row < rowOf.length; row++) {
    const same = order.subarray(start[row], start[row + 1])
    if (same.length === 0) continue
    if (tool && same.length > 1) same.sort((a, b) => tool[a]! - tool[b]! || a - b)
    for (let i = 0; i < same.length; i++) {
      if (i > 0 && tool?.[same[i]!] !== tool?.[same[i - 1]!]) length++
      target[same[i]!] = length
    }
    length++
  }
  return { target, length }
}
