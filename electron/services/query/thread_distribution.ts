/** The distribution of a context's waste over the threads of the earlier accesses. */
import { isWasteful, RELATIONS, TOOLS } from '../../../shared/profile/profile.ts'
import type { ThreadAmount } from '../../../shared/rpc/charts.ts'
import type { PairPlace } from '../../../shared/rpc/pairs.ts'
import type { LoadedProfile } from './loaded_profile.ts'
import { nodesWithin } from './pairs/pair_filter.ts'

/** One entry per thread of the profile, in its order. @param place null: the whole program */
export function threadDistribution(loaded: LoadedProfile, place: PairPlace | null): ThreadAmount[] {
  const { threads, threadShares, pairs } = loaded.profile
  const tool = TOOLS.indexOf(loaded.tool)
  const inside = place === null ? null : nodesWithin(loaded, place)
  const amounts = threads.map((): ThreadAmount => ({ waste: 0, traps: 0 }))
  for (let row = 0; row < threadShares.length; row++) {
    const pair = threadShares.pair[row]!
    if (pairs.tool[pair] !== tool || (inside !== null && inside[pairs.source[pair]!] === 0)) continue
    const thread = amounts[threadShares.thread[row]!]!
    thread.traps += threadShares.traps[row]!
    if (isWasteful(RELATIONS[pairs.relation[pair]!]!)) thread.waste += threadShares.amount[row]!
  }
  return amounts
}
