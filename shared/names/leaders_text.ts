import type { RankAgreement } from '../metrics/statistics/rank_agreement.ts'

/** "2 of 3 (8 %)": how many of the first pairs were found, and where some were not, how probable that is of a sampler without error. Null: not known. */
export function leadersText(leaders: RankAgreement['leaders']): string | null {
  if (leaders === undefined) return null
  const { pairs, found, byChance } = leaders
  return `${found} of ${pairs}${found < pairs && byChance !== undefined ? ` (${(byChance * 100).toFixed(0)} %)` : ''}`
}
