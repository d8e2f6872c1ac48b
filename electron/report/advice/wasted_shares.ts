/** What share of an instruction's accesses is wasted, in all of its contexts: whether a value never changes, or only mostly. */
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import { wastesEarlier } from '../../../shared/findings/group_pairs.ts'
import { isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import { forgetWhatWasRead } from '../../../shared/profile/columns/lazy_property.ts'
import type { Tool } from '../../../shared/run.ts'

type Tables = Pick<ProfileTables, 'nodes' | 'instructions' | 'pairs' | 'contextTotals' | 'run'>

export class WastedShares {
  readonly #profile: Tables
  readonly #byTool = new Map<Tool, Float64Array>()

  constructor(profile: Tables) {
    this.#profile = profile
  }

  /**
   * @param instruction row of `instructions` of the access that can be wasted
   * @returns 0..1, of the tool's bytes there; null: fewer than ten observations of a sampled run
   */
  of(tool: Tool, instruction: number): number | null {
    let shares = this.#byTool.get(tool)
    if (shares === undefined) this.#byTool.set(tool, (shares = wastedShares(this.#profile, tool)))
    const share = shares[instruction]
    return share === undefined || Number.isNaN(share) ? null : share
  }
}

/** By row of `instructions`; NaN where too little is known. */
function wastedShares({ nodes, instructions, pairs, contextTotals, run }: Tables, tool: Tool): Float64Array {
  const number = TOOLS.indexOf(tool)
  const isWaste = Uint8Array.from(RELATIONS, (relation) => (isWasteful(relation) ? 1 : 0))
  const side = wastesEarlier(tool) ? pairs.source : pairs.target
  const [wasted, all, observations, counted] = [0, 1, 2, 3].map(() => new Float64Array(instructions.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs.tool[pair] !== number) continue
    const row = nodes.instruction[side[pair]!]!
    if (row < 0) continue
    all[row]! += pairs.amount[pair]!
    observations[row]! += pairs.traps[pair]!
    if (isWaste[pairs.relation[pair]!] === 1) wasted[row]! += pairs.amount[pair]!
  }
  if (contextTotals.length > 0) {
    for (let total = 0; total < contextTotals.length; total++) {
      const row = contextTotals.tool[total] === number ? nodes.instruction[contextTotals.node[total]!]! : -1
      if (row >= 0) counted[row]! += contextTotals.accessed[total]!
    }
    forgetWhatWasRead(contextTotals)
  }
  return wasted.map((amount, row) => {
    const of = Math.max(all[row]!, counted[row]!)
    return of > 0 && (run.engine === 'exhaustive' || observations[row]! >= FEWEST_TRAPS) ? Math.min(1, amount / of) : NaN
  })
}
