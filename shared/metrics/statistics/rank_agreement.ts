/** How alike two rankings of wasteful pairs are: the comparisons of WITCH section 7. */
import { leadersFoundByChance } from './leaders_by_chance.ts'

export interface RankedPair {
  /** The same for the same pair in both rankings. */
  key: string
  /** Share of all waste, 0..1. */
  share: number
  /** Traps behind the share, of an estimate. */
  traps?: number
}

export interface RankAgreement {
  /** N: the fewest pairs of the ground truth that make up the wanted share, at most MOST_RANKED_PAIRS. */
  pairs: number
  /** Fewest insertions, removals and replacements that turn the estimate's first N into the ground truth's (Levenshtein). */
  editDistance: number
  /** Pairs among the ground truth's first N that are not among the estimate's. */
  setDifference: number
  /** Mean over the ranks 1..N of the absolute difference between the shares at that rank, 0..1. */
  weightDifference: number
  /**
   * The truth's first LEADING_PAIRS, or all where it has fewer, and those of them among the estimate's first LOOKED_AT_PAIRS; absent in older files.
   * byChance: how probable it is that as many traps, drawn from the ground truth itself, find no more of them: above 0.05 the missing part cannot be distinguished
   * from chance. Absent where no traps are known.
   */
  leaders?: { pairs: number; found: number; byChance?: number | undefined } | undefined
}

/** The leading pairs of the ground truth that a person should see, and the pairs of an estimate that a person looks at. */
export const LEADING_PAIRS = 3
const LOOKED_AT_PAIRS = 5

/** The share of all waste that the first N pairs make up. */
const RANKED_SHARE = 0.9
/** The edit distance takes time proportional to its square. */
const MOST_RANKED_PAIRS = 1000

/** Null where the ground truth has no waste. Neither list need be in order. */
export function rankAgreement(truth: RankedPair[], estimate: RankedPair[]): RankAgreement | null {
  const wanted = ranked(truth)
  const count = countOfShare(wanted)
  if (count === 0) return null
  const first = wanted.slice(0, count)
  const allEstimated = ranked(estimate)
  const estimated = allEstimated.slice(0, count)
  const leaders = wanted.slice(0, LEADING_PAIRS)
  const traps = independentTraps(allEstimated)
  const lookedAt = new Set(allEstimated.slice(0, LOOKED_AT_PAIRS).map(({ key }) => key))
  const keys = new Set(estimated.map(({ key }) => key))
  const found = leaders.filter(({ key }) => lookedAt.has(key)).length
  const looked = { leaders: leaders.length, lookedAt: LOOKED_AT_PAIRS }
  return {
    pairs: count,
    editDistance: editDistance(
      first.map(({ key }) => key),
      estimated.map(({ key }) => key),
    ),
    setDifference: first.filter(({ key }) => !keys.has(key)).length,
    weightDifference: first.reduce((sum, { share }, rank) => sum + Math.abs(share - (estimated[rank]?.share ?? 0)), 0) / count,
    leaders: {
      pairs: leaders.length,
      found,
      ...(traps === null
        ? {}
        : {
            byChance: leadersFoundByChance(
              wanted.map(({ share }) => share),
              { traps, found, ...looked },
            ),
          }),
    },
  }
}

/** So many traps of equal weight would scatter as much (Kish, Survey Sampling, 1965): some of these represent more samples than others. Null where they are not known. */
function independentTraps(pairs: RankedPair[]): number | null {
  if (pairs.some(({ traps }) => traps === undefined)) return null
  const squares = pairs.reduce((sum, { share, traps = 0 }) => sum + share ** 2 / Math.max(1, traps), 0)
  return squares > 0 ? Math.round(1 / squares) : 0
}

/** The leaders of the ranking that found the fewest, of these where chance explains it least; undefined where no ranking knows them. */
export function fewestLeaders(rankings: RankAgreement[]): RankAgreement['leaders'] {
  return rankings.flatMap(({ leaders }) => leaders ?? []).toSorted((a, b) => a.found - b.found || (a.byChance ?? 1) - (b.byChance ?? 1))[0]
}

function ranked(pairs: RankedPair[]): RankedPair[] {
  return pairs.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share || (a.key < b.key ? -1 : 1))
}

function countOfShare(pairs: RankedPair[]): number {
  let sum = 0
  // The last summand of a sum to 1 may be lost to rounding.
  const count = pairs.findIndex(({ share }) => (sum += share) >= RANKED_SHARE - 1e-9) + 1
  return Math.min(MOST_RANKED_PAIRS, count === 0 ? pairs.length : count)
}

function editDistance(one: string[], other: string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, key] of one.entries()) {
    const next = [i + 1]
    for (const [j, otherKey] of other.entries()) next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (key === otherKey ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}
