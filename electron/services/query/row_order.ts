/** Order of rows below one parent by any column; equal rows keep the order of the table. */
import { fraction } from '../../../shared/metrics/totals.ts'
import type { MetricColumn, NodeMetrics, Sort } from '../../../shared/rpc/contract.ts'
import type { TreeModel } from './tree_model.ts'

const collator = new Intl.Collator('en', { numeric: true })

export function sortRows(model: TreeModel, rows: Int32Array, { column, descending }: Sort): Int32Array {
  if (rows.length < 2) return rows
  const direction = descending ? -1 : 1
  const order = Array.from(rows.keys())
  if (column === 'name') {
    const names = Array.from(rows, (row) => model.describe(row).label)
    order.sort((a, b) => direction * collator.compare(names[a]!, names[b]!) || a - b)
  } else {
    const values = Float64Array.from(rows, (row) => columnValue(model.metrics(row), column))
    order.sort((a, b) => direction * (values[a]! - values[b]!) || a - b)
  }
  return Int32Array.from(order, (position) => rows[position]!)
}

/** Shares order rows as their amounts do; undecided rows have the smallest fraction. */
function columnValue(metrics: NodeMetrics, column: Exclude<MetricColumn, 'name'>): number {
  switch (column) {
    case 'wasteShareInclusive': return metrics.wasteInclusive
    case 'wasteShareExclusive': return metrics.wasteExclusive
    case 'fractionInclusive': return fraction(metrics.wasteInclusive, metrics.useInclusive) ?? -1
    case 'fractionExclusive': return fraction(metrics.wasteExclusive, metrics.useExclusive) ?? -1
    default: return metrics[column]
  }
}
