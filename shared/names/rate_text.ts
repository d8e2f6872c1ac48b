/** The sampling rate of a run as text. */
import type { RunDescription } from '../run.ts'
import { groupedDigits } from './counted.ts'

const NANOSECONDS_PER_SECOND = 1e9

/** @param period ns of CPU time between samples */
export const samplesPerSecond = (period: number): string => (period > 0 ? groupedDigits(Number((NANOSECONDS_PER_SECOND / period).toPrecision(3))) : '0')

/** "at most 1,000 samples per second of CPU time in the first 3 s of each process, then 100; 386 reached on average". */
export function rateText({ period, early, meanPeriod }: Pick<RunDescription, 'period' | 'early' | 'meanPeriod'>): string {
  const asked =
    early === undefined
      ? `${samplesPerSecond(period)} samples per second of CPU time`
      : `at most ${samplesPerSecond(early.period)} samples per second of CPU time in the first ${early.time / NANOSECONDS_PER_SECOND} s of each process, then ${samplesPerSecond(period)}`
  return meanPeriod === undefined ? asked : `${asked}; ${samplesPerSecond(meanPeriod)} reached on average`
}
