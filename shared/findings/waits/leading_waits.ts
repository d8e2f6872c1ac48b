/** Waits that cost the run more than any of its findings are told before them. */
import type { Findings } from '../finding.ts'
import type { Wait } from './wait.ts'

/** @returns both in their order */
export function leadingWaits({ waits = [], findings }: Pick<Findings, 'waits' | 'findings'>): { leading: Wait[]; others: Wait[] } {
  const largest = Math.max(0, ...findings.map(({ shareOfRun }) => shareOfRun ?? 0))
  const isLeading = ({ gain = 0, shareOfRun }: Wait): boolean => Math.max(gain, shareOfRun) > largest
  return { leading: waits.filter(isLeading), others: waits.filter((wait) => !isLeading(wait)) }
}
