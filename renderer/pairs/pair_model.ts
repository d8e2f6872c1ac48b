import type { RpcClient } from '../../shared/rpc/contract.ts'
import type { DistanceRange, IntervalRange } from '../../shared/rpc/charts.ts'
import type { PairId, ProfileId } from '../../shared/rpc/identifiers.ts'
import { MOST_MERGED_PAIRS, type PairColumn, type PairFilter, type PairGroup, type PairGrouping, type PairPlace, type PairRow } from '../../shared/rpc/pairs.ts'
import type { Tool } from '../../shared/run.ts'
import { missingAnswerText, isCancelled } from '../application/failure.ts'
import { RowPager } from '../grid/row_pager.ts'
import { selectRow } from '../grid/select_row.ts'
import { isNeutral } from '../tools/tools.ts'
import { PairGroupModel } from './pair_group_model.ts'

/** Pairs of one function or file that are looked through for the heaviest. */
const mostCandidates = 500
/** Rows that are looked through for a pair selected elsewhere; most selected pairs are far above. */
const mostSearched = 10_000

export interface PairSort {
  column: PairColumn
  descending: boolean
}

export interface PairModelOptions {
  client: RpcClient
  profile: ProfileId
  /** Whose pairs. */
  tool: Tool
  onSelect(pair: PairId): void
  onFailure(error: unknown): void
}

/** The query that determines a version's rows. */
interface Question {
  version: number
  filter: PairFilter
  sort: PairSort
}

/** The pair table of one tool: filter and order are sent with every window of rows. */
export class PairModel {
  readonly pager: RowPager<PairRow>
  /** Lets every pair of the tool through but those of use. */
  readonly noFilter: PairFilter
  filter: PairFilter
  sort: PairSort
  selectedIndex: number | null = null
  /** Pairs of the tool without a filter; null until they are counted. */
  totalCount: number | null = null
  readonly groups: PairGroupModel
  /** The group whose pairs alone are listed. */
  openedGroup: PairGroup | null = null
  /** The name of `filter.within`. */
  placeName: string | null = null
  /** The name of `filter.distance`. */
  distanceName: string | null = null
  /** The name of `filter.during`. */
  duringName: string | null = null
  /** As a person grouped the pairs; undefined: nobody did. */
  chosenGrouping: PairGrouping | null | undefined
  readonly #options: PairModelOptions
  readonly #heaviestFirst: PairSort
  /** Whether pairs stand together was chosen by a person, or follows from the view they came from. */
  #groupingChosen = false
  #version = 0
  /** The query that the pager's rows answer. A new filter or order takes effect once its number of rows is known. */
  #asked: Question

  constructor(options: PairModelOptions) {
    this.#options = options
    const neutral = isNeutral(options.tool)
    this.noFilter = { wastefulOnly: !neutral, search: '', regularExpression: false, side: 'either', tool: options.tool }
    this.#heaviestFirst = { column: neutral ? 'shareOfTotal' : 'waste', descending: true }
    this.filter = this.noFilter
    this.sort = this.#heaviestFirst
    this.#asked = { version: 0, filter: this.filter, sort: this.sort }
    this.pager = new RowPager((start, count) => this.#window(start, count))
    const { client, profile, onSelect, onFailure } = options
    this.groups = new PairGroupModel({
      client,
      profile,
      filter: () => this.filter,
      firstSort: { column: neutral ? 'shareOfTotal' : 'waste', descending: true },
      onSelect,
      onFailure,
    })
  }

  /** Groups are listed, not pairs. */
  get grouped(): boolean {
    return this.groups.by !== null && this.filter.group == null
  }

  async #window(start: number, count: number, { version, filter, sort } = this.#asked) {
    const { client, profile } = this.#options
    const answer = await client.call('pairs.rows', { profile, filter, sort, start, count })
    return { version, rowCount: answer.rowCount, rows: answer.rows }
  }

  /** Reads the first rows with the present filter and order. */
  async load(): Promise<void> {
    const version = ++this.#version
    const { filter, sort } = this
    try {
      this.totalCount ??= await this.#count()
      const first = await this.#window(0, 1, { version, filter, sort })
      if (!this.#groupingChosen) await this.#mergeLines(first.rowCount)
      if (this.grouped) await this.groups.load()
      if (version !== this.#version) return
      // A row that was clicked meanwhile was one of the previous rows.
      if (filter !== this.#asked.filter || sort !== this.#asked.sort) this.selectedIndex = null
      this.#asked = { version, filter, sort }
      this.pager.reset(version, first.rowCount)
    } catch (error) {
      // Stopped by the person: nothing else reports it.
      if (version === this.#version && isCancelled(error)) this.pager.fail(missingAnswerText(error), () => this.load())
      this.#options.onFailure(error)
    }
  }

  /** Pairs of the same lines in several contexts are grouped, unless the person chose otherwise. */
  async #mergeLines(pairCount: number): Promise<void> {
    if (pairCount > MOST_MERGED_PAIRS) return
    const { client, profile } = this.#options
    const { rowCount } = await client.call('pairs.groups', { profile, by: 'both-line', filter: this.filter, sort: this.groups.sort, start: 0, count: 0 })
    if (this.#groupingChosen) return
    this.#groupingChosen = true
    if (rowCount < pairCount) this.groups.by = 'both-line'
  }

  async #count(): Promise<number> {
    const { client, profile } = this.#options
    return (await client.call('pairs.rows', { profile, filter: { ...this.noFilter, wastefulOnly: false }, sort: this.sort, start: 0, count: 0 })).rowCount
  }

  filterBy(filter: PairFilter): Promise<void> {
    this.filter = filter
    this.selectedIndex = null
    // The toolbar shows the new filter at once, the rows follow.
    this.pager.changed()
    return this.load()
  }

  /** Group pairs by something, or (null) alone. */
  groupBy(by: PairGrouping | null): Promise<void> {
    this.restoreGrouping(by)
    this.openedGroup = null
    return this.filterBy({ ...this.filter, group: null })
  }

  /** Takes effect with the next rows. */
  restoreGrouping(by: PairGrouping | null): void {
    this.#groupingChosen = true
    this.chosenGrouping = by
    this.groups.by = by
  }

  /** Takes effect with the next rows. */
  restoreGroup(by: PairGrouping, group: PairGroup): void {
    this.#groupingChosen = true
    this.groups.by = by
    this.openedGroup = group
    this.filter = { ...this.filter, group: { by, key: group.key } }
  }

  /** Lists the pairs of one group. */
  async openGroup(group: PairGroup): Promise<void> {
    const { by } = this.groups
    if (by === null) return
    this.openedGroup = group
    await this.filterBy({ ...this.filter, group: { by, key: group.key } })
  }

  /** Back to the groups. */
  closeGroup(): Promise<void> {
    this.openedGroup = null
    return this.filterBy({ ...this.filter, group: null })
  }

  /** Lists what became of the accesses in a place, or (side target) whose accesses they undid, by the other side's function. */
  listWithin(place: PairPlace, name: string): Promise<void> {
    this.#groupingChosen = true
    this.groups.by = place.side === 'target' ? 'source-function' : 'target-function'
    this.openedGroup = null
    this.placeName = name
    return this.filterBy({ ...this.noFilter, wastefulOnly: this.filter.wastefulOnly, within: place })
  }

  /** Lists the pairs with reuses at a distance, one by one. */
  listAtDistance(distance: DistanceRange, name: string): Promise<void> {
    this.#groupingChosen = true
    this.groups.by = null
    this.openedGroup = null
    this.distanceName = name
    return this.filterBy({ ...this.noFilter, distance })
  }

  /** Lists the pairs that trapped in a part of the run, one by one. */
  listDuring(during: IntervalRange, name: string): Promise<void> {
    this.#groupingChosen = true
    this.groups.by = null
    this.openedGroup = null
    this.duringName = name
    return this.filterBy({ ...this.noFilter, during })
  }

  sortBy(sort: PairSort): Promise<void> {
    this.sort = sort
    this.selectedIndex = null
    this.pager.changed()
    return this.load()
  }

  /** @param drawn the row that was clicked; absent: the one that has this place now */
  select(index: number, drawn?: PairRow): Promise<void> {
    const { onSelect, onFailure } = this.#options
    return selectRow(this, { index, drawn, onRow: (row) => onSelect(row.pair), onFailure })
  }

  /** Marks the row of a pair that was selected elsewhere; leaves the selection where the filter hides the pair. */
  async reveal(pair: PairId): Promise<void> {
    if (this.grouped) return this.groups.reveal(pair)
    const version = this.#version
    const before = this.selectedIndex
    for (let start = 0; start < Math.min(this.pager.rowCount, mostSearched) && version === this.#version; start += mostCandidates) {
      const index = (await this.#window(start, mostCandidates)).rows.findIndex((row) => row.pair === pair)
      // A row that was selected meanwhile stays, and with another filter or order the pair is in another place.
      if (this.selectedIndex !== before || version !== this.#version) return
      if (index < 0) continue
      this.selectedIndex = start + index
      this.pager.changed()
      return
    }
  }

  /** The heaviest pair of the tool; null if there is none. */
  heaviest(): Promise<PairId | null> {
    const { client, profile, tool } = this.#options
    return client.call('pairs.heaviest', { profile, tool })
  }

  /** The heaviest pair whose earlier access is in a function (by name, in any context); null if there is none. */
  async inFunction(name: string): Promise<PairRow | null> {
    return (await this.#matching(name)).find((row) => row.sourceFunction === name) ?? null
  }

  /** The heaviest pair with either access on a line of a file, or the next one after `present`; null if there is none. */
  async atLine(file: string, line: number, present: PairId | null): Promise<PairRow | null> {
    const rows = (await this.#matching(file)).filter(
      (row) => (row.sourceFile === file && row.sourceLine === line) || (row.targetFile === file && row.targetLine === line),
    )
    return rows[(rows.findIndex((row) => row.pair === present) + 1) % rows.length] ?? null
  }

  async #matching(search: string): Promise<PairRow[]> {
    const { client, profile } = this.#options
    const answer = await client.call('pairs.rows', {
      profile,
      filter: { ...this.noFilter, search },
      sort: this.#heaviestFirst,
      start: 0,
      count: mostCandidates,
    })
    return answer.rows
  }
}
