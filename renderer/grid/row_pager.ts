import { missingAnswerText } from '../application/failure.ts'
import type { RowSource } from './row_source.ts'

export interface FetchedRows<Row> { version: number; rowCount: number; rows: Row[] }

const pageSize = 128
const pagesKept = 48
const pagesAround = 1
const pagesPerFetch = 2

/**
 * A RowSource over an asynchronous table. One fetch is under way at a time, always for what was asked for last, so that
 * dragging the scroll bar over a slow connection does not queue up windows nobody looks at any more.
 */
export class RowPager<Row> implements RowSource<Row> {
  rowCount = 0
  version = -1
  failure: string | null = null
  ready = false
  readonly #fetchRows: (start: number, count: number) => Promise<FetchedRows<Row>>
  readonly #pages = new Map<number, Row[]>()
  readonly #listeners = new Set<() => void>()
  #wanted: { first: number; last: number } | null = null
  /** What could not be had is not asked for again until something else is: it would fail, or be stopped, for ever. */
  #failed: { first: number; last: number } | null = null
  /** Makes the rows that could not be made; null: only some of them could not be had. */
  #makeAgain: (() => unknown) | null = null
  #fetching = false
  #generation = 0
  #snapshot = 0

  constructor(fetchRows: (start: number, count: number) => Promise<FetchedRows<Row>>) {
    this.#fetchRows = fetchRows
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
    for (let index = start; index < end; ) {
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
    const wanted = {
      first: Math.max(0, Math.floor(start / pageSize) - pagesAround),
      last: Math.min(lastPage, Math.floor((start + Math.max(1, count) - 1) / pageSize) + pagesAround),
    }
    if (this.#failed?.first === wanted.first && this.#failed.last === wanted.last) return
    this.#wanted = wanted
    void this.#fetchWanted()
  }

  async #fetchWanted(): Promise<void> {
    if (this.#fetching) return
    this.#fetching = true
    try {
      for (let missing = this.#firstMissing(); missing !== null; missing = this.#firstMissing()) await this.#fetchMissing(missing)
    } finally {
      this.#fetching = false
    }
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

  #firstMissing(): { first: number; last: number } | null {
    if (this.#wanted === null) return null
    for (let page = this.#wanted.first; page <= this.#wanted.last; page++) {
      if (this.#pages.has(page)) continue
      let last = page
      while (last < this.#wanted.last && last - page + 1 < pagesPerFetch && !this.#pages.has(last + 1)) last++
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
    if (this.#wanted !== null) this.#wanted.last = Math.min(this.#wanted.last, lastPage)
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= pagesKept) break
      const wanted = this.#wanted !== null && page >= this.#wanted.first && page <= this.#wanted.last
      if (!wanted) this.#pages.delete(page)
    }
    this.changed()
  }
}
