/** Groups of pairs of one cause with their cost: made, ordered, joined, and reduced. */
import type { ChargedPlaces } from '../../../shared/findings/charged_places.ts'
import { orient, type PairGroup, type WastedAmount } from '../../../shared/findings/group_pairs.ts'
import type { WasteCost, WasteCosts } from '../../../shared/findings/waste_cost.ts'
import { TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'

export interface CostedGroup extends PairGroup {
  costs: Map<Tool, WasteCost>
  /** Cost of the tool with the largest share of the run. */
  cost: WasteCost
  costedTool: Tool
}

export function costedGroup(group: PairGroup, { pairs }: ProfileTables, costs: WasteCosts): CostedGroup {
  const byTool = new Map(
    [...group.tools.keys()].map((tool) => [
      tool,
      costs.of(tool, group.tools.size === 1 ? group.pairs : group.pairs.filter((pair) => TOOLS[pairs.tool[pair]!] === tool)),
    ]),
  )
  const [costedTool, cost] = [...byTool].reduce((best, each) => ((each[1].share ?? 0) > (best[1].share ?? 0) ? each : best))
  return { ...group, costs: byTool, cost, costedTool }
}

/** By the lower bound of the stakes, so that a few observations lead no list. */
export function byRank(a: CostedGroup, b: CostedGroup): number {
  return (b.cost.interval?.[0] ?? rank(b)) - (a.cost.interval?.[0] ?? rank(a)) || rank(b) - rank(a) || b.share - a.share
}

export function rank({ cost, share }: CostedGroup): number {
  return cost.share ?? share
}

/** Joins several groups into one with the places of the heaviest. */
export function joined(groups: readonly CostedGroup[], profile: ProfileTables, places: ChargedPlaces, totals: Float64Array, costs: WasteCosts): CostedGroup {
  const [first] = [...groups].sort(byRank)
  const tools: PairGroup['tools'] = new Map()
  for (const group of groups) {
    for (const [tool, { amount, observations, heaviest }] of group.tools) {
      const known = tools.get(tool)
      if (known === undefined) tools.set(tool, { amount, observations, heaviest: first!.tools.get(tool)?.heaviest ?? heaviest })
      else {
        known.amount += amount
        known.observations += observations
      }
    }
  }
  const group: PairGroup = { ...first!, tools, pairs: groups.flatMap(({ pairs }) => pairs) }
  orient(group, profile.pairs, places.place, totals)
  return costedGroup(group, profile, costs)
}

/** The group without some of its pairs, of which others remain. */
export function withoutPairs(
  group: CostedGroup,
  left: ReadonlySet<number>,
  profile: ProfileTables,
  places: ChargedPlaces,
  wasted: WastedAmount,
  totals: Float64Array,
  costs: WasteCosts,
): CostedGroup {
  const { tool: toolOf, traps } = profile.pairs
  const tools: PairGroup['tools'] = new Map()
  const rest = group.pairs.filter((pair) => !left.has(pair))
  for (const pair of rest) {
    const tool = TOOLS[toolOf[pair]!]!
    const known = tools.get(tool)
    if (known === undefined) tools.set(tool, { amount: wasted(pair), observations: traps[pair]!, heaviest: pair })
    else {
      known.amount += wasted(pair)
      known.observations += traps[pair]!
      if (wasted(pair) > wasted(known.heaviest)) known.heaviest = pair
    }
  }
  const reduced: PairGroup = { ...group, tools, pairs: rest }
  orient(reduced, profile.pairs, places.place, totals)
  return costedGroup(reduced, profile, costs)
}
