/** Tables of amounts by row of the tree, of a tree in which several of its rows are one. */
import { defineLazily, readAlone, valuesOf } from '../../../shared/profile/columns/lazy_property.ts'
import { withColumns } from '../../../shared/profile/columns/with_columns.ts'
import { InvalidProfile } from '../invalid_profile.ts'

interface Amounts {
  length: number
  node: Int32Array
  tool?: Uint8Array
}

type Column = Int32Array | Uint8Array | Float64Array

/** The row of the made table that each row becomes a part of. */
interface Targets {
  target: Int32Array
  length: number
}

/**
 * Rows of one node, and of one tool where the table has tools, are one with the sums of their amounts; in ascending order of nodes and tools.
 * @param rowOf may be read on first access
 */
export function summedRows<T extends Amounts>(table: T, cut: { length: number; rowOf: Int32Array }): T {
  const made = targets(table, cut)
  const columns = columnNames(table).map((name) => [name, summed(table, name, made, cut)])
  return { ...Object.fromEntries(columns), length: made.length } as T
}

/** The same, whose columns are made on first access. @param length of the table, as the profile says */
export function summedLater<T extends Amounts>(table: T, cut: { length: number; rowOf: Int32Array }, length: number): T {
  let made: Targets | null = null
  const once = (): Targets => {
    made ??= targets(table, cut)
    if (made.length !== length) throw new InvalidProfile('its tables without creators have other rows')
    return made
  }
  const later = withColumns(table, { length } as Partial<T>)
  for (const name of columnNames(table)) defineLazily(later, name as keyof T, () => summed(table, name, once(), cut) as T[keyof T])
  return later
}

function columnNames(table: Amounts): string[] {
  return Object.keys(table).filter((name) => name !== 'length')
}

function summed<T extends Amounts>(table: T, name: string, { target, length }: Targets, cut: { length: number; rowOf: Int32Array }): Column {
  const column = readAlone(table, name as keyof T) as Column
  const made = new (column.constructor as new (length: number) => Column)(length)
  if (name === 'node') placeRows(made, target, column, rowsOf(cut, column.length))
  else if (column instanceof Float64Array) for (let at = 0; at < target.length; at++) made[target[at]!]! += column[at]!
  else for (let at = 0; at < target.length; at++) made[target[at]!] = column[at]!
  return made
}

function placeRows(made: Column, target: Int32Array, node: Column, rowOf: (row: number) => number): void {
  for (let at = 0; at < target.length; at++) made[target[at]!] = rowOf(node[at]!)
}

/** Few rows need few parts of the column. */
function rowsOf(cut: { length: number; rowOf: Int32Array }, count: number): (row: number) => number {
  if (count < cut.length / FEW) return valuesOf(cut, 'rowOf')
  const { rowOf } = cut
  return (row) => rowOf[row]!
}

const FEW = 64

function targets(table: Amounts, cut: { length: number; rowOf: Int32Array }): Targets {
  const own = table.length
  if (own === 0) return { target: new Int32Array(), length: 0 }
  const node = readAlone(table, 'node')
  const tool = table.tool === undefined ? undefined : readAlone(table, 'tool')!
  const row = node.map(rowsOf(cut, own))
  const start = new Int32Array(cut.length + 1)
  for (let at = 0; at < own; at++) start[row[at]! + 1]!++
  for (let each = 0; each < cut.length; each++) start[each + 1]! += start[each]!
  const order = new Int32Array(own)
  const placed = start.slice()
  for (let at = 0; at < own; at++) order[placed[row[at]!]!++] = at
  const target = new Int32Array(own)
  let length = 0
  for (let each = 0; each < cut.length; each++) {
    if (start[each] === start[each + 1]) continue
    const same = order.subarray(start[each], start[each + 1])
    if (tool && same.length > 1) same.sort((a, b) => tool[a]! - tool[b]! || a - b)
    for (let i = 0; i < same.length; i++) {
      if (i > 0 && tool?.[same[i]!] !== tool?.[same[i - 1]!]) length++
      target[same[i]!] = length
    }
    length++
  }
  return { target, length }
}
