/**
 * The calling-context tree from the root. Below an instruction are its pairs as link rows. A link opens the chain of
 * the other side, whose instruction again has its links, so that one can follow main → … → KILLED_BY → main → …. Rows
 * below nodes.length are the nodes themselves; links and chains get higher numbers as they are created.
 */
import { pathTo } from '../../../../shared/profile/tree/call_tree.ts'
import { leafText } from '../../../../shared/profile/frames.ts'
import { isSought, RELATIONS, TOOLS } from '../../../../shared/profile/profile.ts'
import { recursionBelow, type RecursiveFrames } from '../../../../shared/profile/recursion.ts'
import { RowSet } from '../../../../shared/profile/columns/row_set.ts'
import { INSTRUCTION, isFunctionRow, LINE } from '../../../../shared/profile/tables.ts'
import { childrenBelowStartUp } from '../../../../shared/profile/tree/start_up_rows.ts'
import { rowProgress, UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import type { NodeMetrics } from '../../../../shared/rpc/trees.ts'
import { valueAt, valuesOf } from '../../../../shared/profile/columns/lazy_property.ts'
import { nodeIn, pairMetrics, wholeMetrics, withTool, type LoadedProfile } from '../loaded_profile.ts'
import { describeNode, matchNames, metricsOfNode, nodeName } from '../trees/node_rows.ts'
import { NO_METRICS, type MetricsOf, type RowDescription, type TextTest, type TreeModel } from './tree_model.ts'

/** Links of one direction shown before the rest is folded into one row. */
const MOST_LINKS = 20
/** Rows whose children are kept: sorting requests them again, and finding each costs a distant memory access. */
const WIDE = 1024

type MadeRow =
  | { type: 'link'; pair: number; outgoing: boolean }
  | { type: 'more'; pairs: Int32Array; outgoing: boolean }
  /** One frame of the other side of a pair; `rest` are the nodes below it. */
  | { type: 'chain'; node: number; rest: number[]; pair: number }
  /** Frames of a recursion but for the first and the last. */
  | { type: 'recursion'; run: RecursiveFrames }

export class TopDownModel implements TreeModel {
  readonly #loaded: LoadedProfile
  readonly #startUp: ReadonlySet<number>
  readonly #made: MadeRow[] = []
  readonly #wide = new Map<number, Int32Array>()
  readonly #madeChildren = new Map<number, Int32Array>()
  readonly #foldRecursion: boolean
  /** Rows of recursive frames, by the frame above them; null: none. */
  readonly #recursions = new Map<number, number | null>()
  /** Nodes that match the search. */
  #matches: RowSet | null = null

  /** @param startUp rows replaced by their children @param foldRecursion long chains of recursive frames are one row */
  constructor(loaded: LoadedProfile, _progress: Progress = UNOBSERVED, startUp: ReadonlySet<number> = new Set(), foldRecursion = false) {
    this.#foldRecursion = foldRecursion
    this.#loaded = loaded
    this.#startUp = startUp
  }

  roots(): Int32Array {
    return Int32Array.of(0)
  }

  children(row: number): Int32Array {
    const node = this.#nodeOf(row)
    if (row < this.#nodeCount && this.#kind(row) !== INSTRUCTION) return this.#wide.get(row) ?? this.#withRecursion(row, this.#childNodes(row))
    let children = this.#madeChildren.get(row)
    if (!children) {
      children = node !== null ? this.#links(row, node) : this.#below(this.#madeRow(row))
      this.#madeChildren.set(row, children)
    }
    return children
  }

  isExpandable(row: number): boolean {
    const made = this.#madeRow(row)
    if (made && (made.type !== 'chain' || made.rest.length > 0)) return true
    const node = this.#nodeOf(row)!
    return this.#kind(node) === INSTRUCTION ? this.#hasLinks(node) : this.#loaded.subtrees.endOf(row) > row + 1
  }

  describe(row: number): RowDescription {
    const { profile } = this.#loaded
    const made = this.#madeRow(row)
    if (!made) return { ...describeNode(profile, row), ...this.#shownCall(row), ...this.#identity(row), heaviestPair: this.#loaded.heaviest.belowAny([row]) }
    if (made.type === 'recursion') {
      const [first] = made.run.hidden
      return {
        ...describeNode(profile, first!),
        kind: 'more',
        label: `${made.run.frames} recursive frames of ${nodeName(profile, first!)}`,
        line: null,
        callSite: null,
        ...this.#identity(first!),
        heaviestPair: this.#loaded.heaviest.belowAny([first!]),
      }
    }
    if (made.type === 'chain') return { ...describeNode(profile, made.node), ...this.#identity(made.node), heaviestPair: made.pair }
    const pair = made.type === 'link' ? made.pair : made.pairs[0]!
    const other = made.outgoing ? profile.pairs.target[pair]! : profile.pairs.source[pair]!
    const relation = RELATIONS[profile.pairs.relation[pair]!]!
    if (made.type === 'more') {
      const link = { pair, relation, outgoing: made.outgoing, moreCount: made.pairs.length }
      return { kind: 'link', label: `${made.pairs.length} more`, file: null, line: null, callSite: null, module: null, link }
    }
    return { ...describeNode(profile, other), kind: 'link', label: leafText(profile, other), link: { pair, relation, outgoing: made.outgoing, moreCount: 0 } }
  }

  metrics(row: number, tool: MetricsOf = this.#loaded.tool): NodeMetrics {
    const made = this.#madeRow(row)
    if (!made) return metricsOfNode(withTool(this.#loaded, tool), row)
    if (made.type === 'recursion') return this.#recursionMetrics(made.run, tool)
    // Links and chains are of a pair of the view's tool.
    if (tool !== this.#loaded.tool) return NO_METRICS
    if (made.type !== 'more') return pairMetrics(this.#loaded, made.pair)
    const sum = { ...NO_METRICS }
    for (const pair of made.pairs) {
      const metrics = pairMetrics(this.#loaded, pair)
      sum.wasteInclusive += metrics.wasteInclusive
      sum.useInclusive += metrics.useInclusive
      sum.traps += metrics.traps
    }
    return sum
  }

  metric(row: number, name: keyof NodeMetrics, tool: MetricsOf = this.#loaded.tool): number {
    return row < this.#nodeCount ? withTool(this.#loaded, tool).metrics.value(row, name) : this.metrics(row, tool)[name]
  }

  whole(tool = this.#loaded.tool): NodeMetrics {
    return wholeMetrics(withTool(this.#loaded, tool))
  }

  name(row: number): string {
    return row < this.#nodeCount ? nodeName(this.#loaded.profile, row) : this.describe(row).label
  }

  /** A callee of start-up frames has no visible call site. */
  #shownCall(row: number): Pick<RowDescription, 'callSite'> | null {
    if (this.#startUp.size === 0) return null
    const { nodes } = this.#loaded.profile
    let above = valueAt(nodes, 'parent', row)
    while (above > 0 && !isFunctionRow(valueAt(nodes, 'kind', above))) above = valueAt(nodes, 'parent', above)
    return this.#startUp.has(above) ? { callSite: null } : null
  }

  /** The outermost hidden frame, with the own costs of all hidden ones. */
  #recursionMetrics({ hidden }: RecursiveFrames, tool: MetricsOf): NodeMetrics {
    const { metrics } = withTool(this.#loaded, tool)
    const own = (name: 'wasteExclusive' | 'useExclusive'): number =>
      hidden.reduce((sum, row) => sum + (isFunctionRow(this.#kind(row)) ? metrics.value(row, name) : 0), 0)
    return { ...metricsOfNode(withTool(this.#loaded, tool), hidden[0]!), wasteExclusive: own('wasteExclusive'), useExclusive: own('useExclusive') }
  }

  nameRank(row: number): number | null {
    return row < this.#nodeCount ? this.#loaded.nameRanks().of(row) : null
  }

  keepsOrder(row: number): boolean {
    return this.#recursionOf(row) === null && (row >= this.#nodeCount || this.#kind(row) === INSTRUCTION)
  }

  expandsDeep(row: number): boolean {
    return this.#recursionOf(row) !== null || (row < this.#nodeCount && this.#kind(row) !== INSTRUCTION)
  }

  opensWithParent(row: number): boolean {
    const made = this.#madeRow(row)
    return made?.type === 'recursion' || (made?.type === 'chain' && made.rest.length > 0)
  }

  search(test: TextTest | null, progress: Progress): number {
    if (test === null) {
      this.#matches = null
      return 0
    }
    const { nodes } = this.#loaded.profile
    const { kind: kinds, functionIndex, file, line } = nodes
    const names = matchNames(this.#loaded.profile, test)
    const matches = new RowSet(nodes.length)
    const reached = rowProgress(progress, nodes.length)
    for (let node = 0; node < nodes.length; node++) {
      reached(node)
      const kind = kinds[node]!
      const fits = isFunctionRow(kind) ? names.functions[functionIndex[node]!] === 1 : kind === LINE ? names.line(file[node]!, line[node]!) : false
      if (fits && this.#loaded.isShown(node) && !this.#startUp.has(node)) matches.add(node)
    }
    this.#matches = matches
    return matches.size
  }

  isMatch(row: number): boolean {
    const run = this.#recursionOf(row)
    if (run !== null) return run.hidden.some((each) => this.#matches?.has(each) === true)
    const node = this.#nodeOf(row)
    return node !== null && this.#matches?.has(node) === true
  }

  matchesBelow(row: number): boolean {
    if (this.#matches === null) return false
    const run = this.#recursionOf(row)
    if (run !== null) return this.children(row).some((child) => this.isMatch(child) || this.matchesBelow(child))
    if (row >= this.#nodeCount) return false
    return this.#matches.rank(this.#loaded.subtrees.endOf(row)) > this.#matches.rank(row + 1)
  }

  find(asked: number, pair: number | null): number[] | null {
    const node = nodeIn(this.#loaded, asked, pair)
    if (node < 0 || node >= this.#nodeCount || !this.#loaded.isShown(node)) return null
    const path = this.#throughRecursions([0, ...this.#pathTo(node)])
    if (path.at(-1) !== node) return path
    if (pair === null || this.#kind(node) !== INSTRUCTION) return path
    for (const child of this.children(node)) {
      const made = this.#madeRow(child)
      if (made?.type === 'link' && made.pair === pair) return [...path, child]
      if (made?.type !== 'more' || !made.pairs.includes(pair)) continue
      return [...path, child, this.children(child)[made.pairs.indexOf(pair)]!]
    }
    return path
  }

  /** The children of hidden frames, in their place: the last frame first. */
  #belowRecursion({ hidden, last }: RecursiveFrames): Int32Array {
    const inside = new Set([...hidden, last])
    return Int32Array.from([last, ...hidden.flatMap((row) => Array.from(this.#childNodes(row)).filter((child) => !inside.has(child)))])
  }

  #recursionOf(row: number): RecursiveFrames | null {
    const made = this.#madeRow(row)
    return made?.type === 'recursion' ? made.run : null
  }

  /** The row of recursive frames below this one replaces the first of them. */
  #withRecursion(row: number, children: Int32Array): Int32Array {
    const fold = this.#recursionBelow(row)
    if (fold === null) return children
    const [first] = this.#recursionOf(fold)!.hidden
    // In a mutual recursion, the next frame of a function comes after another function's.
    return children.map((child) => (child === first ? fold : child))
  }

  /** The row of recursive frames below a frame; null: none. */
  #recursionBelow(row: number): number | null {
    if (!this.#foldRecursion) return null
    let fold = this.#recursions.get(row)
    if (fold === undefined) {
      const run = recursionBelow(this.#loaded.profile.nodes, row, (each) => this.#childNodes(each))
      fold = run === null ? null : this.#make({ type: 'recursion', run })
      this.#recursions.set(row, fold)
    }
    return fold
  }

  /**
   * A path of nodes as the tree shows it: hidden frames are one row; the path ends there if the node is one of them.
   */
  #throughRecursions(nodes: number[]): number[] {
    const path: number[] = []
    for (let i = 0; i < nodes.length; i++) {
      const row = nodes[i]!
      path.push(row)
      const fold = this.#recursionBelow(row)
      const run = fold === null ? null : this.#recursionOf(fold)
      if (run === null || nodes[i + 1] !== run.hidden[0]) continue
      path.push(fold!)
      const hidden = new Set(run.hidden)
      while (i + 1 < nodes.length && hidden.has(nodes[i + 1]!)) i++
    }
    return path
  }

  #childNodes(row: number): Int32Array {
    const { subtrees } = this.#loaded
    const all = childrenBelowStartUp(this.#startUp, row, (each) => subtrees.childrenOf(each))
    const children = all.filter((child) => this.#loaded.isShown(child))
    if (children.length >= WIDE) this.#wide.set(row, children)
    return children
  }

  /** Without the rows that are folded into the root or the creation of their thread. */
  #pathTo(node: number): number[] {
    return pathTo(valuesOf(this.#loaded.profile.nodes, 'parent'), node).filter((row) => !this.#startUp.has(row))
  }

  /** Rows of a tree with other frames represent several nodes. */
  #identity(node: number): Pick<RowDescription, 'node'> {
    return this.#loaded.nodeOf === null ? { node } : {}
  }

  get #nodeCount(): number {
    return this.#loaded.profile.nodes.length
  }

  #kind(node: number): number {
    return valueAt(this.#loaded.profile.nodes, 'kind', node)
  }

  #madeRow(row: number): MadeRow | undefined {
    return row < this.#nodeCount ? undefined : this.#made[row - this.#nodeCount]
  }

  /** Node that the row represents; null for links. */
  #nodeOf(row: number): number | null {
    const made = this.#madeRow(row)
    if (!made) return row
    return made.type === 'chain' ? made.node : null
  }

  #make(row: MadeRow): number {
    return this.#nodeCount + this.#made.push(row) - 1
  }

  #hasLinks(node: number): boolean {
    return this.#linkedPairs(node, true).length > 0 || this.#linkedPairs(node, false).length > 0
  }

  /** The tool's pairs of an instruction, the largest first; useful ones are hidden (metrics.md section 1). */
  #linkedPairs(node: number, outgoing: boolean): Int32Array {
    const { pairs } = this.#loaded.profile
    const tool = TOOLS.indexOf(this.#loaded.tool)
    const all = this.#loaded.pairsOf[outgoing ? 'source' : 'target']().of(node)
    return all
      .filter((pair) => pairs.tool[pair] === tool && isSought(RELATIONS[pairs.relation[pair]!]!))
      .sort((a, b) => pairs.amount[b]! - pairs.amount[a]! || a - b)
  }

  /** Children of an instruction, or the next frame of a chain. */
  #links(row: number, node: number): Int32Array {
    const made = this.#madeRow(row)
    if (made?.type === 'chain' && made.rest.length > 0) return this.#chain(made.rest, made.pair)
    return Int32Array.from(
      [true, false].flatMap((outgoing) => {
        const pairs = this.#linkedPairs(node, outgoing)
        const rows = Array.from(pairs.subarray(0, MOST_LINKS), (pair) => this.#make({ type: 'link', pair, outgoing }))
        return pairs.length > MOST_LINKS ? [...rows, this.#make({ type: 'more', pairs: pairs.subarray(MOST_LINKS), outgoing })] : rows
      }),
    )
  }

  #below(made: MadeRow | undefined): Int32Array {
    if (made?.type === 'recursion') return this.#belowRecursion(made.run)
    if (made?.type === 'more') return Int32Array.from(made.pairs, (pair) => this.#make({ type: 'link', pair, outgoing: made.outgoing }))
    if (made?.type !== 'link') return new Int32Array()
    const { pairs } = this.#loaded.profile
    return this.#chain(this.#pathTo(made.outgoing ? pairs.target[made.pair]! : pairs.source[made.pair]!), made.pair)
  }

  #chain([node, ...rest]: number[], pair: number): Int32Array {
    return Int32Array.of(this.#make({ type: 'chain', node: node!, rest, pair }))
  }
}
