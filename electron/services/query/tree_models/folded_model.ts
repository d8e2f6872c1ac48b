/**
 * A tree whose insignificant rows are folded: below each row, those with less than a share of the tool's whole amount,
 * of its waste (possibly a small part of it), and of the CPU time, are together in "N more, x %". Row r of the tree is
 * row 2(r + 1) here, the fold of its children row 2(r + 1) + 1, and the fold of the roots row 1.
 */
import { percentText } from '../../../report/format.ts'
import type { Progress } from '../../../../shared/progress.ts'
import type { Tool } from '../../../../shared/run.ts'
import type { NodeMetrics } from '../../../../shared/rpc/trees.ts'
import { NO_METRICS, type MetricsOf, type RowDescription, type TextTest, type TreeModel } from './tree_model.ts'

/** One row alone is clearer than a fold of it. */
const FEWEST_FOLDED = 2

/** The tool's whole waste and use, its traps if it has neither, and the run's CPU time, 0 if unknown. */
export interface FoldTotal {
  amount: number
  waste: number
  ofTraps: boolean
  runCost: number
}

interface Children {
  shown: Int32Array
  folded: Int32Array
}

export class FoldedModel implements TreeModel {
  readonly #model: TreeModel
  readonly #least: number
  readonly #leastWaste: number
  readonly #leastRunCost: number
  readonly #total: FoldTotal
  readonly #overlap: (parent: number) => boolean
  readonly #children = new Map<number, Children>()
  /** By tool, the sums of folds: each is requested again and again, and may represent most of the tree. */
  readonly #sums = new Map<MetricsOf | undefined, Map<number, NodeMetrics>>()

  /**
   * @param share of the total that a row must hold to be shown, 0..1
   * @param overlap children of this row of the model (−1: the roots) run inside one another: only their own amounts add
   * up
   */
  constructor(model: TreeModel, total: FoldTotal, share: number, overlap: (parent: number) => boolean) {
    this.#model = model
    this.#least = total.amount * share
    this.#leastWaste = total.waste > 0 ? total.waste * share : Infinity
    this.#leastRunCost = total.runCost > 0 ? total.runCost * share : Infinity
    this.#total = total
    this.#overlap = overlap
  }

  roots(): Int32Array {
    return this.#outer(-1, this.#childrenOf(-1))
  }

  children(row: number): Int32Array {
    const inner = innerRow(row)
    const children = this.#childrenOf(inner)
    return this.isFold(row) ? children.folded.map(outerRow) : this.#outer(inner, children)
  }

  isFold(row: number): boolean {
    return row % 2 === 1
  }

  isExpandable(row: number): boolean {
    return this.isFold(row) || this.#model.isExpandable(innerRow(row))
  }

  describe(row: number): RowDescription {
    if (!this.isFold(row)) return this.#model.describe(innerRow(row))
    const { folded } = this.#childrenOf(innerRow(row))
    const { wasteInclusive, useInclusive, traps } = this.metrics(row)
    const share = (this.#total.ofTraps ? traps : wasteInclusive + useInclusive) / this.#total.amount
    return { kind: 'more', label: `${folded.length} more, ${percentText(share)}`, file: null, line: null, callSite: null, module: null, link: null }
  }

  metrics(row: number, tool?: MetricsOf): NodeMetrics {
    if (!this.isFold(row)) return this.#model.metrics(innerRow(row), tool)
    const sums = this.#sums.get(tool) ?? new Map<number, NodeMetrics>()
    this.#sums.set(tool, sums)
    const known = sums.get(row) ?? this.#sumOf(row, tool)
    sums.set(row, known)
    return known
  }

  #sumOf(row: number, tool?: MetricsOf): NodeMetrics {
    const sum = { ...NO_METRICS }
    for (const one of this.#childrenOf(innerRow(row)).folded) {
      const metrics = this.#model.metrics(one, tool)
      for (const name of Object.keys(sum) as Array<keyof NodeMetrics>) sum[name] += metrics[name]
    }
    // Rows that run inside one another would count several times.
    if (this.#overlap(innerRow(row))) return { ...sum, wasteInclusive: sum.wasteExclusive, useInclusive: sum.useExclusive }
    return sum
  }

  metric(row: number, name: keyof NodeMetrics, tool?: MetricsOf): number {
    return this.isFold(row) ? this.metrics(row, tool)[name] : this.#model.metric(innerRow(row), name, tool)
  }

  whole(tool?: Tool): NodeMetrics {
    return this.#model.whole?.(tool) ?? NO_METRICS
  }

  name(row: number): string {
    return this.isFold(row) ? this.describe(row).label : this.#model.name(innerRow(row))
  }

  nameRank(row: number): number | null {
    return this.isFold(row) ? null : (this.#model.nameRank?.(innerRow(row)) ?? null)
  }

  keepsOrder(row: number): boolean {
    return !this.isFold(row) && this.#model.keepsOrder(innerRow(row))
  }

  expandsDeep(row: number): boolean {
    return !this.isFold(row) && this.#model.expandsDeep(innerRow(row))
  }

  opensWithParent(row: number): boolean {
    return !this.isFold(row) && this.#model.opensWithParent(innerRow(row))
  }

  search(test: TextTest | null, progress: Progress): number {
    return this.#model.search(test, progress)
  }

  isMatch(row: number): boolean {
    return !this.isFold(row) && this.#model.isMatch(innerRow(row))
  }

  matchesBelow(row: number): boolean {
    if (!this.isFold(row)) return this.#model.matchesBelow(innerRow(row))
    return this.#childrenOf(innerRow(row)).folded.some((one) => this.#model.isMatch(one) || this.#model.matchesBelow(one))
  }

  find(node: number, pair: number | null): number[] | null {
    const path = this.#model.find(node, pair)
    if (path === null) return null
    return path.flatMap((row, depth) => {
      const parent = depth === 0 ? -1 : path[depth - 1]!
      return this.#childrenOf(parent).folded.includes(row) ? [foldOf(parent), outerRow(row)] : [outerRow(row)]
    })
  }

  #isSmall(inner: number): boolean {
    if (this.#leastRunCost < Infinity && this.#model.metric(inner, 'useInclusive', 'run-cost') >= this.#leastRunCost) return false
    if (this.#total.ofTraps) return this.#model.metric(inner, 'traps') < this.#least
    const waste = this.#model.metric(inner, 'wasteInclusive')
    return waste < this.#leastWaste && waste + this.#model.metric(inner, 'useInclusive') < this.#least
  }

  /** @param inner −1: the roots */
  #childrenOf(inner: number): Children {
    let children = this.#children.get(inner)
    if (!children) {
      children = this.#split(inner < 0 ? this.#model.roots() : this.#model.children(inner), inner)
      this.#children.set(inner, children)
    }
    return children
  }

  /** Links keep their own order and are folded separately. */
  #split(all: Int32Array, inner: number): Children {
    if (this.#total.amount <= 0 || (inner >= 0 && this.#model.keepsOrder(inner))) return { shown: all, folded: new Int32Array() }
    const folded = all.filter((row) => this.#isSmall(row))
    // If no row would remain before the fold, folding would hide everything.
    if (folded.length < FEWEST_FOLDED || folded.length === all.length) return { shown: all, folded: new Int32Array() }
    return { shown: all.filter((row) => !this.#isSmall(row)), folded }
  }

  #outer(inner: number, { shown, folded }: Children): Int32Array {
    const rows = new Int32Array(shown.length + (folded.length > 0 ? 1 : 0))
    shown.forEach((row, i) => (rows[i] = outerRow(row)))
    if (folded.length > 0) rows[shown.length] = foldOf(inner)
    return rows
  }
}

function outerRow(inner: number): number {
  return 2 * (inner + 1)
}

function innerRow(row: number): number {
  return (row >> 1) - 1
}

function foldOf(inner: number): number {
  return 2 * (inner + 1) + 1
}
