import type { GridSort } from '../grid/columns.ts'
import type { RowSource } from '../grid/row_source.ts'

/** The value that a column sorts by; null comes last in either direction. */
export type SortValue = number | string | null

/** A small table that is in memory as a whole, in an order that never changes: another order is another table. */
export class TableRows<Row> implements RowSource<Row> {
  readonly failure = null
  readonly ready = true
  readonly #rows: Row[]

  constructor(rows: readonly Row[], { column, descending }: GridSort, valueOf: (row: Row, column: string) => SortValue) {
    this.#rows = rows.toSorted((a, b) => compare(valueOf(a, column), valueOf(b, column), descending))
  }

  get rowCount(): number {
    return this.#rows.length
  }

  subscribe = (): (() => void) => () => {}

  snapshot = (): number => 0

  rows(start: number, count: number): Row[] {
    return this.#rows.slice(start, start + count)
  }

  /** Everything is there already. */
  request(): void {}

  /** Nothing is ever missing. */
  retry(): void {}

  indexWhere(test: (row: Row) => boolean): number | null {
    const index = this.#rows.findIndex(test)
    return index < 0 ? null : index
  }
}

function compare(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const ascending = typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b, 'en', { numeric: true }) : Number(a) - Number(b)
  return descending ? -ascending : ascending
}
