/** Order of rows below one parent by several columns, the first one decisive; equal rows keep the table's order. */
import { fraction } from '../../../../shared/metrics/totals.ts'
import { FormulaError, parseFormula } from '../../../../shared/metrics/formula.ts'
import { orderByValues } from '../../../../shared/profile/columns/stable_order.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import { type NodeMetrics, type Sort } from '../../../../shared/rpc/trees.ts'
import { nameCollator } from './name_ranks.ts'
import type { ComparedColumn, TreeModel } from '../tree_models/tree_model.ts'

/**
 * @param sorts the first decides; each further one decides between rows that are equal so far
 * @param onRow called for each row and order; an exception ends the sorting
 */
export function sortRows(model: TreeModel, rows: Int32Array, sorts: readonly Sort[], onRow: () => void = () => {}): Int32Array {
  const fold = rows.length > 0 && model.isFold?.(rows.at(-1)!) === true ? 1 : 0
  const sorted = rows.subarray(0, rows.length - fold)
  if (sorted.length < 2) return rows
  const order = Int32Array.from(sorted.keys())
  // Sorting is stable, so the decisive order comes last.
  for (const sort of sorts.toReversed()) orderByValues(order, valuesOf(model, sorted, sort, onRow), sort.descending)
  const result = rows.slice()
  for (let position = 0; position < order.length; position++) result[position] = rows[order[position]!]!
  return result
}

function valuesOf(model: TreeModel, rows: Int32Array, sort: Sort, onRow: () => void): Float64Array {
  if (sort.column === 'name') return nameValues(model, rows, onRow)
  const value = ownValue(model, sort)
  const values = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    onRow()
    values[at] = value(rows[at]!)
  }
  return values
}

function nameValues(model: TreeModel, rows: Int32Array, onRow: () => void): Float64Array {
  const values = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    onRow()
    const rank = model.nameRank?.(rows[at]!) ?? null
    if (rank === null) return textRanks(Array.from(rows, (row) => model.name(row)))
    values[at] = rank
  }
  return values
}

/** Each distinct text is compared only once. */
function textRanks(texts: string[]): Float64Array {
  const ranks = new Map<string, number>()
  let last: string | undefined
  // Texts that are equal to the collator keep their order.
  for (const text of [...new Set(texts)].sort(nameCollator.compare)) {
    ranks.set(text, last !== undefined && nameCollator.compare(last, text) === 0 ? ranks.get(last)! : ranks.size)
    last = text
  }
  return Float64Array.from(texts, (text) => ranks.get(text)!)
}

type RunCostColumn = keyof typeof RUN_COST_METRICS

/** The columns of the run's cost in the sums of run_cost.ts. */
export const RUN_COST_METRICS = { runCostInclusive: 'useInclusive', runCostExclusive: 'useExclusive', runCostWaiting: 'wasteInclusive' } as const

export function isRunCost(column: string): column is RunCostColumn {
  return column in RUN_COST_METRICS
}

/** @throws RpcError invalid-argument if rows of the tree have no such order */
export function assertOrder(model: TreeModel, sort: Sort): void {
  if (sort.column === 'formula') valueOf(model, sort)
  else if (isRunCost(sort.column)) model.comparedValue?.(model.roots()[0]!, sort.column, 'new')
}

/** Rows without a value are smaller than all others. */
function formulaValue(model: TreeModel, sort: Sort): (row: number) => number {
  const value = valueOf(model, sort)
  return (row) => value(row) ?? -Infinity
}

/** @throws RpcError invalid-argument */
function valueOf(model: TreeModel, { formula = '', tool }: Sort): (row: number) => number | null {
  const whole = model.whole?.(tool)
  if (whole === undefined) throw new RpcError('invalid-argument', 'Trees of two runs have no columns by formula; sort by another column')
  try {
    const { evaluate } = parseFormula(formula)
    return (row) => evaluate(model.metrics(row, tool), whole)
  } catch (error) {
    if (error instanceof FormulaError) throw new RpcError('invalid-argument', error.message)
    throw error
  }
}

/** @throws RpcError invalid-argument if the tree has no such column */
function ownValue(model: TreeModel, sort: Sort): (row: number) => number {
  const { column, tool, side } = sort
  switch (column) {
    case 'name':
      throw new Error('names are texts')
    case 'formula':
      return formulaValue(model, sort)
    case 'runCostInclusive':
    case 'runCostExclusive':
    case 'runCostWaiting':
      if (model.comparedValue) return (row) => model.comparedValue!(row, column, side ?? 'new')
      return (row) => model.metric(row, RUN_COST_METRICS[column], 'run-cost')
    default:
      return model.comparedValue ? (row) => model.comparedValue!(row, column, side ?? 'new') : columnValue((row, name) => model.metric(row, name, tool), column)
  }
}

/** Shares sort like their amounts; undecided rows have the smallest fraction. */
function columnValue(metric: (row: number, name: keyof NodeMetrics) => number, column: Exclude<ComparedColumn, RunCostColumn>): (row: number) => number {
  switch (column) {
    case 'wasteShareInclusive':
      return (row) => metric(row, 'wasteInclusive')
    case 'wasteShareExclusive':
      return (row) => metric(row, 'wasteExclusive')
    case 'fractionInclusive':
      return (row) => fraction(metric(row, 'wasteInclusive'), metric(row, 'useInclusive')) ?? -1
    case 'fractionExclusive':
      return (row) => fraction(metric(row, 'wasteExclusive'), metric(row, 'useExclusive')) ?? -1
    default:
      return (row) => metric(row, column)
  }
}
