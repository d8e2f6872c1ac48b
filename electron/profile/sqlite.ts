/** The few functions of SQLite that profile files need, so that the engine can be replaced. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

export type Row = Record<string, SQLOutputValue>

export interface Database {
  run(sql: string, ...values: SQLInputValue[]): void
  /** A prepared statement to run many times. */
  prepareRun(sql: string): (...values: SQLInputValue[]) => void
  rows(sql: string, ...values: SQLInputValue[]): Row[]
  /** A prepared query to run many times. */
  prepareRows(sql: string): (...values: SQLInputValue[]) => Row[]
  /** Rows as lists of values in the order of the columns: half the work for many rows. */
  valueLists(sql: string): SQLOutputValue[][]
  close(): void
}

/** A new database; the file must not exist, or be empty. @param pageSize bytes; large pages are read faster, small ones waste less */
export function createDatabase(path: string, pageSize: number): Database {
  const database = new DatabaseSync(path, { allowExtension: false })
  database.exec(`PRAGMA page_size = ${pageSize}`)
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  return wrap(database)
}

/**
 * Opens a copy of a profile with a checked schema for changes: no journal, since a failure only loses the copy.
 * Deleted data is overwritten: a user who removes a source from a profile wants to share the profile without it.
 * @param canUndo a transaction that fails leaves the file as it was
 */
export function openForAmending(path: string, { canUndo = false } = {}): Database {
  const database = new DatabaseSync(path, { allowExtension: false, defensive: true, enableDoubleQuotedStringLiterals: false })
  const journal = canUndo ? 'MEMORY' : 'OFF'
  database.exec(
    `PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA journal_mode = ${journal}; PRAGMA synchronous = OFF`,
  )
  return wrap(database)
}

/**
 * Opens an untrusted file: read-only, ignoring any journal or lock beside it (immutable), and running no trigger, view
 * or function of its schema.
 */
export function openUntrustedDatabase(path: string): Database {
  const url = pathToFileURL(path)
  url.search = '?mode=ro&immutable=1'
  const database = new DatabaseSync(url, { readOnly: true, allowExtension: false, defensive: true, enableDoubleQuotedStringLiterals: false })
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0')
  return wrap(database)
}

function wrap(database: DatabaseSync): Database {
  return {
    run: (sql, ...values) => {
      if (values.length === 0) database.exec(sql)
      else database.prepare(sql).run(...values)
    },
    prepareRun: (sql) => {
      const statement = database.prepare(sql)
      return (...values) => void statement.run(...values)
    },
    prepareRows: (sql) => {
      const statement = database.prepare(sql)
      return (...values) => statement.all(...values) as Row[]
    },
    valueLists: (sql) => {
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      return statement.all() as unknown as SQLOutputValue[][]
    },
    rows: (sql, ...values) => database.prepare(sql).all(...values) as Row[],
    close: () => database.close(),
  }
}
