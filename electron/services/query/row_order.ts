/** Order of rows below one parent by several columns, the first first; equal rows keep the order of the table. */
import { fraction } from '../../../shared/metrics/totals.ts'
import { FormulaError, parseFormula } from '../../../shared/metrics/formula.ts'
import { orderByValues } from '../../../shared/profile/stable_order.ts'
import { RpcError, type MetricColumn, type NodeMetrics, type Sort } from '../../../shared/rpc/contract.ts'
import { nameCollator } from './name_ranks.ts'
import type { TreeModel } from './tree_model.ts'

/** @param sorts the first decides; a further one where all before it leave rows equal */
export function sortRows(model: TreeModel, rows: Int32Array, sorts: readonly Sort[]): Int32Array {
  const fold = rows.length > 0 && model.isFold?.(rows.at(-1)!) === true ? 1 : 0
  const sorted = rows.subarray(0, rows.length - fold)
  if (sorted.length < 2) return rows
  const order = Int32Array.from(sorted.keys())
  // Sorting leaves equal rows as they are, so that the order that decides comes last.
  for (const sort of sorts.toReversed()) orderByValues(order, valuesOf(model, sorted, sort), sort.descending)
  const result = rows.slice()
  for (let position = 0; position < order.length; position++) result[position] = rows[order[position]!]!
  return result
}

function valuesOf(model: TreeModel, rows: Int32Array, sort: Sort): Float64Array {
  const { column, tool, side } = sort
  if (column === 'name') return nameValues(model, rows)
  if (column === 'formula') return formulaValues(model, rows, sort)
  return model.comparedValue ? Float64Array.from(rows, (row) => model.comparedValue!(row, column, side ?? 'new')) : columnValues((row, name) => model.metric(row, name, tool), rows, column)
}

function nameValues(model: TreeModel, rows: Int32Array): Float64Array {
  const values = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
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
  // Texts that the collator holds for equal keep their order.
  for (const text of [...new Set(texts)].sort(nameCollator.compare)) {
    ranks.set(text, last !== undefined && nameCollator.compare(last, text) === 0 ? ranks.get(last)! : ranks.size)
    last = text
  }
  return Float64Array.from(texts, (text) => ranks.get(text)!)
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
  const values = new Float64Array(rows.length)
  const fill = (value: (row: number) => number): Float64Array => {
    for (let at = 0; at < rows.length; at++) values[at] = value(rows[at]!)
    return values
  }
  switch (column) {
    case 'wasteShareInclusive': return fill((row) => metric(row, 'wasteInclusive'))
    case 'wasteShareExclusive': return fill((row) => metric(row, 'wasteExclusive'))
    case 'fractionInclusive': return fill((row) => fraction(metric(row, 'wasteInclusive'), metric(row, 'useInclusive')) ?? -1)
    case 'fractionExclusive': return fill((row) => fraction(metric(row, 'wasteExclusive'), metric(row, 'useExclusive')) ?? -1)
    default: return fill((row) => metric(row, column))
  }
}
