/** The little of SQLite that profile files need, so that the engine behind it can be changed. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

export type Row = Record<string, SQLOutputValue>

export interface Database {
  run(sql: string, ...values: SQLInputValue[]): void
  /** A prepared statement to run many times. */
  prepareRun(sql: string): (...values: SQLInputValue[]) => void
  rows(sql: string, ...values: SQLInputValue[]): Row[]
  /** A prepared question to ask many times. */
  prepareRows(sql: string): (...values: SQLInputValue[]) => Row[]
  /** Rows as lists of values in the order of the columns: half the work where rows are many. */
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
 * Opens a copy of a profile whose schema was looked at, to change it: no journal, since the copy alone is lost when that fails.
 * What is deleted is overwritten: who takes a source out of a profile wants to give the profile away without it.
 */
export function openForAmending(path: string): Database {
  const database = new DatabaseSync(path, { allowExtension: false, defensive: true, enableDoubleQuotedStringLiterals: false })
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  return wrap(database)
}

/**
 * Opens a file that nobody vouches for: read-only, no journal or lock beside it is looked at (immutable), no trigger,
 * view or function in its schema runs.
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
