/** Reuse distances as text, and their places on an axis. */
import type { DistanceHistogram, HistogramBin } from '../../shared/report.ts'
import { sizeText } from '../../shared/names/size_text.ts'
import { quantityText } from '../format/quantities.ts'

export type AxisUnit = DistanceHistogram['unit']

/** A distance on the axis: bytes, or CPU time. */
export function axisText(value: number, unit: AxisUnit): string {
  if (value === 0) return '0'
  return unit === 'bytes' ? sizeText(value) : quantityText(value, 'ns')
}

export function binText({ from, to }: HistogramBin, unit: AxisUnit): string {
  if (to === null) return `${axisText(from, unit)} and more`
  return from === 0 ? `less than ${axisText(to, unit)}` : `${axisText(from, unit)} to ${axisText(to, unit)}`
}

/** Bins from the first to the last of a range. */
export function rangeText(first: HistogramBin | undefined, last: HistogramBin | undefined, unit: AxisUnit): string {
  return first === undefined || last === undefined ? '' : binText({ ...first, to: last.to }, unit)
}

/**
 * Where a distance lies among bins that are drawn equally wide: 2.5 is the middle of the third. Bins double, so the way
 * through one is logarithmic, but for the first, which begins at 0. Null within the open bin, whose end is unknown.
 */
export function positionAmong(bins: HistogramBin[], distance: number): number | null {
  const index = bins.findIndex(({ to }) => to === null || distance < to)
  const bin = bins[index]
  if (bin === undefined) return null
  if (bin.to === null) return distance === bin.from ? index : null
  return index + (bin.from === 0 ? distance / bin.to : Math.log2(distance / bin.from) / Math.log2(bin.to / bin.from))
}

/** Every n-th of `count` ticks, as many as have room of `each` pixels. */
export function ticksThatFit(count: number, width: number, each: number): number[] {
  const step = Math.max(1, Math.ceil((count * each) / Math.max(1, width)))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}
