/** Waits that cost the run more than any of its findings are told before them, unless they are of the start or the end of the job. */
import type { Findings } from '../finding.ts'
import type { Wait } from './wait.ts'
import { isPaidOnce } from './wait_words.ts'

/** Part of the run, 0..1, by which waits are ordered. */
export function weightOf({ gain = 0, shareOfRun }: Pick<Wait, 'gain' | 'shareOfRun'>): number {
  return Math.max(gain, shareOfRun)
}

/** @returns both in their order */
export function leadingWaits({ waits = [], findings }: Pick<Findings, 'waits' | 'findings'>): { leading: Wait[]; others: Wait[] } {
  const largest = Math.max(0, ...findings.map(({ shareOfRun }) => shareOfRun ?? 0))
  const isLeading = (wait: Wait): boolean => !isPaidOnce(wait, wait.gain) && weightOf(wait) > largest
  return { leading: waits.filter(isLeading), others: waits.filter((wait) => !isLeading(wait)) }
}
