/** Reuse distances of data objects for a terminal. */
import { endOfShare } from '../../../shared/metrics/reuse/distance_histogram.ts'
import { percentileInterval } from '../../../shared/metrics/reuse/reuse_intervals.ts'
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import type { DistanceHistogram, ReusedObjectReport } from '../../../shared/report.ts'
import { amountText, fit, percentText, tableLines, type TableColumn } from '../format.ts'
import { groupedDigits } from '../../../shared/names/counted.ts'

const SHARES = [0.5, 0.9] as const
const right = (title: string): TableColumn => ({ title, align: 'right' })

/** One row per object; of samples each distance has its 95 % interval in brackets where that is wider than a bin. */
export function reusedObjectLines(objects: ReusedObjectReport[], width: number): string[] {
  if (objects.length === 0) return []
  const hasStack = objects.every(({ reuse }) => reuse.stack !== null)
  const axes = hasStack ? (['time', 'stack'] as const) : (['time'] as const)
  const columns = [
    right('reuses'),
    right('share'),
    ...axes.flatMap((axis) => SHARES.map((share) => right(`${axis}, ${share * 100} %`))),
    { title: 'object', align: 'left' } as TableColumn,
  ]
  const rows = objects.map(({ name, reuses, share, reuse }) => {
    const seen = reuse.exact === undefined ? (reuse.effectiveTraps ?? reuses) : null
    return [
      `${groupedDigits(reuses)}${seen !== null && reuses < FEWEST_TRAPS ? ' (few)' : ''}`,
      percentText(share),
      ...axes.flatMap((axis) => SHARES.map((part) => distanceWithin(reuse[axis]!, part, seen))),
      name,
    ]
  })
  return ['By data object: the distance below which so many of its reuses lie', ...tableLines(columns, rows).map((line) => fit(line, width))]
}

function distanceWithin(histogram: DistanceHistogram, share: number, reuses: number | null): string {
  const text = (end: number | null): string => (end === null ? 'beyond' : histogram.unit === 'bytes' ? sizeText(end) : amountText(end, 'ns'))
  const interval = reuses === null ? null : percentileInterval(histogram, share, reuses)
  const end = text(endOfShare(histogram.bins, share))
  return interval === null || interval[0] === interval[1] ? end : `${end} [${text(interval[0])}, ${text(interval[1])}]`
}
