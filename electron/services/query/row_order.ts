/** Order of rows below one parent by any column; equal rows keep the order of the table. */
import { fraction } from '../../../shared/metrics/totals.ts'
import type { MetricColumn, NodeMetrics, Sort } from '../../../shared/rpc/contract.ts'
import type { TreeModel } from './tree_model.ts'

const collator = new Intl.Collator('en')

export function sortRows(model: TreeModel, rows: Int32Array, { column, descending, tool }: Sort): Int32Array {
  if (rows.length < 2) return rows
  const direction = descending ? -1 : 1
  const order = Int32Array.from(rows.keys())
  if (column === 'name') {
    const names = Array.from(rows, (row) => model.name(row))
    order.sort((a, b) => direction * collator.compare(names[a]!, names[b]!) || a - b)
  } else {
    const values = columnValues((row, name) => model.metric(row, name, tool), rows, column)
    order.sort((a, b) => direction * (values[a]! - values[b]!) || a - b)
  }
  return order.map((position) => rows[position]!)
}

/** Shares order rows as their amounts do; undecided rows have the smallest fraction. */
function columnValues(metric: (row: number, name: keyof NodeMetrics) => number, rows: Int32Array, column: Exclude<MetricColumn, 'name'>): Float64Array {
  switch (column) {
    case 'wasteShareInclusive': return Float64Array.from(rows, (row) => metric(row, 'wasteInclusive'))
    case 'wasteShareExclusive': return Float64Array.from(rows, (row) => metric(row, 'wasteExclusive'))
    case 'fractionInclusive': return Float64Array.from(rows, (row) => fraction(metric(row, 'wasteInclusive'), metric(row, 'useInclusive')) ?? -1)
    case 'fractionExclusive': return Float64Array.from(rows, (row) => fraction(metric(row, 'wasteExclusive'), metric(row, 'useExclusive')) ?? -1)
    default: return Float64Array.from(rows, (row) => metric(row, column))
  }
}
