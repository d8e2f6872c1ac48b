/** Changes to profiles: values of columns, cells of tables, JSON, rows, bytes of the file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { deflateRawSync } from 'node:zlib'
import type { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { COLUMN_BYTES, COLUMNS, DERIVED, type ColumnType } from '../profile/profile_schema.ts'
import { changeBytes, oddNumber, oddUint32, pick } from './mutations.testing.ts'

/** @param path of a file for the work */
export function mutateProfile(input: Uint8Array, random: SeededRandom, path: string): Uint8Array {
  const bytes = random.nextBelow(10) === 0 ? input.slice() : throughDatabase(input, random, path)
  if (random.nextBelow(8) !== 0) return bytes
  changeBytes(bytes, random)
  return random.nextBelow(4) === 0 ? bytes.slice(0, random.nextBelow(bytes.length)) : bytes
}

function throughDatabase(input: Uint8Array, random: SeededRandom, path: string): Uint8Array {
  writeFileSync(path, input)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    // One corruption hides the effects of the others.
    for (let change = random.nextBelow(2) === 0 ? 0 : random.nextBelow(4); change >= 0; change--) changeDatabase(database, random)
  } catch {
    // An earlier change made SQLite itself reject the file, or a STRICT table rejected the value.
  } finally {
    database?.close()
  }
  return new Uint8Array(readFileSync(path))
}

function changeDatabase(database: DatabaseSync, random: SeededRandom): void {
  const kind = random.nextBelow(10)
  if (kind < 5) changeColumn(database, random)
  else if (kind < 7) changeJson(database, random)
  else if (kind < 9) changeCell(database, random)
  else changeRows(database, random)
}

function changeColumn(database: DatabaseSync, random: SeededRandom): void {
  const keys = database.prepare('SELECT table_name, column_name, chunk FROM columns').all() as Array<{ table_name: string; column_name: string; chunk: number }>
  if (keys.length === 0) return
  // Tables have very different numbers of columns.
  const chosen = pick([...new Set(keys.map((key) => key.table_name))], random)
  const {
    table_name: table,
    column_name: column,
    chunk,
  } = pick(
    keys.filter((key) => key.table_name === chosen),
    random,
  )
  const where = 'WHERE table_name = ? AND column_name = ? AND chunk = ?'
  const data = (database.prepare(`SELECT data FROM columns ${where}`).get(table, column, chunk) as { data: unknown }).data
  const type = columnType(table, column)
  if (!(data instanceof Uint8Array) || type === undefined) return
  database.prepare(`UPDATE columns SET data = ? ${where}`).run(changedColumn(data, type, random), table, column, chunk)
}

function columnType(table: string, column: string): ColumnType | undefined {
  const known: Record<string, Record<string, ColumnType>> = { ...COLUMNS, subtrees: DERIVED.subtrees }
  return (known[table] ?? (DERIVED.sums as Record<string, ColumnType>))[column]
}

/** A column of float64 may consist of narrower numbers; then some of them change together. */
function changedColumn(data: Uint8Array, type: ColumnType, random: SeededRandom): Uint8Array {
  const width = COLUMN_BYTES[type]
  const rows = Math.floor(data.length / width)
  if (rows === 0 || random.nextBelow(10) === 0) return new Uint8Array(random.nextBelow(data.length + 2 * width))
  const bytes = data.slice()
  const view = new DataView(bytes.buffer)
  const all = random.nextBelow(6) === 0
  const value = type === 'float64' ? oddNumber(random) : oddUint32(random)
  const first = all ? 0 : random.nextBelow(rows)
  for (let row = first; row < (all ? rows : first + 1); row++) {
    if (type === 'float64') view.setFloat64(row * width, value, true)
    else if (type === 'int32') view.setInt32(row * width, value, true)
    else view.setUint8(row, value)
  }
  return bytes
}

/** A value within the JSON of the table `run`, or of the disassembly of a function, becomes another. */
function changeJson(database: DatabaseSync, random: SeededRandom): void {
  if (random.nextBelow(6) === 0) {
    const lines = [{ address: oddNumber(random), bytes: 'c3', text: 'ret', note: null, file: oddUint32(random) | 0, line: oddUint32(random) | 0 }]
    database.prepare('UPDATE function_code SET lines = ?').run(deflateRawSync(JSON.stringify(random.nextBelow(3) === 0 ? oddJson(random) : lines)))
    return
  }
  const rows = database.prepare('SELECT name, value FROM run').all() as Array<{ name: string; value: string }>
  const { name, value } = pick(rows, random)
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    return
  }
  database.prepare('UPDATE run SET value = ? WHERE name = ?').run(JSON.stringify(changedJson(parsed, random)) ?? 'null', name)
}

function changedJson(value: unknown, random: SeededRandom): unknown {
  if (typeof value !== 'object' || value === null || random.nextBelow(8) === 0) return oddJson(random)
  const keys = Object.keys(value)
  if (keys.length === 0) return Array.isArray(value) ? [oddJson(random)] : oddJson(random)
  const key = pick(keys, random)
  if (Array.isArray(value)) return value.map((each, i) => (String(i) === key ? changedJson(each, random) : each))
  const copy: Record<string, unknown> = { ...value }
  if (random.nextBelow(6) === 0) delete copy[key]
  else copy[key] = changedJson(copy[key], random)
  return copy
}

function oddJson(random: SeededRandom): unknown {
  return pick([null, true, '', 'x', '\n', '__proto__', '9'.repeat(400), [], [[]], {}, -1, 0.5, oddUint32(random), oddNumber(random)], random)
}

function tablesOf(database: DatabaseSync): string[] {
  return database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map((row) => String(row.name))
}

function changeCell(database: DatabaseSync, random: SeededRandom): void {
  const table = pick(tablesOf(database), random)
  const column = String(pick(database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all(), random).name)
  const row = random.nextBelow(Number(database.prepare(`SELECT count(*) AS total FROM ${table}`).get()!.total) + 1)
  const key = String(database.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE pk = 1`).get()!.name)
  const value: SQLInputValue = pick(
    [
      null,
      '',
      'x'.repeat(70_000),
      '../../etc/passwd',
      '\n\u0000\u{1f600}',
      -1,
      1,
      9e15,
      oddUint32(random),
      BigInt(Math.floor(random.nextUnit() * 2 ** 62)),
      Infinity,
      -Infinity,
      new Uint8Array(3),
    ],
    random,
  )
  database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = (SELECT ${key} FROM ${table} LIMIT 1 OFFSET ?)`).run(value, row)
}

function changeRows(database: DatabaseSync, random: SeededRandom): void {
  const table = pick(tablesOf(database), random)
  const key = String(database.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE pk = 1`).get()!.name)
  if (random.nextBelow(2) === 0)
    database.prepare(`DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} LIMIT 1 OFFSET ?)`).run(random.nextBelow(4))
  else database.exec(`PRAGMA user_version = ${random.nextBelow(9)}`)
}
