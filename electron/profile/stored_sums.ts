/**
 * Reads the derived data of a profile: where subtrees end, and each tool's sums. It is not compared with its origin. A
 * false file only puts wrong numbers into a tree: rows and pairs are in range, and subtrees end after their beginning.
 */
import type { ToolSums } from '../../shared/metrics/tool_sums.ts'
import type { Numbers } from '../../shared/profile/narrowed.ts'
import { childrenOf } from '../../shared/profile/tree/call_tree.ts'
import { growingInt32 } from '../../shared/profile/columns/growing_column.ts'
import type { NumberColumn } from '../../shared/profile/columns/number_column.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { RangeSums } from '../../shared/profile/columns/range_sums.ts'
import { RowSet } from '../../shared/profile/columns/row_set.ts'
import type { Subtrees } from '../../shared/profile/tree/subtrees.ts'
import type { Tool } from '../../shared/run.ts'
import { InvalidProfile } from './invalid_profile.ts'
import { defineLazily } from '../../shared/profile/columns/lazy_property.ts'
import { DERIVED, subtreesTable, sumsTable, type DerivedTree } from './profile_schema.ts'
import { ColumnReader } from './read_columns.ts'
import type { Database } from './sqlite.ts'

const FIRST_WITH_SUMS = 7

type RowsColumn = 'charged' | 'holders' | 'paired' | 'seen'
type NumbersColumn = 'waste' | 'use' | 'traps' | 'wasteGroups' | 'useGroups' | 'trapsGroups' | 'heldWaste' | 'heldUse'

/** Sums of validated tables. */
export class StoredSums implements Subtrees {
  readonly #database: Database
  readonly #tables: Pick<ProfileTables, 'nodes' | 'pairs'>
  readonly #wholeEnds: () => Int32Array
  readonly #version: number
  readonly #explain: (error: unknown) => unknown
  readonly #tree: DerivedTree
  readonly #ends: ColumnReader | null
  #end: Int32Array | null = null
  /** All the stored ones, once many were requested: each is checked before use. */
  #storedEnds: Int32Array | null = null

  /** @param wholeEnds see validateTables @param explain converts an error of reading to the error that is thrown */
  constructor(
    database: Database,
    tables: Pick<ProfileTables, 'nodes' | 'pairs'>,
    wholeEnds: () => Int32Array,
    version: number,
    explain: (error: unknown) => unknown,
    tree: DerivedTree = '',
  ) {
    this.#database = database
    this.#tables = tables
    this.#wholeEnds = wholeEnds
    this.#version = version
    this.#explain = explain
    this.#tree = tree
    const subtrees = subtreesTable(tree)
    this.#ends = this.#has(subtrees, 'end')
      ? new ColumnReader(database, { table: subtrees, column: 'end', type: DERIVED.subtrees.end, version }, tables.nodes.length)
      : null
  }

  get end(): Int32Array {
    // Computed from the parents, so that whole columns fit together even if the file says otherwise.
    if (this.#end === null) {
      this.#end = this.#explained(this.#wholeEnds)
      this.#storedEnds = null
    }
    return this.#end
  }

  endOf(row: number): number {
    const ends = this.#ends
    if (this.#end !== null || ends === null) return this.end[row]!
    const stored = (this.#storedEnds?.[row] ?? this.#explained(() => ends.at(row) ?? (this.#storedEnds = ends.read() as Int32Array)[row]))!
    if (stored <= row || stored > this.#tables.nodes.length) throw this.#explain(new InvalidProfile('its subtrees have no end'))
    return stored
  }

  childrenOf(row: number): Int32Array {
    const end = this.endOf(row)
    if (this.#end !== null) return childrenOf(this.#end, row)
    const children = growingInt32()
    let child = row + 1
    for (; child < end; child = this.endOf(child)) children.push(child)
    // Otherwise a row could be below several others, and a tree have far more rows than its file.
    if (child !== end) throw this.#explain(new InvalidProfile('its subtrees overlap'))
    return children.finish()
  }

  /** Null if the file has none. Errors in them are reported when they are read. */
  of(tool: Tool): ToolSums | null {
    const { nodes, pairs } = this.#tables
    if (!this.#has(sumsTable(tool, this.#tree), 'charged')) return null
    const sums = {} as ToolSums
    const set = (column: RowsColumn): void =>
      defineLazily(sums, column, () =>
        this.#explained(() => {
          const words = this.#reader(tool, column, RowSet.wordCount(nodes.length)).read() as Int32Array<ArrayBuffer>
          const rows = new RowSet(nodes.length, new Uint32Array(words.buffer))
          if (rows.rank(nodes.length) !== rows.size) throw new InvalidProfile('its sums are of rows that it does not have')
          return rows
        }),
      )
    const column = (name: NumbersColumn, length: number): NumberColumn => new StoredNumbers(this.#reader(tool, name, length), length, this.#explain)
    for (const name of ['charged', 'holders', 'paired', 'seen'] as const) set(name)
    for (const name of ['waste', 'use', 'traps'] as const) {
      defineLazily(sums, name, () => {
        const { size } = sums.charged
        return new RangeSums(column(name, size), () => column(`${name}Groups`, RangeSums.groupCount(size)).all())
      })
    }
    for (const name of ['heldWaste', 'heldUse'] as const) defineLazily(sums, name, () => column(name, sums.holders.size))
    defineLazily(sums, 'largest', () =>
      this.#explained(() => {
        const largest = this.#reader(tool, 'largest', sums.paired.size).read() as Int32Array
        if (!largest.every((pair) => pair >= 0 && pair < pairs.length)) throw new InvalidProfile('its sums are of pairs that it does not have')
        return largest
      }),
    )
    return sums
  }

  #reader(tool: Tool, column: keyof typeof DERIVED.sums, length: number): ColumnReader {
    return new ColumnReader(this.#database, { table: sumsTable(tool, this.#tree), column, type: DERIVED.sums[column], version: this.#version }, length)
  }

  #has(table: string, column: string): boolean {
    return (
      this.#version >= FIRST_WITH_SUMS &&
      this.#database.rows('SELECT 1 FROM columns WHERE table_name = ? AND column_name = ? AND chunk = 0', table, column).length > 0
    )
  }

  #explained<T>(read: () => T): T {
    return explained(read, this.#explain)
  }
}

class StoredNumbers implements NumberColumn {
  readonly length: number
  readonly #reader: ColumnReader
  readonly #explain: (error: unknown) => unknown
  #whole: Numbers | null = null

  constructor(reader: ColumnReader, length: number, explain: (error: unknown) => unknown) {
    this.length = length
    this.#reader = reader
    this.#explain = explain
  }

  get whole(): Numbers | null {
    return this.#whole
  }

  at(row: number): number {
    if (this.#whole !== null) return this.#whole[row]!
    return explained(() => checked(this.#reader.at(row)), this.#explain) ?? this.all()[row]!
  }

  all(): Numbers {
    if (this.#whole !== null) return this.#whole
    return (this.#whole = explained(() => {
      const values = this.#reader.readNumbers()
      if (values instanceof Float64Array) for (const value of values) checked(value)
      return values
    }, this.#explain))
  }
}

function checked<T extends number | null>(value: T): T {
  if (value !== null && !(value >= 0 && value < Infinity)) throw new InvalidProfile('its sums are impossible')
  return value
}

function explained<T>(read: () => T, explain: (error: unknown) => unknown): T {
  try {
    return read()
  } catch (error) {
    throw explain(error)
  }
}
