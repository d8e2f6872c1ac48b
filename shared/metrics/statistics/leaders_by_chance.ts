/** Whether a sampler that lacks some of the largest pairs erred or had bad luck. */
import { SeededRandom } from './random.ts'

const draws = 400
const seed = 1

/** Pairs examined: any pair after them is too small to come before a leader. */
const mostPairs = 1000

/**
 * Probability that a sampler without any error finds at most `found` of the first `leaders` pairs among its own first `lookedAt`.
 * @param shares of the ground truth, the largest first; they sum to 1
 * @param traps that fall on pairs independently, as often as their shares say
 * By simulation with a fixed seed: 400 samplers, so that it is known to 5 points at worst. So many traps as fall on a pair are Poisson's,
 * for which no trap must be drawn by itself.
 */
export function leadersFoundByChance(
  shares: number[],
  { traps, found, leaders, lookedAt }: { traps: number; found: number; leaders: number; lookedAt: number },
): number {
  if (found >= Math.min(leaders, shares.length)) return 1
  const random = new SeededRandom(seed)
  const means = Float64Array.from(shares.slice(0, mostPairs), (share) => share * traps)
  const noneAtAll = means.map((mean) => Math.exp(-mean))
  const counts = new Float64Array(means.length)
  let asBad = 0
  for (let draw = 0; draw < draws; draw++) {
    for (let pair = 0; pair < counts.length; pair++) counts[pair] = poisson(means[pair]!, noneAtAll[pair]!, random)
    let seen = 0
    for (let leader = 0; leader < Math.min(leaders, counts.length); leader++) if (isAmongFirst(leader, counts, lookedAt)) seen++
    if (seen <= found) asBad++
  }
  return asBad / draws
}

/** Without an order of all of them, which took most of a validation's time. */
function isAmongFirst(leader: number, counts: Float64Array, lookedAt: number): boolean {
  const own = counts[leader]!
  if (own === 0) return false
  let before = 0
  // If counts are equal, the pair that is smaller in the ground truth comes first: only a larger count finds a leader.
  for (let pair = 0; pair < counts.length && before < lookedAt; pair++) if (counts[pair]! > own || (counts[pair] === own && pair > leader)) before++
  return before < lookedAt
}

/** From here on the normal distribution is near enough. */
const manyTraps = 40

/** A draw of the Poisson distribution of this mean, where none at all has the probability `none`: by products of uniform numbers (Knuth, Seminumerical Algorithms, 3.4.1), or the normal one of the same mean and variance. */
function poisson(mean: number, none: number, random: SeededRandom): number {
  if (mean > manyTraps) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.nextUnit())) * Math.cos(2 * Math.PI * random.nextUnit())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  let count = 0
  for (let product = random.nextUnit(); product > none; product *= random.nextUnit()) count++
  return count
}
