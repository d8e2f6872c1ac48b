/** Numbers as people read them: three significant digits, a unit, a sign that is never a guess. */
import { unitOf } from '../../shared/names/unit_of.ts'
import type { DistanceUnit, Unit } from '../../shared/run.ts'
import { groupedDigits } from '../../shared/names/counted.ts'

/** A figure and its unit apart, so that a column can align them. */
export interface Quantity {
  figure: string
  unit: string
}

/** Three significant digits without an exponent: 3.14, 31.4, 314, 3,140. */
export function significant(value: number): string {
  const size = Math.abs(value)
  if (size >= 999.5) return groupedDigits(Math.round(value))
  const decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2
  return value.toFixed(decimals)
}

/** Waste and use in the profile's unit: bytes, or nanoseconds of CPU time. */
export function quantity(value: number, unit: Unit): Quantity {
  if (value === 0) return { figure: '0', unit: unit === 'ns' ? 's' : 'B' }
  const [scale, name] = unitOf(value, unit)
  return { figure: significant(value / scale), unit: name }
}

export function quantityText(value: number, unit: Unit): string {
  const { figure, unit: name } = quantity(value, unit)
  return `${figure} ${name}`
}

/** Figure of a share 0..1 in percent; null (nothing to divide by) reads "–". */
export function percentFigure(share: number | null): string {
  if (share === null || !Number.isFinite(share)) return '–'
  const percent = share * 100
  if (percent === 0) return '0'
  if (Math.abs(percent) < 0.005) return percent > 0 ? '<0.01' : '>−0.01'
  return significant(percent)
}

export function percentText(share: number | null): string {
  const figure = percentFigure(share)
  return figure === '–' ? figure : `${figure} %`
}

/** Counts in full up to 99,999, then three significant digits: 412k, 1.20M. */
export function countText(count: number): string {
  if (count < 99_999.5) return groupedDigits(Math.round(count))
  if (count < 999_500) return `${significant(count / 1e3)}k`
  return count < 999.5e6 ? `${significant(count / 1e6)}M` : `${significant(count / 1e9)}G`
}

/** Seconds of wall clock: 0.42 s, 12.3 s, 2 min 14 s, 1 h 05 min. */
export function durationText(seconds: number): string {
  if (seconds < 99.95) return `${significant(seconds)} s`
  const minutes = Math.floor(Math.round(seconds) / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** Where less than a second counts: in a unit that shows it. */
export function fineDurationText(seconds: number): string {
  return seconds < 1 ? quantityText(seconds * 1e9, 'ns') : durationText(seconds)
}

/** A time distance: ns of CPU time, or a number of accesses. */
export function distanceText(distance: number, unit: DistanceUnit): string {
  return unit === 'cpu-time' ? quantityText(distance, 'ns') : countText(distance)
}

/** A share 0..1 on an axis, in whole percent where it is whole. */
export function percentTick(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`
}

/** "1 trap", "412k traps". */
export function countedText(count: number, one: string): string {
  return `${countText(count)} ${count === 1 ? one : `${one}s`}`
}
