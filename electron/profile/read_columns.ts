/** Reads the big tables of a profile, which are stored as columns in chunks; some columns when they are first asked for. */
import { endianness } from 'node:os'
import { InvalidProfile } from './invalid_profile.ts'
import { defineLazily } from './lazy_property.ts'
import { CHUNK_ROWS, COLUMN_BYTES, COLUMNS, storedColumns, type ColumnType, type TableName } from './profile_schema.ts'
import type { Database } from './sqlite.ts'

type Column = Int32Array | Uint8Array | Float64Array
export type Columns = Record<string, number | Column>

/** What first rows do not need, or only in a few rows. */
const LAZY_COLUMNS: Partial<Record<TableName, readonly string[]>> = {
  nodes: ['functionIndex', 'file', 'line', 'address', 'instruction'],
  pairs: ['credit', 'bytes', 'partial', 'latency', 'latencyCredit', 'cacheMisses', 'object', 'scope', 'interleavedInstances', 'interleavedBytes', 'intervalLow', 'intervalHigh'],
}

/** A screenful is in no more chunks; whoever asks for values in more is likely to ask for all. */
const MOST_CHUNKS_ALONE = 64

/** Columns that are not stored are zero. @throws InvalidProfile, or what SQLite throws on damage */
export function readColumns(database: Database, table: TableName, length: number, version: number): Columns {
  if (endianness() !== 'LE') throw new InvalidProfile('it is little-endian and this machine is not')
  const stored = storedColumns(version, table)
  const columns: Columns = { length }
  for (const [column, type] of Object.entries(COLUMNS[table] as Record<string, ColumnType>)) {
    const reader = column in stored ? new ColumnReader(database, table, { column, type, mayBeConstant: version >= 3 }, length) : null
    const read = (): Column => reader?.read() ?? typed(new Uint8Array(length * COLUMN_BYTES[type]), type)
    if (LAZY_COLUMNS[table]?.includes(column) === true) defineLazily(columns, column, read, reader && ((row) => reader.at(row)))
    else columns[column] = read()
  }
  return columns
}

interface StoredColumn { column: string; type: ColumnType; mayBeConstant: boolean }

class ColumnReader {
  readonly #database: Database
  readonly #table: TableName
  readonly #stored: StoredColumn
  readonly #length: number
  #lastChunk = -1
  #lastValues: Column = new Uint8Array()
  #chunksAlone = 0

  constructor(database: Database, table: TableName, stored: StoredColumn, length: number) {
    this.#database = database
    this.#table = table
    this.#stored = stored
    this.#length = length
  }

  read(): Column {
    const size = COLUMN_BYTES[this.#stored.type]
    const bytes = new Uint8Array(this.#length * size)
    const readChunk = this.#chunkReader()
    for (let chunk = 0; chunk * CHUNK_ROWS < this.#length; chunk++) readChunk(chunk, bytes.subarray(chunk * CHUNK_ROWS * size, (chunk + 1) * CHUNK_ROWS * size))
    return typed(bytes, this.#stored.type)
  }

  /** One value; null once so many chunks were read for such that the whole column should be. */
  at(row: number): number | null {
    const chunk = Math.floor(row / CHUNK_ROWS)
    if (chunk !== this.#lastChunk) {
      if (this.#chunksAlone === MOST_CHUNKS_ALONE) return null
      const bytes = new Uint8Array(Math.min(CHUNK_ROWS, this.#length - chunk * CHUNK_ROWS) * COLUMN_BYTES[this.#stored.type])
      this.#chunkReader()(chunk, bytes)
      this.#chunksAlone++
      this.#lastChunk = chunk
      this.#lastValues = typed(bytes, this.#stored.type)
    }
    return this.#lastValues[row - chunk * CHUNK_ROWS]!
  }

  /** Fills `bytes` with the rows of a chunk. */
  #chunkReader(): (chunk: number, bytes: Uint8Array) => void {
    const { column, type, mayBeConstant } = this.#stored
    const table = this.#table
    const readData = this.#database.prepareRows('SELECT data FROM columns WHERE table_name = ? AND column_name = ? AND chunk = ?')
    return (chunk, bytes) => {
      const data = readData(table, column, chunk)[0]?.data
      const isConstant = data instanceof Uint8Array && mayBeConstant && data.byteLength === COLUMN_BYTES[type]
      if (!(data instanceof Uint8Array) || (data.byteLength !== bytes.length && !isConstant)) throw new InvalidProfile(`column ${table}.${column} is damaged`)
      bytes.set(data)
      // Each copy doubles what is there.
      for (let filled = data.byteLength; filled < bytes.length; filled *= 2) bytes.copyWithin(filled, 0, Math.min(filled, bytes.length - filled))
    }
  }
}

function typed(bytes: Uint8Array<ArrayBuffer>, type: ColumnType): Column {
  if (type === 'int32') return new Int32Array(bytes.buffer)
  return type === 'float64' ? new Float64Array(bytes.buffer) : bytes
}
