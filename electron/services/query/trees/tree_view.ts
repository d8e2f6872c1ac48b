/**
 * One tree as a window sees it: its open rows, order and search. Deep trees are walked with stacks, never by
 * recursion.
 */
import { growingInt32 } from '../../../../shared/profile/columns/growing_column.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import type { Tool } from '../../../../shared/run.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import { type NodeMetrics, type Sort, type TreeRow, type TreeWindow } from '../../../../shared/rpc/trees.ts'
import { assertOrder, sortRows } from './row_order.ts'
import { textTest } from '../sources/text_test.ts'
import { NO_METRICS, type RowDescription, type TreeModel } from '../tree_models/tree_model.ts'
import { VisibleRows } from './visible_rows.ts'
import { groupedDigits } from '../../../../shared/names/counted.ts'

/**
 * Opening more rows at once is rejected: they are too many to read, and bottom-up trees can be far larger than the
 * profile.
 */
const MOST_ROWS = 2_000_000
/** The default minimum share of the parent's waste for the hot path's next row. */
const HOT_SHARE = 0.5
/** Rows that are searched in another shape of a tree, and rows searched below one of them. */
const MOST_ALIKE = 20_000
/** Earlier sort orders, which break ties. */
const MOST_SORTS = 3

/** Links and the chains below them are not part of the tree. */
function runCostOf(metrics: NodeMetrics): Pick<TreeRow, 'runCost'> {
  if (metrics === NO_METRICS) return {}
  const { wasteInclusive, useInclusive, useExclusive, traps } = metrics
  return { runCost: { inclusive: useInclusive, exclusive: useExclusive, observations: traps, ...(wasteInclusive > 0 ? { waiting: wasteInclusive } : {}) } }
}

/** Equal for a row in every shape of a tree, among its siblings. */
function identityOf({ kind, label, file, line, module, callSite, link }: RowDescription): string {
  return JSON.stringify([kind, label, file, line, module, callSite, link])
}

export class TreeView {
  readonly #model: TreeModel
  readonly #tools: readonly Tool[]
  readonly #showsRunCost: boolean
  /** The order chosen last comes first. */
  #sorts: Sort[]
  #version = 1
  #matchCount = 0
  /** Rows whose subtrees were shown alone, one within the other; the last is shown now. */
  #focused: number[] = []
  readonly #visible = new VisibleRows()
  /** 1 for open rows, by row number. */
  #open = new Uint8Array(1024)

  /** @param tools whose numbers are in every row beside the view's @param showsRunCost so is the run's cost */
  constructor(model: TreeModel, sort: Sort, tools: readonly Tool[] = [], showsRunCost = false) {
    this.#model = model
    this.#tools = tools
    this.#showsRunCost = showsRunCost
    this.#sorts = [sort]
    const roots = model.roots()
    if (roots.length === 1) this.#setOpen(roots[0]!, true)
    this.#rebuild()
  }

  get rowCount(): number {
    return this.#visible.length
  }

  get version(): number {
    return this.#version
  }

  window(start: number, count: number): TreeWindow {
    const end = Math.min(this.rowCount, start + count)
    const rows = Array.from({ length: Math.max(0, end - start) }, (_, i) => this.#describe(start + i))
    const focusPath = this.#focused.map((row) => this.#model.describe(row).label)
    return { version: this.#version, rowCount: this.rowCount, rows, matchCount: this.#matchCount, focus: focusPath.at(-1) ?? null, focusPath }
  }

  /**
   * Opens or closes a row; `deep`: with everything below it. An exception from `progress` leaves the rows unchanged.
   */
  expand(index: number, expanded: boolean, deep: boolean, progress = UNOBSERVED): void {
    const row = this.#rowAt(index)
    const wasOpen = this.#open.slice()
    try {
      if (deep) this.#openBelow(row, expanded, partOf(progress, 0, 0.5))
      const opens = expanded && this.#model.isExpandable(row)
      const below = opens ? this.#below(index, deep ? partOf(progress, 0.5, 1) : progress) : null
      this.#collapse(index)
      if (below !== null) this.#insertBelow(index, below)
    } catch (error) {
      this.#open = wasOpen
      throw error
    }
    this.#version++
  }

  /**
   * An exception from `progress` keeps the order of the rows. @returns index of the row whose key is `keep`, null if it
   * is not visible
   */
  sort(sort: Sort, keep: string | null, progress = UNOBSERVED): number | null {
    // A rejected order leaves the tree unchanged.
    assertOrder(this.#model, sort)
    const before = this.#sorts
    this.#sorts = [sort, ...before.filter((other) => other.column !== sort.column || other.tool !== sort.tool)].slice(0, MOST_SORTS)
    try {
      this.#rebuild(progress)
    } catch (error) {
      this.#sorts = before
      throw error
    }
    this.#version++
    return keep === null ? null : this.#indexOf(Number(keep))
  }

  /** The model's texts for its rows have changed, but not which rows exist. @returns the new version */
  renew(): number {
    this.#rebuild()
    return ++this.#version
  }

  /**
   * Opens the rows that are open in a view of the same profile in another shape, and shows the same subtree alone: rows are
   * matched by their paths. Children of a row that the shape lacks (such as an omitted function) are matched at the row
   * above it.
   * @param former shown as a whole afterwards
   * @param selected one of its visible rows; null: none
   * @returns where that row is here, null if it is hidden or gone
   */
  openLike(former: TreeView, selected: number | null): number | null {
    const wanted = selected === null || selected >= former.rowCount ? null : former.#visible.row(selected)
    const focused = former.#focused.slice()
    former.unfocus(0)
    const known = new Map<number | null, Map<string, number>>()
    const childrenOf = (row: number | null): Map<string, number> => {
      let children = known.get(row)
      if (children === undefined) {
        const rows = row === null ? this.#model.roots() : this.#model.children(row)
        known.set(row, (children = new Map(Array.from(rows.subarray(0, MOST_ALIKE), (child) => [identityOf(this.#model.describe(child)), child]))))
      }
      return children
    }
    // By depth in the former tree: the row here that represents the one there.
    const standIns: Array<number | null> = []
    let here: number | null = null
    for (let index = 0; index < Math.min(former.rowCount, MOST_ALIKE); index++) {
      const row = former.#visible.row(index)
      standIns.length = former.#visible.depth(index)
      const above = standIns.at(-1) ?? null
      const own = childrenOf(above).get(identityOf(former.#model.describe(row))) ?? null
      standIns.push(own ?? above)
      if (own === null) continue
      if (former.#isOpen(row) && this.#model.isExpandable(own)) this.#setOpen(own, true)
      if (focused.includes(row)) this.#focused.push(own)
      if (row === wanted) here = own
    }
    this.#rebuild()
    return here === null ? null : this.#indexOf(here)
  }

  /** Shows a row's subtree alone, or (null) the whole tree again. @returns where the row is then, null if it is hidden */
  focus(index: number | null): number | null {
    if (index === null) return this.unfocus(0)
    const row = this.#rowAt(index)
    if (row !== this.#focus) this.#focused.push(row)
    if (this.#model.isExpandable(row)) this.#setOpen(row, true)
    this.#rebuild()
    this.#version++
    return this.#indexOf(row)
  }

  /** Goes back to the first `kept` of the subtrees that were shown alone. @returns where the one shown before is then */
  unfocus(kept: number): number | null {
    const left = this.#focused[kept] ?? null
    this.#focused.length = Math.min(kept, this.#focused.length)
    this.#rebuild()
    this.#version++
    return left === null ? null : this.#indexOf(left)
  }

  /** An empty text ends the search. */
  search(text: string, regularExpression: boolean, progress = UNOBSERVED): number {
    this.#matchCount = this.#model.search(text === '' ? null : textTest(text, regularExpression), progress)
    this.#version++
    return this.#matchCount
  }

  /**
   * Index of the next or previous match, not counting `from`; opens the rows that hide it. Null if there is none in
   * that direction.
   */
  findMatch(from: number, direction: 1 | -1): number | null {
    const found = direction === 1 ? this.#findForward(from) : this.#findBackward(from)
    this.#version++
    return found
  }

  /**
   * Follows the most wasteful child while it has enough of its parent's waste, and a pair's link to the access on its
   * other side. @param share of the parent's waste, 0..1
   */
  hotPath(from: number, share = HOT_SHARE): number {
    let index = from
    for (let row = this.#rowAt(from); ; row = this.#visible.row(index)) {
      const hottest = this.#hottestChild(row, share)
      if (hottest === null) break
      if (!this.#isOpen(row)) this.#expand(index)
      index = this.#indexBelow(index, hottest)
    }
    if (this.#model.describe(this.#visible.row(index)).link?.outgoing === true) index = this.#throughLink(index)
    this.#version++
    return index
  }

  /** Opens the path to a tree node or to a pair's link below it. */
  reveal(node: number, pair: number | null): number | null {
    const path = this.#model.find(node, pair)
    if (path === null) return null
    const within = this.#focused.findIndex((row) => !path.includes(row))
    if (within >= 0) this.unfocus(within)
    let index = -1
    for (const row of this.#focus === null ? path : path.slice(path.indexOf(this.#focus))) {
      if (index >= 0 && !this.#isOpen(this.#visible.row(index))) this.#expand(index)
      index = this.#visible.indexOf(row)
      if (index < 0) return null
    }
    this.#version++
    return index
  }

  /** The visible rows from `index` to the end of its subtree, at most `most` of them. */
  subtree(index: number, most: number): { rows: TreeRow[]; leftOut: number } {
    this.#rowAt(index)
    const end = this.#visible.endOf(index)
    const shown = Math.min(end, index + most)
    return { rows: Array.from({ length: shown - index }, (_, i) => this.#describe(index + i)), leftOut: end - shown }
  }

  /** @throws RpcError stale if the caller saw another state */
  requireVersion(version: number): void {
    if (version !== this.#version) throw new RpcError('stale', 'The tree has changed since; read its rows again')
  }

  #describe(index: number): TreeRow {
    const row = this.#visible.row(index)
    return {
      index,
      key: String(row),
      depth: this.#visible.depth(index),
      ...this.#model.describe(row),
      expandable: this.#model.isExpandable(row),
      expanded: this.#isOpen(row),
      metrics: this.#model.metrics(row),
      ...(this.#tools.length === 0 ? {} : { tools: Object.fromEntries(this.#tools.map((tool) => [tool, this.#model.metrics(row, tool)])) }),
      ...(this.#model.compared ? { compared: this.#model.compared(row) } : {}),
      ...(this.#showsRunCost ? runCostOf(this.#model.metrics(row, 'run-cost')) : {}),
      matched: this.#model.isMatch(row),
    }
  }

  #rowAt(index: number): number {
    if (index >= this.rowCount) throw new RpcError('stale', `There is no row ${index} in the tree any more; read its rows again`)
    return this.#visible.row(index)
  }

  get #focus(): number | null {
    return this.#focused.at(-1) ?? null
  }

  #isOpen(row: number): boolean {
    return this.#open[row] === 1
  }

  #setOpen(row: number, open: boolean): void {
    if (row >= this.#open.length) {
      const larger = new Uint8Array(Math.max(row + 1, this.#open.length * 2))
      larger.set(this.#open)
      this.#open = larger
    }
    this.#open[row] = open ? 1 : 0
  }

  /** Of rows that waste equally much, most of them nothing, those come first in which the run spends more. */
  get #orders(): Sort[] {
    const [first] = this.#sorts
    if (!this.#showsRunCost || this.#model.comparedValue !== undefined || first === undefined) return this.#sorts
    const column = first.column.endsWith('Exclusive') ? 'runCostExclusive' : 'runCostInclusive'
    return this.#sorts.some((sort) => sort.column === column) ? this.#sorts : [...this.#sorts, { column, descending: true }]
  }

  #sortedChildren(row: number, onRow: () => void): Int32Array {
    const children = this.#model.children(row)
    return this.#model.keepsOrder(row) ? children : sortRows(this.#model, children, this.#orders, onRow)
  }

  #indexOf(row: number): number | null {
    const index = this.#visible.indexOf(row)
    return index < 0 ? null : index
  }

  #indexBelow(index: number, row: number): number {
    let at = index + 1
    while (this.#visible.row(at) !== row) at = this.#visible.endOf(at)
    return at
  }

  #rebuild(progress = UNOBSERVED): void {
    const onRow = this.#counted(this.rowCount, progress)
    const { rows, depths } = this.#flatten(
      this.#focus === null ? sortRows(this.#model, this.#model.roots(), this.#orders, onRow) : Int32Array.of(this.#focus),
      0,
      onRow,
    )
    this.#visible.clear()
    this.#visible.insert(0, rows, depths)
  }

  /** Call for each of this many rows, once and for each order that they are sorted by. */
  #counted(rows: number, progress: Progress): () => void {
    const reached = rowProgress(progress, rows * (this.#orders.length + 1))
    let counted = 0
    return () => reached(counted++)
  }

  #collapse(index: number): void {
    this.#setOpen(this.#visible.row(index), false)
    this.#visible.remove(index + 1, this.#visible.endOf(index))
  }

  #expand(index: number): void {
    if (!this.#model.isExpandable(this.#visible.row(index))) return
    this.#insertBelow(index, this.#below(index, UNOBSERVED))
  }

  #below(index: number, progress: Progress): { rows: Int32Array; depths: Int32Array } {
    const row = this.#visible.row(index)
    // The number of open rows below is unknown before they have been walked.
    const onRow = this.#counted(this.#model.children(row).length, progress)
    return this.#flatten(this.#sortedChildren(row, onRow), this.#visible.depth(index) + 1, onRow)
  }

  #insertBelow(index: number, { rows, depths }: { rows: Int32Array; depths: Int32Array }): void {
    this.#setOpen(this.#visible.row(index), true)
    this.#visible.insert(index + 1, rows, depths)
  }

  /** The rows and everything open below them, as they will be visible. */
  #flatten(start: Int32Array, depth: number, onRow: () => void): { rows: Int32Array; depths: Int32Array } {
    const rows = growingInt32()
    const depths = growingInt32()
    const stack = [{ children: start, next: 0 }]
    while (stack.length > 0) {
      const top = stack.at(-1)!
      if (top.next === top.children.length) {
        stack.pop()
        continue
      }
      const row = top.children[top.next++]!
      onRow()
      rows.push(row)
      depths.push(depth + stack.length - 1)
      if (this.#model.opensWithParent(row)) this.#setOpen(row, true)
      if (this.#isOpen(row)) stack.push({ children: this.#sortedChildren(row, onRow), next: 0 })
    }
    return { rows: rows.finish(), depths: depths.finish() }
  }

  #openBelow(start: number, open: boolean, progress: Progress): void {
    const reached = rowProgress(progress, MOST_ROWS)
    const pending = [start]
    const changed = growingInt32()
    let walked = 0
    for (let row = pending.pop(); row !== undefined; row = pending.pop()) {
      reached(walked++)
      if (!this.#model.isExpandable(row) || (row !== start && !this.#model.expandsDeep(row))) continue
      if (!open && !this.#isOpen(row) && row !== start) continue
      changed.push(row)
      const children = this.#model.children(row)
      if (pending.length + changed.length + children.length > MOST_ROWS) {
        throw new RpcError('refused', `More than ${groupedDigits(MOST_ROWS)} rows lie below this one; open a part of it`)
      }
      for (const child of children) pending.push(child)
    }
    for (const row of changed.finish()) this.#setOpen(row, open)
  }

  /** Waste; for two runs, the difference of it. */
  #heat(row: number): number {
    return this.#model.comparedValue?.(row, 'wasteInclusive', 'impact') ?? this.#model.metrics(row).wasteInclusive
  }

  #hottestChild(row: number, share: number): number | null {
    const total = this.#heat(row)
    if (total <= 0 || !this.#model.isExpandable(row) || this.#model.describe(row).kind === 'link') return null
    let hottest: number | null = null
    let most = total * share
    for (const child of this.#model.children(row)) {
      if (this.#model.isFold?.(child) === true) continue
      const { link } = this.#model.describe(child)
      const waste = this.#heat(child)
      if (waste < most || link?.outgoing === false || (link?.moreCount ?? 0) > 0 || (hottest !== null && waste === most)) continue
      hottest = child
      most = waste
    }
    return hottest
  }

  /** The access at the other side of a link: the last frame of the chain below it. */
  #throughLink(link: number): number {
    if (!this.#isOpen(this.#visible.row(link))) this.#expand(link)
    let index = link
    for (let frame = index + 1; frame < this.rowCount && this.#visible.depth(frame) > this.#visible.depth(index); frame++) {
      if (this.#model.describe(this.#visible.row(frame)).kind === 'link') break
      index = frame
    }
    return index
  }

  #findForward(from: number): number | null {
    let index = from
    if (index >= 0 && index < this.rowCount) this.#openIfMatchesBelow(index)
    for (index++; index < this.rowCount; index++) {
      if (this.#model.isMatch(this.#visible.row(index))) return index
      this.#openIfMatchesBelow(index)
    }
    return null
  }

  #findBackward(from: number): number | null {
    let index = Math.min(from, this.rowCount) - 1
    while (index >= 0) {
      if (this.#openIfMatchesBelow(index)) index = this.#visible.endOf(index) - 1
      else if (this.#model.isMatch(this.#visible.row(index))) return index
      else index--
    }
    return null
  }

  #openIfMatchesBelow(index: number): boolean {
    const row = this.#visible.row(index)
    if (this.#isOpen(row) || !this.#model.matchesBelow(row)) return false
    this.#expand(index)
    return true
  }
}
