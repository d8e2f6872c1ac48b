import { isCancelled, missingAnswerText } from '../application/failure.ts'
import { RowPager } from '../grid/row_pager.ts'
import { selectRow } from '../grid/select_row.ts'

/** Rows that are looked through for the selected one after the order changed; who selects a row selects it near the top. */
const mostSearched = 2000

export interface TableModelOptions<Row, Column extends string, Filter> {
  sort: { column: Column; descending: boolean }
  filter: Filter
  /** Rows by position, with the filter and in the order that are given. */
  fetch(request: { filter: Filter; sort: { column: Column; descending: boolean }; start: number; count: number }): Promise<{ rowCount: number; rows: Row[] }>
  /** Identity of a row, independent of filter and order. */
  rowKey(row: Row): string
  onSelect(row: Row): void
  onFailure(error: unknown): void
}

/** A table that the host filters and sorts: filter and order are sent with every window of rows, the selection is kept here. */
export class TableModel<Row, Column extends string, Filter> {
  readonly pager: RowPager<Row>
  readonly noFilter: Filter
  filter: Filter
  sort: { column: Column; descending: boolean }
  selectedIndex: number | null = null
  readonly #options: TableModelOptions<Row, Column, Filter>
  #selectedKey: string | null = null
  #version = 0
  #loaded = false

  constructor(options: TableModelOptions<Row, Column, Filter>) {
    this.#options = options
    this.noFilter = options.filter
    this.filter = options.filter
    this.sort = options.sort
    this.pager = new RowPager((start, count) => this.#window(start, count))
  }

  async #window(start: number, count: number) {
    const version = this.#version
    const { rowCount, rows } = await this.#options.fetch({ filter: this.filter, sort: this.sort, start, count })
    return { version, rowCount, rows }
  }

  /** Reads the first rows where that was not done yet, and selects the first where nothing is selected. */
  open(): Promise<void> {
    return this.#loaded ? Promise.resolve() : this.reload()
  }

  /** Reads the rows anew. The selected row stays selected, wherever it is now. */
  async reload(): Promise<void> {
    const version = ++this.#version
    this.#loaded = true
    this.selectedIndex = null
    // The toolbar and the header show the new choice at once, the rows follow.
    this.pager.changed()
    try {
      const first = await this.#window(0, this.#selectedKey === null ? 1 : mostSearched)
      if (version !== this.#version) return
      this.pager.reset(version, first.rowCount)
      if (this.#selectedKey === null) return await (first.rowCount > 0 ? this.select(0) : undefined)
      const index = first.rows.findIndex((row) => this.#options.rowKey(row) === this.#selectedKey)
      this.selectedIndex = index < 0 ? null : index
      this.pager.changed()
    } catch (error) {
      if (version === this.#version) {
        this.#loaded = false
        // Stopped by the person: nothing else reports it.
        if (isCancelled(error)) this.pager.fail(missingAnswerText(error), () => this.reload())
      }
      this.#options.onFailure(error)
    }
  }

  /** Reads the rows again after their data changed, unless none was shown yet. */
  renew(): Promise<void> {
    return this.#loaded ? this.reload() : Promise.resolve()
  }

  filterBy(change: Partial<Filter>): Promise<void> {
    this.filter = { ...this.filter, ...change }
    return this.reload()
  }

  sortBy(sort: { column: Column; descending: boolean }): Promise<void> {
    this.sort = sort
    return this.reload()
  }

  /** Selects a row wherever it is; one that the filter hides is selected without a mark. */
  reveal(row: Row): Promise<void> {
    this.#selectedKey = this.#options.rowKey(row)
    this.#options.onSelect(row)
    return this.reload()
  }

  /** @param drawn the row that was clicked; absent: the one that has this place now */
  select(index: number, drawn?: Row): Promise<void> {
    const { rowKey, onSelect, onFailure } = this.#options
    const onRow = (row: Row): void => {
      this.#selectedKey = rowKey(row)
      onSelect(row)
    }
    return selectRow(this, { index, drawn, onRow, onFailure })
  }
}
