/** Pairs of one cause with their cost. */
import type { PairGroup } from '../../../shared/findings/group_pairs.ts'
import type { WasteCost } from '../../../shared/findings/waste_cost.ts'
import type { Tool } from '../../../shared/run.ts'

export interface CostedGroup extends PairGroup {
  costs: Map<Tool, WasteCost>
  /** Cost of the tool with the largest share of the run. */
  cost: WasteCost
}
