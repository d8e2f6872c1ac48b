/**
 * What proportional attribution may have moved a fraction by (metrics.md section 2). It hands the samples of a context that
 * lost their register on to those that kept it, as if both kinds ended alike; but where waste and use of one context lie far
 * apart, the nearer ones keep it more often. Each watchpoint also weighs the inverse of the probability that its register
 * kept it so long (Horvitz & Thompson, Journal of the American Statistical Association 47, 1952), which has no such bias, but
 * more variance: so the estimate stays that of attribution, and its interval holds both.
 */
import { freedSamples } from '../../../shared/metrics/freed_samples.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { isUse, isWasteful, RELATIONS, type ProfileTables } from '../../../shared/profile/profile.ts'
import type { WatchEnds } from '../merge/merge_watches.ts'

type Sampled = Pick<ProfileTables, 'pairs' | 'watches' | 'counters'>

/**
 * By tool: fraction with the decided amount of each context split as its ends by inclusion probability are, minus that with
 * the amounts of its pairs; −1..1, 0 where nothing was decided. Contexts of recordings without such ends keep their amounts.
 * @param ends by row of `watches`
 */
export function attributionShifts({ pairs, watches, counters }: Sampled, ends: WatchEnds): (tool: number) => number {
  const contexts = new PairInterner()
  const sums: Array<{ waste: number; use: number }> = []
  const sumOf = (node: number, tool: number): { waste: number; use: number } => (sums[contexts.intern(node, tool)] ??= { waste: 0, use: 0 })
  for (let row = 0; row < pairs.length; row++) {
    const relation = RELATIONS[pairs.relation[row]!]!
    if (isWasteful(relation)) sumOf(pairs.source[row]!, pairs.tool[row]!).waste += pairs.amount[row]!
    else if (isUse(relation)) sumOf(pairs.source[row]!, pairs.tool[row]!).use += pairs.amount[row]!
  }
  const freed = freedSamples({ pairs, watches, counters })
  return (tool) => {
    const attributed = { waste: 0, use: 0 }
    const weighed = { waste: 0, use: 0 }
    for (let row = 0; row < watches.length; row++) {
      if (watches.tool[row] !== tool) continue
      const { waste, use } = sumOf(watches.node[row]!, tool)
      const [wasteEnds, useEnds, otherEnds] = [ends.waste[row]!, ends.use[row]!, ends.ended[row]!]
      const all = wasteEnds + useEnds + otherEnds
      const kept = 1 - freed[row]! / watches.accounted[row]!
      const decided = all > 0 && kept > 0 ? (waste + use) / kept / all : 0
      attributed.waste += waste
      attributed.use += use
      weighed.waste += decided > 0 ? decided * wasteEnds : waste
      weighed.use += decided > 0 ? decided * useEnds : use
    }
    return shareOf(weighed) - shareOf(attributed)
  }
}

function shareOf({ waste, use }: { waste: number; use: number }): number {
  return waste + use > 0 ? waste / (waste + use) : 0
}

/** @param interval 0..1 @returns the interval that holds it and itself moved by `shift` */
export function widenByShift([low, high]: [number, number], shift: number): [number, number] {
  return [Math.max(0, low + Math.min(0, shift)), Math.min(1, high + Math.max(0, shift))]
}
