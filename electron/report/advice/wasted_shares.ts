/**
 * The wasted share of an instruction's accesses, over all its contexts: whether a value never changes, or only mostly.
 */
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import { wastesEarlier } from '../../../shared/findings/tool_findings.ts'
import { isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import { forgetWhatWasRead } from '../../../shared/profile/columns/lazy_property.ts'
import type { Tool } from '../../../shared/run.ts'

type Tables = Pick<ProfileTables, 'nodes' | 'instructions' | 'pairs' | 'contextTotals' | 'run'>

/** Findings and advice need the same shares: each is a pass over all pairs, millions for a compiler. */
const known = new WeakMap<Tables['pairs'], Map<Tool, Float64Array>>()

export class WastedShares {
  readonly #profile: Tables
  readonly #byTool: Map<Tool, Float64Array>

  constructor(profile: Tables) {
    this.#profile = profile
    this.#byTool = known.get(profile.pairs) ?? new Map()
    known.set(profile.pairs, this.#byTool)
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
  // Each column is looked up once: a getter would look it up again each time.
  const { tool: toolOf, relation, amount, traps } = pairs
  const { instruction } = nodes
  for (let pair = 0; pair < pairs.length; pair++) {
    if (toolOf[pair] !== number) continue
    const row = instruction[side[pair]!]!
    if (row < 0) continue
    all[row]! += amount[pair]!
    observations[row]! += traps[pair]!
    if (isWaste[relation[pair]!] === 1) wasted[row]! += amount[pair]!
  }
  if (contextTotals.length > 0) {
    const { tool: toolOfTotal, node, accessed } = contextTotals
    for (let total = 0; total < contextTotals.length; total++) {
      const row = toolOfTotal[total] === number ? instruction[node[total]!]! : -1
      if (row >= 0) counted[row]! += accessed[total]!
    }
    forgetWhatWasRead(contextTotals)
  }
  return wasted.map((amount, row) => {
    const of = Math.max(all[row]!, counted[row]!)
    return of > 0 && (run.engine === 'exhaustive' || observations[row]! >= FEWEST_TRAPS) ? Math.min(1, amount / of) : NaN
  })
}
