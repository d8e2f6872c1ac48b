/**
 * How far proportional attribution may have moved a fraction (metrics.md section 2). Attribution reassigns the samples
 * of a context that lost their register to those that kept it, as if both kinds ended alike. But if wasted and useful
 * accesses of one context end at different distances, the nearer ones keep the register more often. Each watchpoint is
 * also weighted by the inverse of the probability that its register kept it so long (Horvitz & Thompson, Journal of the
 * American Statistical Association 47, 1952), which has no such bias but more variance. So the estimate remains
 * attribution's, and its interval contains both.
 */
import { freedSamples } from '../../../shared/metrics/freed_samples.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { isUse, isWasteful, RELATIONS, type ProfileTables } from '../../../shared/profile/profile.ts'
import type { WatchEnds } from '../merge/merge_watches.ts'

type Sampled = Pick<ProfileTables, 'pairs' | 'watches' | 'counters'>

/**
 * By tool: the fraction with each context's decided amount split as its outcomes by inclusion probability, minus the
 * fraction with the amounts of its pairs; −1..1, 0 if nothing was decided. Contexts of recordings without such outcomes
 * keep their amounts.
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
