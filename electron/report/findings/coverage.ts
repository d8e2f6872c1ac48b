/** How much of the waste the findings cover (docs/metrics.md, Findings). */
import type { Coverage } from '../../../shared/findings/finding.ts'
import type { WastedAmount } from '../../../shared/findings/group_pairs.ts'
import type { WasteCosts } from '../../../shared/findings/waste_cost.ts'
import { isSought, RELATIONS, TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'

/** Where a pair is. */
export type CoveredAs = 'claimed' | 'observed' | 'unavoidable' | 'unexplained'

const PARTS = ['small', 'claimed', 'observed', 'unavoidable', 'unexplained'] as const

/**
 * @param parts lists of pairs and where they are; waste in none of them is small
 * @param totals by position in TOOLS: what shares are of where no cost is known
 * @returns null: nothing is wasted
 */
export function coverageOf(
  { pairs }: Pick<ProfileTables, 'pairs'>,
  parts: ReadonlyArray<readonly [part: CoveredAs, pairs: readonly number[]]>,
  wasted: WastedAmount,
  totals: Float64Array,
  costs: WasteCosts,
): Coverage | null {
  const partOf = new Uint8Array(pairs.length)
  for (const [part, own] of parts) for (const pair of own) partOf[pair] = PARTS.indexOf(part)
  const lists = TOOLS.map(() => PARTS.map((): number[] => []))
  const { tool, relation } = pairs
  const counts = RELATIONS.map(isSought)
  for (let pair = 0; pair < pairs.length; pair++) {
    if (counts[relation[pair]!] === true && wasted(pair) > 0) lists[tool[pair]!]![partOf[pair]!]!.push(pair)
  }
  const sums = new Float64Array(PARTS.length)
  lists.forEach((byPart, number) =>
    byPart.forEach((own, part) => {
      if (own.length === 0) return
      sums[part]! += costs.shareOf(TOOLS[number]!, own) ?? own.reduce((sum, pair) => sum + wasted(pair), 0) / (totals[number]! || 1)
    }),
  )
  const all = sums.reduce((sum, part) => sum + part, 0)
  if (!(all > 0)) return null
  const [small, claimed, observed, unavoidable, unexplained] = Array.from(sums, (part) => part / all) as [number, number, number, number, number]
  return { withRemedy: claimed + observed, claimed, unavoidable, unexplained, small }
}
