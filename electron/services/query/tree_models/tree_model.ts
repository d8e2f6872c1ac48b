/**
 * What a tree view shows, apart from what is open and how it is sorted. Rows have numbers that stay the same as long as
 * the view lives; rows are made when they are first asked for.
 */
import type { ComparedNode, ComparedSide } from '../../../../shared/comparison.ts'
import type { Side } from '../../../../shared/compare/compared_number.ts'
import type { Progress } from '../../../../shared/progress.ts'
import type { Tool } from '../../../../shared/run.ts'
import type { MetricColumn, NodeMetrics, TreeRow } from '../../../../shared/rpc/trees.ts'

export type RowDescription = Pick<TreeRow, 'kind' | 'label' | 'apart' | 'oneBody' | 'file' | 'line' | 'callSite' | 'module' | 'link' | 'heaviestPair' | 'node'>
export interface TextTest {
  (text: string): boolean
  /** No ":" and number behind a text makes it fit. */
  readonly ignoresNumbers?: boolean
}
/** Whose numbers: those of a tool, in a tree of two runs of one of them, or the cost of the run (shared/metrics/run_cost.ts). */
export type MetricsOf = Tool | Side | 'run-cost' | `run-cost-${Side}`

/** By which rows of trees of two runs are sorted. */
export type ComparedColumn = Exclude<MetricColumn, 'name' | 'formula'>

export interface TreeModel {
  roots(): Int32Array
  children(row: number): Int32Array
  isExpandable(row: number): boolean
  describe(row: number): RowDescription
  /** @param tool absent: the one that the view is of */
  metrics(row: number, tool?: MetricsOf): NodeMetrics
  /** One of `metrics` without making an object: sorting asks for every row. */
  metric(row: number, name: keyof NodeMetrics, tool?: MetricsOf): number
  /** Of trees of two runs alone. */
  compared?(row: number): ComparedNode
  /** By which rows of such trees are sorted. */
  comparedValue?(row: number, column: ComparedColumn, side: ComparedSide): number
  /** Of the whole run, however the tree is shaped: what percentages in formulas are of; absent: the tree has no formulas. */
  whole?(tool?: Tool): NodeMetrics
  /** The label of `describe`, for sorting. */
  name(row: number): string
  /** A number whose order is that of the names, among rows that have one; absent, or null of any of them: their texts are compared. */
  nameRank?(row: number): number | null
  /** Children of this row come in an order of their own that sorting leaves alone. */
  keepsOrder(row: number): boolean
  /** Stands for rows that are too small to matter, behind the others in any order; absent: no row does. */
  isFold?(row: number): boolean
  /** Expanding "the whole subtree" goes below this row; not through links, which have no end. */
  expandsDeep(row: number): boolean
  /** Opens together with the row above it: the frames of a chain. */
  opensWithParent(row: number): boolean
  /** Marks what fits; null ends the search. What `progress` throws leaves the marks of the search before. @returns number of rows that fit in the whole tree */
  search(test: TextTest | null, progress: Progress): number
  isMatch(row: number): boolean
  matchesBelow(row: number): boolean
  /** Rows from a root to the one that shows the node (or the pair's link below it); null if there is none. */
  find(node: number, pair: number | null): number[] | null
}

/** Of rows that another tool knows nothing of. */
export const NO_METRICS: NodeMetrics = Object.freeze({ wasteInclusive: 0, useInclusive: 0, wasteExclusive: 0, useExclusive: 0, traps: 0 })
