/** The state of the values view. */
import type { RpcClient } from '../../shared/rpc/contract.ts'
import type { ProfileId } from '../../shared/rpc/identifiers.ts'
import type { ValueColumn, ValueFilter, ValueGroup, ValueKind, ValueSite } from '../../shared/values.ts'
import { RowPager } from '../grid/row_pager.ts'
import { selectRow } from '../grid/select_row.ts'

export interface ValueSort {
  column: ValueColumn
  descending: boolean
}

/** The query that determines a version's rows. */
interface Question {
  version: number
  filter: ValueFilter
  sort: ValueSort
}

/** Sections of the values view. */
export type ValueSection = 'tables' | 'lines' | 'functions' | 'summary' | 'advice' | 'compare'

export interface ValueModelOptions {
  client: RpcClient
  profile: ProfileId
  onFailure(error: unknown): void
}

/** The filtered and sorted value tables of a profile, and the selected one. */
export class ValueModel {
  readonly pager: RowPager<ValueSite>
  filter: ValueFilter = { kind: 'instructions', instructionClass: null, search: '', regularExpression: false }
  sort: ValueSort = { column: 'executions', descending: true }
  section: ValueSection = 'tables'
  /** Whose groups by line and function are shown. */
  groupKind: ValueKind = 'instructions'
  /** Whose distribution the summary shows; null: the first that there is. */
  summaryKind: ValueKind | null = null
  selectedIndex: number | null = null
  selectedSite: ValueSite | null = null
  /** Tables of the kind without a filter; null until they are counted. */
  totalCount: number | null = null
  readonly #options: ValueModelOptions
  #version = 0
  /** The query that the pager's rows answer. */
  #asked: Question

  constructor(options: ValueModelOptions) {
    this.#options = options
    this.#asked = { version: 0, filter: this.filter, sort: this.sort }
    this.pager = new RowPager((start, count) => this.#window(start, count))
  }

  async #window(start: number, count: number, { version, filter, sort } = this.#asked) {
    const { client, profile } = this.#options
    const { rowCount, totalCount, rows } = await client.call('values.rows', { profile, filter, sort, start, count })
    this.totalCount = totalCount
    return { version, rowCount, rows }
  }

  /** Reads the first rows with the present filter and order, and selects the first if none is selected yet. */
  async load(): Promise<void> {
    const question = { version: ++this.#version, filter: this.filter, sort: this.sort }
    const { version } = question
    try {
      const first = await this.#window(0, 1, question)
      if (version !== this.#version) return
      this.#asked = question
      // A row that was clicked meanwhile was one of the previous rows.
      this.selectedIndex = null
      if (this.selectedSite === null && first.rows[0] !== undefined) {
        this.selectedIndex = 0
        this.selectedSite = first.rows[0]
      }
      this.pager.reset(version, first.rowCount)
    } catch (error) {
      this.#options.onFailure(error)
    }
  }

  filterBy(change: Partial<ValueFilter>): Promise<void> {
    this.filter = { ...this.filter, ...change }
    return this.#reload()
  }

  sortBy(sort: ValueSort): Promise<void> {
    this.sort = sort
    return this.#reload()
  }

  #reload(): Promise<void> {
    this.selectedIndex = null
    this.pager.changed()
    return this.load()
  }

  /** @param drawn the row that was clicked; absent: the one that has this place now */
  select(index: number, drawn?: ValueSite): Promise<void> {
    return selectRow(this, { index, drawn, onRow: (site) => this.lookAt(site, this.selectedIndex), onFailure: this.#options.onFailure })
  }

  /** @param index its row in the table; null: it was found elsewhere */
  lookAt(site: ValueSite, index: number | null = null): void {
    this.selectedSite = site
    this.selectedIndex = index
    this.pager.changed()
  }

  show(section: ValueSection): void {
    this.section = section
    this.pager.changed()
  }

  /** Tables of one kind by source line or function, the most executed first. */
  groups(kind: ValueKind, by: 'line' | 'function'): RowPager<ValueGroup> {
    const { client, profile } = this.#options
    const pager = new RowPager<ValueGroup>(async (start, count) => ({
      version: 0,
      ...(await client.call('values.groups', { profile, kind, by, start, count })),
    }))
    client.call('values.groups', { profile, kind, by, start: 0, count: 0 }).then(({ rowCount }) => pager.reset(0, rowCount), this.#options.onFailure)
    return pager
  }
}
