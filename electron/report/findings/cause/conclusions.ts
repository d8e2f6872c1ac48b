/** What the advice rules conclude of a group of pairs: the majority of its heaviest ones. */
import type { AdviceClass, AdvicePlace, Sureness } from '../../../../shared/advice/advice.ts'
import { firstConclusion } from '../../../../shared/advice/classify.ts'
import type { Conclusion, ConclusionDetails, PairFacts } from '../../../../shared/advice/pair_facts.ts'
import { concludedSureness } from '../../../../shared/advice/precision.ts'
import { requiredAccess } from '../../../../shared/advice/rules/required.ts'
import { reuseOutOfCache } from '../../../../shared/advice/rules/reuse.ts'
import { scopeLines } from '../../../../shared/advice/words.ts'
import type { ChargedPlaces } from '../../../../shared/findings/charged_places.ts'
import type { WastedAmount } from '../../../../shared/findings/group_pairs.ts'
import { findingsOfTool, judgesStores, wastesEarlier } from '../../../../shared/findings/tool_findings.ts'
import { PairInterner } from '../../../../shared/profile/pair_interner.ts'
import { TOOLS, type ProfileTables } from '../../../../shared/profile/profile.ts'
import type { Tool } from '../../../../shared/run.ts'
import type { FactGatherer } from '../../advice/gather_facts.ts'
import type { CostedGroup } from '../costed_group.ts'
import { elected, type Vote } from '../election.ts'
import type { Lookups } from './lookups.ts'

/** Rules read this many of a group's pairs with different instructions, largest share first. */
const LOOKED_AT = 3

/** Their remedies change the code of the access. */
const CHANGES_CODE: ReadonlySet<AdviceClass> = new Set<AdviceClass>([
  'stencil-reload',
  'loop-invariant-load',
  'aliased-reload',
  'spill-and-reload',
  'memory-accumulator',
  'table-lookup',
  'interpreted-operation',
  'call-invariant-load',
  'recomputation',
  'unread-stack-store',
  'update-without-effect',
])
/**
 * A pair that strides over cache lines makes the other accesses to its line miss, and a zero factor makes the rest of
 * its product needless.
 */
const DECISIVE: readonly AdviceClass[] = ['poor-loop-order', 'zeros-dominate']

export interface GroupConclusion {
  /** The heaviest that the class was concluded of. */
  pair: number
  facts: PairFacts
  class: AdviceClass
  sureness: Sureness
  evidence: string[]
  place: AdvicePlace | null
  siblingCalls: PairFacts['siblingCalls']
  details: ConclusionDetails
}

export class Conclusions {
  readonly #profile: ProfileTables
  readonly #places: ChargedPlaces
  readonly #lookups: Lookups
  readonly #gatherer: FactGatherer
  readonly #wasted: WastedAmount
  /** Of the group that was asked for last. */
  #looked: { group: CostedGroup; pairs: ReadonlyArray<{ pair: number; facts: PairFacts }> } | null = null

  constructor(profile: ProfileTables, places: ChargedPlaces, lookups: Lookups, gatherer: FactGatherer, wasted: WastedAmount) {
    this.#profile = profile
    this.#places = places
    this.#lookups = lookups
    this.#gatherer = gatherer
    this.#wasted = wasted
  }

  /** The majority of the heaviest pairs, by amount. */
  of(group: CostedGroup, tool: Tool, heaviest: number): GroupConclusion {
    const facts = this.#factsOf(group, tool, heaviest)
    const looked = this.#lookedAt(group, tool).map(({ pair, facts: known }) => {
      const own = this.#lookups.haveDifferentKeys(known.siblingCalls) ? { ...known, siblingCalls: null } : known
      return { pair, facts: known, siblingCalls: own.siblingCalls, conclusion: this.#applicable(tool, pair, concludedOf(own)) }
    })
    const votes = new Map<AdviceClass | null, Vote>()
    for (const { pair, conclusion } of looked) {
      const name = conclusion?.class ?? null
      const vote = votes.get(name) ?? {
        name,
        sureness: conclusion === null ? 'observed' : concludedSureness(conclusion.class, conclusion.sureness),
        amount: 0,
        observations: 0,
      }
      votes.set(name, { ...vote, amount: vote.amount + this.#wasted(pair), observations: vote.observations + this.#profile.pairs.traps[pair]! })
    }
    const ranked = [...votes.values()].sort((a, b) => b.amount - a.amount)
    const winner = DECISIVE.find((name) => votes.has(name)) ?? elected(ranked)
    const decisive = looked.find((each) => (each.conclusion?.class ?? null) === winner)
    const conclusion = decisive?.conclusion ?? null
    const siblingCalls = decisive?.siblingCalls ?? null
    if (conclusion === null) {
      const compares = this.#lookups.comparesInLoop(tool, heaviest)
      const name = compares ?? findingsOfTool(tool).withoutRule
      return {
        pair: heaviest,
        facts,
        class: name,
        sureness: 'possible',
        evidence: scopeLines(facts),
        place: null,
        siblingCalls,
        details: compares === 'chained-lookup' ? { chain: 'links' } : {},
      }
    }
    const { class: name, sureness, evidence, place = null, ...details } = conclusion
    return {
      pair: decisive!.pair,
      facts: decisive!.facts,
      class: name,
      sureness:
        name === 'repeated-lookup' && sureness === 'possible' && !this.#lookups.haveSameKey(siblingCalls) ? 'observed' : concludedSureness(name, sureness),
      evidence,
      place,
      siblingCalls,
      details,
    }
  }

  /**
   * Pairs of the group that must happen, if others of it need not: one call of memset() stores the same bytes twice, and the next call
   * stores them again. Of loads, what a library needs says that the others there are its own work, too.
   */
  requiredAmong(group: CostedGroup): number[] {
    const [tool] = [...group.tools.keys()]
    if (!judgesStores(tool!)) return []
    const looked = this.#lookedAt(group, tool!).map(({ pair, facts }) => ({ pair, isRequired: requiredAccess(facts) !== null }))
    if (looked.every(({ isRequired }) => isRequired) || !looked.some(({ isRequired }) => isRequired)) return []
    const { tool: toolOf, source, target } = this.#profile.pairs
    const { instruction } = this.#profile.nodes
    const keyOf = (pair: number): string => `${toolOf[pair]}|${instruction[source[pair]!]}|${instruction[target[pair]!]}`
    const required = new Set(looked.filter(({ isRequired }) => isRequired).map(({ pair }) => keyOf(pair)))
    return group.pairs.filter((pair) => required.has(keyOf(pair)))
  }

  /** Users cannot change a library's code, so its loops and variables are not named. */
  #applicable(tool: Tool, pair: number, conclusion: Conclusion | null): Conclusion | null {
    const { source, target } = this.#profile.pairs
    const node = wastesEarlier(tool) ? source[pair]! : target[pair]!
    return conclusion !== null && CHANGES_CODE.has(conclusion.class) && this.#places.inLibrary[node] === 1 ? null : conclusion
  }

  #factsOf(group: CostedGroup, tool: Tool, pair: number): PairFacts {
    return this.#lookedAt(group, tool).find((looked) => looked.pair === pair)?.facts ?? this.#gatherer.facts(pair)
  }

  /** The largest of the tool, of different instructions. */
  #lookedAt(group: CostedGroup, tool: Tool): ReadonlyArray<{ pair: number; facts: PairFacts }> {
    if (this.#looked?.group !== group)
      this.#looked = { group, pairs: this.#distinctPairs(group, tool).map((pair) => ({ pair, facts: this.#gatherer.facts(pair) })) }
    return this.#looked.pairs
  }

  #distinctPairs({ pairs: rows }: CostedGroup, tool: Tool): number[] {
    // Each column is looked up once: a profile checks on each access whether it was read.
    const { tool: toolOf, source, target } = this.#profile.pairs
    const { instruction } = this.#profile.nodes
    const number = TOOLS.indexOf(tool)
    const instructions = new PairInterner()
    const largest: number[] = []
    for (const pair of rows) {
      if (toolOf[pair] !== number) continue
      const at = instructions.intern(instruction[source[pair]!]!, instruction[target[pair]!]!)
      if (at === largest.length || this.#wasted(pair) > this.#wasted(largest[at]!)) largest[at] = pair
    }
    return largest.sort((a, b) => this.#wasted(b) - this.#wasted(a)).slice(0, LOOKED_AT)
  }
}

/** Reuses are grouped by those that miss the caches, which need not be the majority of a pair's. */
function concludedOf(facts: PairFacts): Conclusion | null {
  return firstConclusion(facts) ?? (facts.tool === 'reuse-distance' ? reuseOutOfCache(facts) : null)
}
