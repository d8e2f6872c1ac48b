/** A tree view's rows and selection; the host keeps the tree. */
import type { RpcClient } from '../../shared/rpc/contract.ts'
import type { NodeId, PairId, ProfileId, ViewId } from '../../shared/rpc/identifiers.ts'
import type { Sort, TreeKind, TreeRow, TreeShape } from '../../shared/rpc/trees.ts'
import type { Tool } from '../../shared/run.ts'
import { missingAnswerText } from '../application/failure.ts'
import { RowPager } from '../grid/row_pager.ts'
import { isNeutral } from '../tools/tools.ts'

export interface TreeModelOptions {
  client: RpcClient
  /** The tree's profile, or a function that makes the tree otherwise. */
  of: ProfileId | ((sort: Sort) => Promise<{ view: ViewId; rowCount: number; selected?: number | null }>)
  kind: TreeKind
  /** Whose metrics the rows carry. */
  tool: Tool
  /** How the tree differs from that of the profile at first. */
  shape?: TreeShape
  /** Called with the row whenever the selection moves by the person's hand or a command. */
  onSelect(row: TreeRow): void
  /** One thing at a time went wrong; the tree stays as it was. */
  onFailure(error: unknown): void
}

export interface TreeSearch {
  text: string
  regularExpression: boolean
  matchCount: number
}

const scanWindow = 128

/**
 * One tree of the host as the grid sees it: expansion, sorting and search live on the host, selection here. Changes run
 * one after the other, so that a row index always refers to the version it was read from.
 */
export class TreeModel {
  readonly kind: TreeKind
  /** There is a path of waste to follow: the tool knows waste. */
  readonly hasWaste: boolean
  readonly pager: RowPager<TreeRow>
  sort: Sort
  search: TreeSearch | null = null
  /** Labels of the rows whose subtrees are shown alone, one within the other. */
  focusPath: string[] = []
  shape: TreeShape
  selectedIndex: number | null = null
  selectedRow: TreeRow | null = null
  readonly #options: TreeModelOptions
  #view: Promise<ViewId> | null = null
  /** The previous view, kept until one of another shape has its open rows: making that may be stopped, and tried again. */
  #left: { view: ViewId; index: number | null } | null = null
  #changes: Promise<unknown> = Promise.resolve()
  #selections = 0
  /** Keys whose rows are still being opened, closed or gone to. */
  #typed = 0

  constructor(options: TreeModelOptions) {
    this.#options = options
    this.kind = options.kind
    this.shape = options.shape ?? {}
    this.hasWaste = !isNeutral(options.tool)
    // With everything below them the outermost functions would come first, which access nothing themselves.
    const waste = this.kind === 'top-down' ? 'wasteInclusive' : 'wasteExclusive'
    // Reuses stand as use too, and trees of two runs have them normalised.
    const seen = this.kind !== 'top-down' ? 'useExclusive' : typeof options.of === 'number' ? 'traps' : 'useInclusive'
    this.sort = { column: this.hasWaste ? waste : seen, descending: true }
    this.pager = new RowPager((start, count) => this.#window(start, count))
  }

  /** Creates the host's view at first use; it lives as long as the profile is open. */
  open(): Promise<void> {
    return this.#view !== null ? Promise.resolve() : this.#change(() => this.#make())
  }

  /** A view, open and selected where the one that it takes the place of was. */
  async #make(): Promise<void> {
    const left = this.#left
    await this.#create(left)
    this.#left = null
    if (left === null) return
    await this.#options.client.call('tree.close', { view: left.view })
    if (this.selectedIndex !== null) await this.#arriveAt(this.selectedIndex)
    if (this.search !== null && this.search.text !== '') await this.#searchFor(this.search)
  }

  async #create(like: { view: ViewId; index: number | null } | null = null): Promise<void> {
    const { client, of, tool } = this.#options
    const selections = this.#selections
    const created =
      typeof of === 'number'
        ? client.call('tree.create', { profile: of, kind: this.kind, tool, sort: this.sort, ...(like === null ? {} : { like }), ...this.shape })
        : of(this.sort)
    this.#view = created.then(({ view }) => view)
    try {
      const [{ view, rowCount, selected }] = await Promise.all([created, this.#view])
      if (like !== null && selections !== this.#selections) {
        // The previous rows are still drawn, and the person has selected another one of them.
        await client.call('tree.close', { view })
        this.#left = { view: like.view, index: this.selectedIndex }
        return await this.#create(this.#left)
      }
      if (like !== null) this.#setSelection(selected ?? null, null)
      this.pager.reset(-1, rowCount)
      // The next requests, for pairs and sources, take longer in large profiles than the rows do.
      await this.pager.begin()
    } catch (error) {
      this.#view = null
      this.pager.fail(missingAnswerText(error), () => this.open())
      throw error
    }
  }

  /** Other rows: the host's view is made anew, open and selected where the old one was; the search continues. */
  reshape(shape: TreeShape): Promise<void> {
    this.shape = shape
    if (this.#view === null && this.#left === null) return Promise.resolve()
    return this.#change(async () => {
      // Another change of the shape may stand behind this one in the queue: it makes the view.
      if (this.shape !== shape) return
      this.#left ??= { view: await this.#openView(), index: this.selectedIndex }
      this.#setSelection(null, null)
      await this.#make()
    })
  }

  async #window(start: number, count: number) {
    const answer = await this.#options.client.call('tree.rows', { view: await this.#openView(), start, count })
    // Rows of an older version may come after the first of a newer one.
    if (answer.version >= this.pager.version) this.focusPath = answer.focusPath
    return answer
  }

  #openView(): Promise<ViewId> {
    if (this.#view === null) throw new Error('The rows of this view were not loaded. Open the profile again, or reload this page.')
    return this.#view
  }

  #change(task: () => Promise<void>): Promise<void> {
    const next = this.#changes.then(task).catch(this.#options.onFailure)
    this.#changes = next
    return next
  }

  async #rowAt(index: number): Promise<TreeRow | null> {
    const held = this.pager.version === -1 ? null : this.pager.rows(index, 1)
    if (held?.[0] !== undefined) return held[0]
    const answer = await this.#window(index, 1)
    if (this.pager.version !== answer.version) this.pager.reset(answer.version, answer.rowCount)
    return answer.rows[0] ?? null
  }

  #setSelection(index: number | null, row: TreeRow | null): void {
    this.selectedIndex = index
    this.selectedRow = row
    this.pager.changed()
  }

  /**
   * The mark moves at once, and with it all that shows the row; of one that is not here yet, when it is.
   * @param drawn the row that was clicked; absent: the one that has this place now
   */
  select(index: number, drawn?: TreeRow): Promise<void> {
    const chosen = drawn ?? this.pager.rows(index, 1)?.[0] ?? null
    this.#setSelection(index, chosen)
    const selection = ++this.#selections
    const view = this.#view
    // Not behind the host's pending answers: something else may have been selected by then.
    if (chosen !== null) this.#options.onSelect(chosen)
    return this.#change(async () => {
      // A later selection made this one pointless.
      if (selection !== this.#selections || this.selectedIndex === null) return
      // The view that was made since is selected where this one was.
      if (view !== this.#view && view !== null) return
      // A change before it in the queue may have moved the row, or taken it away.
      const row = await this.#rowAt(this.selectedIndex)
      if (chosen === null) return this.#arriveAt(this.selectedIndex)
      const stays = row?.key === chosen.key
      this.#setSelection(stays ? this.selectedIndex : null, stays ? row : null)
    })
  }

  /** A change by a key: keys typed meanwhile begin where it ends. Without effect once another row was clicked. */
  #type(task: () => Promise<void>): Promise<void> {
    const selections = this.#selections
    this.#typed++
    return this.#change(async () => {
      if (selections === this.#selections) await task()
    }).finally(() => this.#typed--)
  }

  /**
   * Moves the selection by so many rows, or to an end.
   * @returns false without effect unless keys typed before are under way: until then the rows between are not known
   */
  moveLater(by: number | 'first' | 'last'): boolean {
    if (this.#typed === 0) return false
    void this.#type(async () => {
      const last = this.pager.rowCount - 1
      const to = by === 'first' ? 0 : by === 'last' ? last : (this.selectedIndex ?? -1) + by
      if (last >= 0) await this.#arriveAt(Math.min(last, Math.max(0, to)))
    })
    return true
  }

  async #arriveAt(index: number, isOvertaken = (): boolean => false): Promise<void> {
    const row = await this.#rowAt(index)
    if (isOvertaken()) return
    this.#setSelection(index, row)
    if (row !== null) this.#options.onSelect(row)
  }

  toggle(index: number, deep = false): Promise<void> {
    return this.#change(async () => {
      const row = await this.#rowAt(index)
      if (row !== null && row.expandable) await this.#expand(row, !row.expanded || deep, deep)
    })
  }

  async #expand(row: TreeRow, expanded: boolean, deep: boolean): Promise<void> {
    const before = this.pager.rowCount
    const { version, rowCount } = await this.#options.client.call('tree.expand', {
      view: await this.#openView(),
      version: this.pager.version,
      index: row.index,
      expanded,
      deep,
    })
    const added = rowCount - before
    const selected = this.selectedIndex
    if (selected !== null && selected > row.index) this.selectedIndex = added < 0 && selected <= row.index - added ? row.index : selected + added
    this.pager.reset(version, rowCount)
    this.selectedRow = this.selectedIndex === null ? null : await this.#rowAt(this.selectedIndex)
    this.pager.changed()
  }

  /** Right arrow: open the row, or go to its first child. */
  expandOrDescend(): Promise<void> {
    return this.#type(async () => {
      const row = await this.#selected()
      if (row === null || !row.expandable) return
      if (row.expanded) await this.#arriveAt(row.index + 1)
      else await this.#expand(row, true, false)
    })
  }

  /** Left arrow: close the row, or go to its parent. */
  collapseOrAscend(): Promise<void> {
    return this.#type(async () => {
      const row = await this.#selected()
      if (row === null) return
      if (row.expandable && row.expanded) await this.#expand(row, false, false)
      else {
        const parent = await this.#parentOf(row)
        if (parent !== null) await this.#arriveAt(parent)
      }
    })
  }

  /** `*`: the whole subtree of the selected row. */
  expandSubtree(): Promise<void> {
    return this.#type(async () => {
      const row = await this.#selected()
      if (row?.expandable === true) await this.#expand(row, true, true)
    })
  }

  async #selected(): Promise<TreeRow | null> {
    return this.selectedIndex === null ? null : this.#rowAt(this.selectedIndex)
  }

  async #parentOf(row: TreeRow): Promise<number | null> {
    for (let end = row.index; end > 0 && row.depth > 0;) {
      const start = Math.max(0, end - scanWindow)
      const rows = this.pager.rows(start, end - start) ?? (await this.#window(start, end - start)).rows
      const parent = rows.findLast((candidate) => candidate.depth < row.depth)
      if (parent !== undefined) return parent.index
      end = start
    }
    return null
  }

  /** The header shows the new order at once, the rows follow; a refused order is taken back. */
  sortBy(sort: Sort): Promise<void> {
    const before = this.sort
    this.sort = sort
    this.pager.changed()
    return this.#change(async () => {
      try {
        await this.#sortRows(sort)
      } catch (error) {
        const done = await this.#sortedMeanwhile()
        if (this.sort === sort && !done) this.sort = before
        this.pager.changed()
        throw error
      }
    })
  }

  /** A sort that was stopped may have been done already: then the host's rows are others, and these are shown. */
  async #sortedMeanwhile(): Promise<boolean> {
    if (this.pager.version === -1) return false
    const answer = await this.#window(0, 1).catch(() => null)
    if (answer === null || answer.version === this.pager.version) return false
    this.#setSelection(null, null)
    this.pager.reset(answer.version, answer.rowCount)
    return true
  }

  async #sortRows(sort: Sort): Promise<void> {
    const view = await this.#openView()
    let keep = (await this.#selected())?.key ?? null
    for (;;) {
      const selections = this.#selections
      const { version, keptIndex } = await this.#options.client.call('tree.sort', { view, sort, keep })
      if (selections === this.#selections) {
        this.selectedIndex = keptIndex
        this.pager.reset(version, this.pager.rowCount)
        return
      }
      // Another row was selected meanwhile, in the previous order.
      keep = this.selectedRow?.key ?? null
    }
  }

  /** The host made the rows' numbers anew, which may have moved them; nothing to do before the first use. */
  renew(change: (view: ViewId) => Promise<{ version: number }>): Promise<void> {
    const view = this.#view
    if (view === null) return Promise.resolve()
    return this.#change(async () => {
      await change(await view)
      await this.#sortRows(this.sort)
      // The person did not choose it again: something else may have been chosen since, in another view.
      if (this.selectedIndex !== null) this.#setSelection(this.selectedIndex, await this.#rowAt(this.selectedIndex))
    })
  }

  /** Marks matches in the whole tree; an empty text ends the search. */
  searchFor(text: string, regularExpression: boolean): Promise<void> {
    return this.#change(() => this.#searchFor({ text, regularExpression }))
  }

  async #searchFor({ text, regularExpression }: Omit<TreeSearch, 'matchCount'>): Promise<void> {
    const { version, matchCount } = await this.#options.client.call('tree.search', { view: await this.#openView(), text, regularExpression })
    // The kind of search stays chosen while nothing is searched for.
    this.search = text === '' && !regularExpression ? null : { text, regularExpression, matchCount }
    this.pager.reset(version, this.pager.rowCount)
  }

  /** `f`: the selected row's subtree alone. */
  focusSelected(): Promise<void> {
    return this.#change(async () => {
      const row = await this.#selected()
      if (row !== null)
        await this.#goTo(await this.#options.client.call('tree.focus', { view: await this.#openView(), version: this.pager.version, index: row.index }))
    })
  }

  /** Back to the first `kept` of the subtrees that were shown alone (0: the whole tree), on the row that was the root. */
  unfocus(kept: number): Promise<void> {
    return this.#change(async () =>
      this.#goTo(await this.#options.client.call('tree.unfocus', { view: await this.#openView(), version: this.pager.version, kept })),
    )
  }

  /** Selects the next or previous match; `onNone` when there is none that way. */
  findMatch(direction: 1 | -1, onNone: () => void = () => {}): Promise<void> {
    const selections = this.#selections
    return this.#change(async () => {
      const view = await this.#openView()
      const answer = await this.#options.client.call('tree.findMatch', { view, from: this.selectedIndex ?? -1, direction })
      await this.#goTo(answer, () => selections !== this.#selections)
      if (answer.index === null) onNone()
    })
  }

  /** Follows the most wasteful child while it holds at least `share` of its parent's waste, and a pair to its other side. */
  hotPath(share: number): Promise<void> {
    const selections = this.#selections
    return this.#change(async () => {
      const view = await this.#openView()
      await this.#goTo(await this.#options.client.call('tree.hotPath', { view, from: this.selectedIndex ?? 0, share }), () => selections !== this.#selections)
    })
  }

  /** Opens the way to a node (or to a pair's link row below it). `quiet`: without telling `onSelect`. */
  reveal(node: NodeId, pair: PairId | null, quiet = false): Promise<void> {
    const selections = this.#selections
    // A selection that the person makes meanwhile wins over the window's own.
    const overtaken = (): boolean => quiet && selections !== this.#selections
    return this.#change(async () => {
      if (overtaken()) return
      const view = await this.#openView()
      const answer = await this.#options.client.call('tree.reveal', { view, node, pair })
      if (!quiet) return this.#goTo(answer)
      await this.#refresh(answer.version)
      if (answer.index === null || overtaken()) return
      this.#setSelection(answer.index, null)
      const row = await this.#rowAt(answer.index)
      if (!overtaken()) this.#setSelection(answer.index, row)
    })
  }

  /** @param isOvertaken whether the person has chosen a row since, as the opened rows can be as soon as they are shown: it stays chosen */
  async #goTo(answer: { version: number; index: number | null }, isOvertaken?: () => boolean): Promise<void> {
    await this.#refresh(answer.version)
    if (answer.index !== null) await this.#arriveAt(answer.index, isOvertaken)
  }

  /** Rows may have been opened on the way: their number is only known from a window of the new version. */
  async #refresh(version: number): Promise<void> {
    if (version === this.pager.version) return
    const { rowCount } = await this.#window(0, 1)
    this.pager.reset(version, rowCount)
  }

  /** Subtree of the selected row as indented text. */
  async copy(): Promise<string | null> {
    if (this.selectedIndex === null) return null
    return this.#options.client.call('tree.copy', { view: await this.#openView(), index: this.selectedIndex })
  }
}
