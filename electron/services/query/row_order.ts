/** Order of rows below one parent by several columns, the first first; equal rows keep the order of the table. */
import { fraction } from '../../../shared/metrics/totals.ts'
import { FormulaError, parseFormula } from '../../../shared/metrics/formula.ts'
import { RpcError, type MetricColumn, type NodeMetrics, type Sort } from '../../../shared/rpc/contract.ts'
import type { TreeModel } from './tree_model.ts'

const collator = new Intl.Collator('en')

type Comparison = (a: number, b: number) => number

/** @param sorts the first decides; a further one where all before it leave rows equal */
export function sortRows(model: TreeModel, rows: Int32Array, sorts: readonly Sort[]): Int32Array {
  const fold = rows.length > 0 && model.isFold?.(rows.at(-1)!) === true ? 1 : 0
  const sorted = rows.subarray(0, rows.length - fold)
  if (sorted.length < 2) return rows
  const comparisons = sorts.map((sort) => comparison(model, sorted, sort))
  const order = Int32Array.from(sorted.keys()).sort((a, b) => {
    for (const compare of comparisons) {
      const difference = compare(a, b)
      if (difference !== 0) return difference
    }
    return a - b
  })
  return Int32Array.from(rows, (row, position) => (position < order.length ? rows[order[position]!]! : row))
}

/** Of positions in `rows`. */
function comparison(model: TreeModel, rows: Int32Array, sort: Sort): Comparison {
  const { column, descending, tool, side } = sort
  const direction = descending ? -1 : 1
  if (column === 'name') {
    const names = Array.from(rows, (row) => model.name(row))
    return (a, b) => direction * collator.compare(names[a]!, names[b]!)
  }
  if (column === 'formula') {
    const values = formulaValues(model, rows, sort)
    return (a, b) => direction * difference(values[a]!, values[b]!)
  }
  const values = model.comparedValue ? Float64Array.from(rows, (row) => model.comparedValue!(row, column, side ?? 'new')) : columnValues((row, name) => model.metric(row, name, tool), rows, column)
  return (a, b) => direction * (values[a]! - values[b]!)
}

/** Also of two without a value. */
function difference(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** @throws RpcError invalid-argument if rows of the tree have no such order */
export function assertOrder(model: TreeModel, sort: Sort): void {
  if (sort.column === 'formula') valueOf(model, sort)
}

/** Rows without a value are smaller than all others. */
function formulaValues(model: TreeModel, rows: Int32Array, sort: Sort): Float64Array {
  const value = valueOf(model, sort)
  return Float64Array.from(rows, (row) => value(row) ?? -Infinity)
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

/** Shares order rows as their amounts do; undecided rows have the smallest fraction. */
function columnValues(metric: (row: number, name: keyof NodeMetrics) => number, rows: Int32Array, column: Exclude<MetricColumn, 'name' | 'formula'>): Float64Array {
  switch (column) {
    case 'wasteShareInclusive': return Float64Array.from(rows, (row) => metric(row, 'wasteInclusive'))
    case 'wasteShareExclusive': return Float64Array.from(rows, (row) => metric(row, 'wasteExclusive'))
    case 'fractionInclusive': return Float64Array.from(rows, (row) => fraction(metric(row, 'wasteInclusive'), metric(row, 'useInclusive')) ?? -1)
    case 'fractionExclusive': return Float64Array.from(rows, (row) => fraction(metric(row, 'wasteExclusive'), metric(row, 'useExclusive')) ?? -1)
    default: return Float64Array.from(rows, (row) => metric(row, column))
  }
}
