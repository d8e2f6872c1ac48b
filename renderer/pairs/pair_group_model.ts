import type { RpcClient } from '../../shared/rpc/contract.ts'
import type { PairId, ProfileId } from '../../shared/rpc/identifiers.ts'
import type { PairFilter, PairGroup, PairGroupColumn, PairGrouping } from '../../shared/rpc/pairs.ts'
import type { Rows } from '../../shared/tables/table_text.ts'
import { missingAnswerText, isCancelled } from '../application/failure.ts'
import { RowPager } from '../grid/row_pager.ts'
import { selectRow } from '../grid/select_row.ts'
import { everyRow } from '../tables/every_row.ts'

/** Groups that are looked through for a pair selected elsewhere. */
const mostSearched = 500

export interface PairGroupSort {
  column: PairGroupColumn
  descending: boolean
}

interface PairGroupModelOptions {
  client: RpcClient
  profile: ProfileId
  /** The filter of the pair table. */
  filter(): PairFilter
  firstSort: PairGroupSort
  /** A group represents its heaviest pair. */
  onSelect(pair: PairId): void
  onFailure(error: unknown): void
}

/** The query that determines a version's rows. */
interface Question {
  version: number
  filter: PairFilter
  by: PairGrouping | null
  sort: PairGroupSort
}

/** The filtered pairs by groups. */
export class PairGroupModel {
  readonly pager: RowPager<PairGroup>
  /** Null: pairs stand alone. */
  by: PairGrouping | null = null
  sort: PairGroupSort
  selectedIndex: number | null = null
  readonly #options: PairGroupModelOptions
  #version = 0
  /** The query that the pager's rows answer; null until the first request. */
  #asked: Question | null = null

  constructor(options: PairGroupModelOptions) {
    this.#options = options
    this.sort = options.firstSort
    this.pager = new RowPager((start, count) => this.#window(start, count))
  }

  #question(): Question {
    return { version: this.#version, filter: { ...this.#options.filter(), group: null }, by: this.by, sort: this.sort }
  }

  async #window(start: number, count: number, { version, by, ...question } = this.#asked ?? this.#question()) {
    const { client, profile } = this.#options
    if (by === null) return { version, rowCount: 0, rows: [] }
    return { version, ...(await client.call('pairs.groups', { profile, by, ...question, start, count })) }
  }

  /** All groups as a table, its titles first; amounts in `unit`, shares 0..1. */
  async table(unit: string): Promise<Rows> {
    const question = this.#question()
    const groups = await everyRow((start, count) => this.#window(start, count, question))
    const titles = ['group', 'pairs', `waste (${unit})`, `use (${unit})`, 'share of waste', 'share of all', 'traps']
    return [titles, ...groups.map((group) => [groupText(group), group.pairs, group.waste, group.use, group.shareOfWaste, group.shareOfTotal, group.traps])]
  }

  /** Reads the first groups with the present filter, grouping and order. */
  async load(): Promise<void> {
    const version = ++this.#version
    const question = this.#question()
    try {
      const first = await this.#window(0, 1, question)
      if (version !== this.#version) return
      this.#asked = question
      this.selectedIndex = null
      this.pager.reset(version, first.rowCount)
    } catch (error) {
      // Stopped by the person: nothing else reports it.
      if (version === this.#version && isCancelled(error)) this.pager.fail(missingAnswerText(error), () => this.load())
      this.#options.onFailure(error)
    }
  }

  sortBy(sort: PairGroupSort): Promise<void> {
    this.sort = sort
    this.pager.changed()
    return this.load()
  }

  /** Marks the group that a pair selected elsewhere is the heaviest of; leaves the selection where it is of none of the first. */
  async reveal(pair: PairId): Promise<void> {
    const version = this.#version
    const before = this.selectedIndex
    const index = (await this.#window(0, mostSearched)).rows.findIndex(({ heaviest }) => heaviest === pair)
    if (version !== this.#version || this.selectedIndex !== before || index < 0) return
    this.selectedIndex = index
    this.pager.changed()
  }

  /** @param drawn the row that was clicked; absent: the one that has this place now */
  select(index: number, drawn?: PairGroup): Promise<void> {
    const { onSelect, onFailure } = this.#options
    return selectRow(this, { index, drawn, onRow: (group) => onSelect(group.heaviest), onFailure })
  }
}

/** The name of a group: its class of advice, its data, or its places. */
export function groupText({ source, target, object, advice }: PairGroup): string {
  return advice ?? object ?? [source, target].filter((name) => name !== null).join(' → ')
}
