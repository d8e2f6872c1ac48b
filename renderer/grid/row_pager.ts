/** Rows of a grid, fetched from the host in pages. */
import { missingAnswerText } from '../application/failure.ts'
import { everyRow } from '../tables/every_row.ts'
import type { RowSource } from './row_source.ts'

export interface FetchedRows<Row> {
  version: number
  rowCount: number
  rows: Row[]
}

const pageSize = 64
const pagesKept = 96
const pagesAround = 2
const pagesPerFetch = 4

/** Requested pages, with those in sight. */
interface Wanted {
  first: number
  last: number
  firstSeen: number
  lastSeen: number
}

/**
 * A RowSource over an asynchronous table. One fetch is under way at a time, always for the latest request, so that
 * dragging the scroll bar over a slow connection does not queue up windows that are no longer visible.
 */
export class RowPager<Row> implements RowSource<Row> {
  rowCount = 0
  version = -1
  failure: string | null = null
  ready = false
  readonly #fetchRows: (start: number, count: number) => Promise<FetchedRows<Row>>
  readonly #pages = new Map<number, Row[]>()
  readonly #listeners = new Set<() => void>()
  #wanted: Wanted | null = null
  /** Rows that could not be fetched. They are requested again only after other rows: retries would fail, or be stopped, forever. */
  #failed: Wanted | null = null
  /** Makes the rows that could not be made; null: only some of them could not be had. */
  #makeAgain: (() => unknown) | null = null
  #fetching: Promise<void> | null = null
  #generation = 0
  #snapshot = 0

  constructor(fetchRows: (start: number, count: number) => Promise<FetchedRows<Row>>) {
    this.#fetchRows = fetchRows
  }

  /** All rows, also those far out of sight, for an export; none of them is kept. */
  everyRow(): Promise<Row[]> {
    return everyRow(this.#fetchRows)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): number => this.#snapshot

  /** Tells every subscriber that something it draws changed. */
  changed(): void {
    this.#snapshot++
    for (const listener of this.#listeners) listener()
  }

  /** Forgets the rows in memory: the table was expanded, sorted or filtered anew. */
  reset(version: number, rowCount: number): void {
    this.version = version
    this.rowCount = rowCount
    this.#generation++
    this.#pages.clear()
    this.failure = null
    this.#failed = null
    this.#makeAgain = null
    if (rowCount === 0) this.ready = true
    this.changed()
  }

  /** There are no rows, because they could not be made. @param makeAgain tries it once more */
  fail(failure: string, makeAgain: () => unknown): void {
    this.#makeAgain = makeAgain
    this.ready = false
    this.rowCount = 0
    this.#wanted = null
    this.#generation++
    this.#pages.clear()
    this.failure = failure
    this.changed()
  }

  retry(): void {
    const makeAgain = this.#makeAgain
    this.failure = null
    this.#failed = null
    this.#makeAgain = null
    this.changed()
    makeAgain?.()
  }

  rows(start: number, count: number): Row[] | null {
    const end = Math.min(start + count, this.rowCount)
    const found: Row[] = []
    for (let index = start; index < end;) {
      const page = this.#pages.get(Math.floor(index / pageSize))
      const row = page?.[index % pageSize]
      if (row === undefined) return null
      found.push(row)
      index++
    }
    return found
  }

  /** One row, fetched where it is not in memory; undefined beyond the last. */
  async row(index: number): Promise<Row | undefined> {
    return this.rows(index, 1)?.[0] ?? (await this.#fetchRows(index, 1)).rows[0]
  }

  request(start: number, count: number): void {
    const lastPage = Math.max(0, Math.floor((this.rowCount - 1) / pageSize))
    const firstSeen = Math.min(lastPage, Math.floor(start / pageSize))
    const lastSeen = Math.min(lastPage, Math.floor((start + Math.max(1, count) - 1) / pageSize))
    const wanted = { first: Math.max(0, firstSeen - pagesAround), last: Math.min(lastPage, lastSeen + pagesAround), firstSeen, lastSeen }
    if (this.#failed?.first === wanted.first && this.#failed.last === wanted.last) return
    this.#wanted = wanted
    void this.#fetchWanted()
  }

  /** Asks for the first rows, shown or not. @returns when they are here, or could not be had */
  begin(): Promise<void> {
    if (this.rowCount === 0) return Promise.resolve()
    this.#wanted ??= { first: 0, last: 0, firstSeen: 0, lastSeen: 0 }
    return this.#fetchWanted()
  }

  #fetchWanted(): Promise<void> {
    return (this.#fetching ??= this.#fetchAllMissing().finally(() => {
      this.#fetching = null
    }))
  }

  async #fetchAllMissing(): Promise<void> {
    for (let missing = this.#firstMissing(); missing !== null; missing = this.#firstMissing()) await this.#fetchMissing(missing)
  }

  async #fetchMissing({ first, last }: { first: number; last: number }): Promise<void> {
    const generation = this.#generation
    try {
      const answer = await this.#fetchRows(first * pageSize, (last - first + 1) * pageSize)
      if (generation === this.#generation) this.#store(first, answer)
    } catch (error) {
      if (generation !== this.#generation) return
      this.#failed = this.#wanted
      this.#wanted = null
      this.failure = missingAnswerText(error)
      this.changed()
    }
  }

  /** Missing rows, those in sight first: the others take as long again, and in large profiles longer. */
  #firstMissing(): { first: number; last: number } | null {
    if (this.#wanted === null) return null
    const { first, last, firstSeen, lastSeen } = this.#wanted
    return this.#missingOf(firstSeen, lastSeen) ?? this.#missingOf(first, last)
  }

  #missingOf(from: number, to: number): { first: number; last: number } | null {
    for (let page = from; page <= to; page++) {
      if (this.#pages.has(page)) continue
      let last = page
      while (last < to && last - page + 1 < pagesPerFetch && !this.#pages.has(last + 1)) last++
      return { first: page, last }
    }
    return null
  }

  #store(firstPage: number, answer: FetchedRows<Row>): void {
    if (answer.version !== this.version) this.#pages.clear()
    this.version = answer.version
    this.rowCount = answer.rowCount
    this.ready = true
    this.failure = null
    this.#failed = null
    for (let offset = 0, page = firstPage; offset === 0 || offset < answer.rows.length; offset += pageSize, page++) {
      this.#pages.delete(page)
      this.#pages.set(page, answer.rows.slice(offset, offset + pageSize))
    }
    const lastPage = Math.max(0, Math.floor((this.rowCount - 1) / pageSize))
    if (this.#wanted !== null) {
      this.#wanted.last = Math.min(this.#wanted.last, lastPage)
      this.#wanted.lastSeen = Math.min(this.#wanted.lastSeen, lastPage)
    }
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= pagesKept) break
      const wanted = this.#wanted !== null && page >= this.#wanted.first && page <= this.#wanted.last
      if (!wanted) this.#pages.delete(page)
    }
    this.changed()
  }
}
