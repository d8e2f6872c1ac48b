import type { GridSort } from '../grid/columns.ts'
import type { RowSource } from '../grid/row_source.ts'

/** What a column sorts by; null comes last in either direction. */
export type SortValue = number | string | null

/** A small table that is in memory as a whole, sorted here. */
export class TableRows<Row> implements RowSource<Row> {
  readonly failure = null
  readonly ready = true
  sort: GridSort
  readonly #valueOf: (row: Row, column: string) => SortValue
  readonly #rows: Row[]
  readonly #listeners = new Set<() => void>()
  #snapshot = 0

  constructor(rows: readonly Row[], sort: GridSort, valueOf: (row: Row, column: string) => SortValue) {
    this.#rows = [...rows]
    this.#valueOf = valueOf
    this.sort = sort
    this.#order()
  }

  get rowCount(): number {
    return this.#rows.length
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): number => this.#snapshot

  rows(start: number, count: number): Row[] {
    return this.#rows.slice(start, start + count)
  }

  /** Everything is there already. */
  request(): void {}

  indexOf(row: Row): number {
    return this.#rows.indexOf(row)
  }

  sortBy(sort: GridSort): void {
    this.sort = sort
    this.#order()
    this.#snapshot++
    for (const listener of this.#listeners) listener()
  }

  #order(): void {
    const { column, descending } = this.sort
    this.#rows.sort((a, b) => compare(this.#valueOf(a, column), this.#valueOf(b, column), descending))
  }
}

function compare(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const ascending = typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b, 'en', { numeric: true }) : Number(a) - Number(b)
  return descending ? -ascending : ascending
}
