/** Reads the big tables of a profile, which are stored as columns in chunks; some columns on first use. */
import { endianness } from 'node:os'
import type { Numbers } from '../../shared/profile/narrowed.ts'
import { InvalidProfile } from './invalid_profile.ts'
import { defineLazily } from '../../shared/profile/columns/lazy_property.ts'
import { CHUNK_ROWS, COLUMN_BYTES, COLUMNS, FEWEST_NARROW, storedColumns, type ColumnType, type TableName } from './profile_schema.ts'
import type { Database } from './sqlite.ts'

type Column = Int32Array | Uint8Array | Uint32Array | Float64Array
export type Columns = Record<string, number | Column>

/** Columns that first rows do not need, or only in a few rows. */
const LAZY_COLUMNS: Partial<Record<TableName, readonly string[]>> = {
  nodes: Object.keys(COLUMNS.nodes),
  contextTotals: Object.keys(COLUMNS.contextTotals),
  pairs: Object.keys(COLUMNS.pairs),
  trace: Object.keys(COLUMNS.trace),
}

/** A screenful spans no more chunks; a caller that needs values in more is likely to need all. */
const MOST_CHUNKS_ALONE = 64
/** The contexts of a pair are walked in turn, each in some chunks. */
const CHUNKS_KEPT = 8

/** Columns that are not stored are zero. @throws InvalidProfile, or what SQLite throws on damage */
export function readColumns(database: Database, table: TableName, length: number, version: number): Columns {
  if (endianness() !== 'LE') throw new InvalidProfile('it is little-endian and this machine is not')
  const stored = storedColumns(version, table)
  const columns: Columns = { length }
  for (const [column, type] of Object.entries(COLUMNS[table] as Record<string, ColumnType>)) {
    const reader = column in stored ? new ColumnReader(database, { table, column, type, version }, length) : null
    const read = (): Column => reader?.read() ?? typed(new Uint8Array(length * COLUMN_BYTES[type]), type)
    if (LAZY_COLUMNS[table]?.includes(column) === true) defineLazily(columns, column, read, reader && ((row) => reader.at(row)))
    else columns[column] = read()
  }
  return columns
}

export interface StoredColumn {
  table: string
  column: string
  type: ColumnType
  version: number
}

export class ColumnReader {
  readonly #database: Database
  readonly #stored: StoredColumn
  readonly #length: number
  /** Recently read chunks, in the order of reading. */
  readonly #chunks = new Map<number, Column>()
  #chunksAlone = 0

  constructor(database: Database, stored: StoredColumn, length: number) {
    this.#database = database
    this.#stored = stored
    this.#length = length
  }

  read(): Column {
    const column = this.#room(this.#length)
    const readChunk = this.#chunkReader()
    for (let first = 0; first < this.#length; first += CHUNK_ROWS) fill(column.subarray(first, first + CHUNK_ROWS), readChunk(first / CHUNK_ROWS))
    return column
  }

  /** A column of float64 in half the memory where it is of whole numbers that fit. */
  readNumbers(): Numbers {
    let numbers: Numbers = new Uint32Array(this.#length)
    const readChunk = this.#chunkReader()
    for (let first = 0; first < this.#length; first += CHUNK_ROWS) {
      const stored = readChunk(first / CHUNK_ROWS)
      const isWhole = !(stored instanceof Float64Array) || stored.every((value) => value >>> 0 === value)
      if (!isWhole && numbers instanceof Uint32Array) numbers = Float64Array.from(numbers)
      fill(numbers.subarray(first, first + CHUNK_ROWS), stored)
    }
    return numbers
  }

  /** One value; null once so many chunks were read this way that the whole column should be. */
  at(row: number): number | null {
    const chunk = Math.floor(row / CHUNK_ROWS)
    let values = this.#chunks.get(chunk)
    if (values === undefined) {
      if (this.#chunksAlone === MOST_CHUNKS_ALONE) {
        this.#chunks.clear()
        return null
      }
      values = this.#room(Math.min(CHUNK_ROWS, this.#length - chunk * CHUNK_ROWS))
      fill(values, this.#chunkReader()(chunk))
      this.#chunksAlone++
      this.#chunks.set(chunk, values)
      if (this.#chunks.size > CHUNKS_KEPT) this.#chunks.delete(this.#chunks.keys().next().value!)
    }
    return values[row - chunk * CHUNK_ROWS]!
  }

  #room(rows: number): Column {
    return typed(new Uint8Array(rows * COLUMN_BYTES[this.#stored.type]), this.#stored.type)
  }

  /** The values of a chunk as they are stored: one each, or one for all. */
  #chunkReader(): (chunk: number) => Column | Uint16Array | Uint32Array {
    const { table, column, type, version } = this.#stored
    const readData = this.#database.prepareRows('SELECT data FROM columns WHERE table_name = ? AND column_name = ? AND chunk = ?')
    return (chunk) => {
      const data = readData(table, column, chunk)[0]?.data
      const rows = Math.min(CHUNK_ROWS, this.#length - chunk * CHUNK_ROWS)
      const width = data instanceof Uint8Array ? data.byteLength / rows : 0
      const isConstant = data instanceof Uint8Array && version >= 3 && data.byteLength === COLUMN_BYTES[type]
      const isNarrow = (type === 'float64' ? version >= 7 : type === 'uint32') && rows >= FEWEST_NARROW && (width === 1 || width === 2 || width === 4)
      if (!(data instanceof Uint8Array) || (width !== COLUMN_BYTES[type] && !isConstant && !isNarrow))
        throw new InvalidProfile(`column ${table}.${column} is damaged`)
      // Typed arrays begin at multiples of their width.
      const bytes = data.byteOffset % COLUMN_BYTES[type] === 0 ? data : data.slice()
      if (isNarrow && !isConstant) return width === 1 ? bytes : width === 2 ? view(Uint16Array, bytes) : view(Uint32Array, bytes)
      if (type === 'int32') return view(Int32Array, bytes)
      if (type === 'uint32') return view(Uint32Array, bytes)
      return type === 'float64' ? view(Float64Array, bytes) : bytes
    }
  }
}

function view<T>(
  type: { new (buffer: ArrayBufferLike, offset: number, length: number): T; BYTES_PER_ELEMENT: number },
  { buffer, byteOffset, byteLength }: Uint8Array,
): T {
  return new type(buffer, byteOffset, byteLength / type.BYTES_PER_ELEMENT)
}

/** @param stored one value for each of `values`, or one for all */
function fill(values: Column | Uint32Array, stored: Column | Uint16Array | Uint32Array): void {
  if (stored.length === values.length) values.set(stored)
  // Untouched memory costs nothing: most columns of most profiles are zero.
  else if (!Object.is(stored[0], 0)) values.fill(stored[0]!)
}

function typed(bytes: Uint8Array<ArrayBuffer>, type: ColumnType): Column {
  if (type === 'int32') return new Int32Array(bytes.buffer)
  if (type === 'uint32') return new Uint32Array(bytes.buffer)
  return type === 'float64' ? new Float64Array(bytes.buffer) : bytes
}
