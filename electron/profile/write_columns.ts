/** Writes the big tables of a profile, and the data derived from them, as columns in chunks. */
import { endianness } from 'node:os'
import { toolSums } from '../../shared/metrics/tool_sums.ts'
import { subtreeEnds } from '../../shared/profile/tree/call_tree.ts'
import type { Numbers } from '../../shared/profile/narrowed.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { groupSums, type RangeSums } from '../../shared/profile/columns/range_sums.ts'
import type { RowSet } from '../../shared/profile/columns/row_set.ts'
import type { Tool } from '../../shared/run.ts'
import {
  CHUNK_ROWS,
  COLUMNS,
  DERIVED,
  FEWEST_NARROW,
  subtreesTable,
  sumsTable,
  TABLE_NAMES,
  WITHOUT_CREATORS,
  type ColumnType,
  type DerivedTree,
} from './profile_schema.ts'
import type { Database } from './sqlite.ts'
import type { CutTree } from './without_creators/cut_tree.ts'

type Column = Int32Array | Uint8Array | Numbers

/** @param cut for profiles that record what created their threads */
export function writeColumns(database: Database, profile: ProfileTables, cut: { tree: CutTree; profile: ProfileTables } | null): void {
  if (endianness() !== 'LE') throw new Error('Profile files are little-endian; this machine is not')
  const insert = database.prepareRun('INSERT INTO columns VALUES (?, ?, ?, ?)')
  const write = (table: string, column: string, values: Column, type?: ColumnType): void => {
    for (let first = 0; first < values.length; first += CHUNK_ROWS)
      insert(table, column, first / CHUNK_ROWS, bytesOf(values.subarray(first, first + CHUNK_ROWS), type))
  }
  for (const table of TABLE_NAMES) {
    const columns = profile[table] as unknown as Record<string, Column>
    for (const [column, type] of Object.entries(COLUMNS[table])) write(table, column, columns[column]!, type)
  }
  const writeDerived = (of: ProfileTables, tree: DerivedTree): void => {
    const end = subtreeEnds(of.nodes.parent)
    // An invalid tree is rejected when it is read.
    if (end === null) return
    write(subtreesTable(tree), 'end', end)
    for (const tool of of.run.tools) writeSums(of, tool, (column, values) => write(sumsTable(tool, tree), column, values))
  }
  writeDerived(profile, '')
  if (cut === null) return
  for (const name of ['from', 'rowOf'] as const)
    write(
      WITHOUT_CREATORS,
      name,
      cut.tree[name].map((value, row) => value - row),
    )
  writeDerived(cut.profile, ` ${WITHOUT_CREATORS}`)
}

function writeSums(profile: ProfileTables, tool: Tool, write: (column: string, values: Column) => void): void {
  const { charged, waste, use, traps, holders, heldWaste, heldUse, paired, largest, seen } = toolSums(profile, tool)
  const groups = ({ values }: RangeSums): Numbers => groupSums(values.all())
  const columns: Record<keyof typeof DERIVED.sums, Column> = {
    charged: wordsOf(charged),
    waste: waste.values.all(),
    use: use.values.all(),
    traps: traps.values.all(),
    wasteGroups: groups(waste),
    useGroups: groups(use),
    trapsGroups: groups(traps),
    holders: wordsOf(holders),
    heldWaste: heldWaste.all(),
    heldUse: heldUse.all(),
    paired: wordsOf(paired),
    largest,
    seen: wordsOf(seen),
  }
  for (const [column, values] of Object.entries(columns)) write(column, values)
}

function wordsOf({ words }: RowSet): Int32Array {
  return new Int32Array(words.buffer, words.byteOffset, words.length)
}

/** One value if all are equal: most columns have nothing for most tools. */
function bytesOf(values: Column, type?: ColumnType): Uint8Array {
  const first = values[0]!
  if (all(values, (value) => Object.is(value, first))) {
    const one = values instanceof Uint32Array && type !== 'uint32' ? Float64Array.of(first) : values.subarray(0, 1)
    return new Uint8Array(one.buffer, one.byteOffset, one.byteLength)
  }
  if (type === 'uint32' && values.length < FEWEST_NARROW) return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  const stored = values instanceof Float64Array || values instanceof Uint32Array ? narrow(values) : values
  return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength)
}

/** Whole numbers in as few bytes as hold each of them. */
function narrow(values: Numbers): Numbers | Uint8Array | Uint16Array {
  if (values.length < FEWEST_NARROW) return Float64Array.from(values)
  let most = 0
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!
    // Nor −0, which Object.is distinguishes from 0.
    if (!Object.is(value >>> 0, value)) return values
    if (value > most) most = value
  }
  if (most < 1 << 8) return Uint8Array.from(values)
  if (most < 1 << 16) return Uint16Array.from(values)
  return values instanceof Uint32Array ? values : Uint32Array.from(values)
}

/** Like every() of a typed array, in a fraction of its time. */
function all(values: Column, test: (value: number) => boolean): boolean {
  for (let at = 0; at < values.length; at++) if (!test(values[at]!)) return false
  return true
}
