/**
 * The content of a tree view, apart from expansion and sorting. Row numbers are constant for the view's lifetime; rows
 * are created on first use.
 */
import type { ComparedNode, ComparedSide } from '../../../../shared/comparison.ts'
import type { Side } from '../../../../shared/compare/compared_number.ts'
import type { Progress } from '../../../../shared/progress.ts'
import type { Tool } from '../../../../shared/run.ts'
import type { MetricColumn, NodeMetrics, TreeRow } from '../../../../shared/rpc/trees.ts'

export type RowDescription = Pick<TreeRow, 'kind' | 'label' | 'apart' | 'oneBody' | 'file' | 'line' | 'callSite' | 'module' | 'link' | 'heaviestPair' | 'node'>
export interface TextTest {
  (text: string): boolean
  /** No ":" and number after a text makes it match. */
  readonly ignoresNumbers?: boolean
}
/**
 * The source of the numbers: a tool, one of them in a tree of two runs, or the run's cost (shared/metrics/run_cost.ts).
 */
export type MetricsOf = Tool | Side | 'run-cost' | `run-cost-${Side}`

/** The run, or the change, that sorts rows in trees of two runs. */
export type ComparedColumn = Exclude<MetricColumn, 'name' | 'formula'>

export interface TreeModel {
  roots(): Int32Array
  children(row: number): Int32Array
  isExpandable(row: number): boolean
  describe(row: number): RowDescription
  /** @param tool absent: the view's */
  metrics(row: number, tool?: MetricsOf): NodeMetrics
  /** One of `metrics` without creating an object: sorting needs every row's. */
  metric(row: number, name: keyof NodeMetrics, tool?: MetricsOf): number
  /** Only in trees of two runs. */
  compared?(row: number): ComparedNode
  /** The number that sorts rows of such trees. */
  comparedValue?(row: number, column: ComparedColumn, side: ComparedSide): number
  /**
   * Totals of the whole run, for any shape of the tree: the denominators of percentages in formulas; absent: no
   * formulas.
   */
  whole?(tool?: Tool): NodeMetrics
  /** The label of `describe`, for sorting. */
  name(row: number): string
  /**
   * A number in the order of the names, for rows that have one; absent, or null for any of them: their texts are
   * compared.
   */
  nameRank?(row: number): number | null
  /** Children of this row keep their own order when sorted. */
  keepsOrder(row: number): boolean
  /** Represents insignificant rows, after the others in any order; absent: no row does. */
  isFold?(row: number): boolean
  /** Expanding "the whole subtree" goes below this row; not through links, which have no end. */
  expandsDeep(row: number): boolean
  /** Opens together with the row above it: the frames of a chain. */
  opensWithParent(row: number): boolean
  /**
   * Marks the matches; null ends the search. An exception from `progress` keeps the previous search's marks. @returns
   * number of matching rows in the whole tree
   */
  search(test: TextTest | null, progress: Progress): number
  isMatch(row: number): boolean
  matchesBelow(row: number): boolean
  /** Rows from a root to the one that shows the node (or the pair's link below it); null if there is none. */
  find(node: number, pair: number | null): number[] | null
}

/** Rows without data of another tool. */
export const NO_METRICS: NodeMetrics = Object.freeze({ wasteInclusive: 0, useInclusive: 0, wasteExclusive: 0, useExclusive: 0, traps: 0 })
