/** Advice on the pairs of one profile (docs/advice.md). */
import type { Advice, AdviceClass } from '../../../shared/advice/advice.ts'
import { classify } from '../../../shared/advice/classify.ts'
import { largestRows } from '../../../shared/profile/columns/largest_rows.ts'
import { isSought, RELATIONS, type Profile, type ProfileTables } from '../../../shared/profile/profile.ts'
import { FactGatherer } from './gather_facts.ts'

/** Of each tool: smaller pairs are classified only when they are looked at. The machine code of still smaller ones is not kept either. */
const MOST_CLASSIFIED = 1000

export class PairAdvice {
  readonly #profile: Profile
  readonly #gatherer: FactGatherer
  readonly #known = new Map<number, Advice>()
  readonly #classified = new Map<number, Set<number>>()

  constructor(profile: Profile) {
    this.#profile = profile
    this.#gatherer = new FactGatherer(profile)
  }

  /** Null for pairs of use, which need none. @throws RpcError bad-file: the stored disassembly is damaged */
  of(pair: number): Advice | null {
    if (!isSought(RELATIONS[this.#profile.pairs.relation[pair]!]!)) return null
    let advice = this.#known.get(pair)
    if (advice === undefined) this.#known.set(pair, (advice = classify(this.#gatherer.facts(pair))))
    return advice
  }

  /** For tables of many pairs: null also for those that are too small to be looked at unasked. */
  ofLargest(pair: number): Advice | null {
    return this.#largest(this.#profile.pairs.tool[pair]!).has(pair) ? this.of(pair) : null
  }

  /** Of the pair's class, for grouping; 'small' of what is not classified unasked. */
  groupOf(pair: number): AdviceClass | 'small' {
    return this.ofLargest(pair)?.class ?? 'small'
  }

  #largest(tool: number): Set<number> {
    let largest = this.#classified.get(tool)
    if (largest === undefined) {
      const { pairs } = this.#profile
      largest = new Set(largestRows(pairs.amount, MOST_CLASSIFIED, (pair) => pairs.tool[pair] === tool && isSought(RELATIONS[pairs.relation[pair]!]!)))
      this.#classified.set(tool, largest)
    }
    return largest
  }
}

/** Null where only the tables are there, without the disassembly on which advice rests. */
export function pairAdvice(profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>): PairAdvice | null {
  return profile.codeAt === undefined ? null : new PairAdvice(profile as Profile)
}
