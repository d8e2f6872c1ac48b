/** How many times as much, and how much less, with what chance between samples leaves open: "3.1×", "2–9×", "at least 4.1×". */
import { significant } from '../../significant.ts'
import type { Wait } from './wait.ts'

/** The end of an interval above this says no more than that nothing bounds it. */
const BOUNDLESS = 100
/** Ends of wider intervals need no decimals. */
const WIDE = 3

/** @param interval null: exact @param interval its end is null or infinite where nothing bounds it */
export function timesText(ratio: number, interval: readonly [low: number, high: number | null] | null): string {
  if (interval === null) return `${significant(ratio, 2)}×`
  const [low, high] = interval
  if (high === null || high > BOUNDLESS) return `at least ${endText(low, true)}×`
  const isFine = high - low < WIDE || low < 2
  const [from, to] = [endText(low, isFine), endText(high, isFine)]
  return from === to ? `${from}×` : `${from}–${to}×`
}

/** @param isFine with the decimal of small numbers */
function endText(end: number, isFine: boolean): string {
  return end < 10 && isFine ? end.toFixed(1) : end.toFixed(0)
}

/** A sentence, or '' where even shares bring nothing. */
export function gainText({ gain, gainInterval }: Pick<Wait, 'gain' | 'gainInterval'>): string {
  if (gain === undefined) return ''
  const [low, high] = (gainInterval ?? [gain, gain]).map(percent) as [string, string]
  const less = low === high ? `about ${low}` : `${low.replace(' %', '')}–${high}`
  return `With even shares the run takes ${less} less time, if each thread has a processor of its own.`
}

/** With a decimal below 10 %. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`
}
