/** The reuse histograms as a table for CSV. */
import type { DistanceHistogram, ReuseReport } from '../../shared/report.ts'
import type { Rows } from '../../shared/tables/table_text.ts'

type Row = [table: string, unit: string, from: number | null, to: number | null, share: number]
type RowOf = [...Row, object: string | null]

/**
 * The data of the charts, in the columns of `hagstone report --view reuse --csv`.
 * @param object name of the data object that it is of; null: of none alone
 */
export function reuseTable({ time, stack, missRatio }: ReuseReport, object: string | null = null): Rows {
  const rows: Row[] = [
    ...histogramRows('time distance', time),
    ...(stack === null ? [] : histogramRows('stack distance', stack)),
    ...missRatio.map(({ bytes, ratio }): Row => ['miss ratio', 'bytes', bytes, null, ratio]),
  ]
  return [['table', 'unit', 'from', 'to', 'share', 'object'], ...rows.map((row): RowOf => [...row, object])]
}

function histogramRows(name: string, { unit, bins, percentiles }: DistanceHistogram): Row[] {
  return [
    ...bins.map(({ from, to, share }): Row => [name, unit, from, to, share]),
    ...percentiles.map(({ share, distance }): Row => [`${name} percentile`, unit, null, distance, share]),
  ]
}
