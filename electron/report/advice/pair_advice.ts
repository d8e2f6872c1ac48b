/** Advice on the pairs of one profile (docs/advice.md). */
import type { Advice, AdviceClass } from '../../../shared/advice/advice.ts'
import { classify } from '../../../shared/advice/classify.ts'
import { hasFindings } from '../../../shared/findings/tool_findings.ts'
import { largestRows } from '../../../shared/profile/columns/largest_rows.ts'
import { isSought, RELATIONS, TOOLS, type Profile, type ProfileTables } from '../../../shared/profile/profile.ts'
import { FactGatherer } from './gather_facts.ts'

/**
 * For each tool: smaller pairs are classified only on request. The machine code of still smaller ones is not kept
 * either.
 */
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

  /** Null for useful pairs, which need none, and for tools that have no findings. @throws RpcError bad-file: the stored disassembly is damaged */
  of(pair: number): Advice | null {
    const { relation, tool } = this.#profile.pairs
    if (!isSought(RELATIONS[relation[pair]!]!) || !hasFindings(TOOLS[tool[pair]!]!)) return null
    let advice = this.#known.get(pair)
    if (advice === undefined) this.#known.set(pair, (advice = classify(this.#gatherer.facts(pair))))
    return advice
  }

  /** For tables of many pairs: null also for those too small to be classified without a request. */
  ofLargest(pair: number): Advice | null {
    return this.#largest(this.#profile.pairs.tool[pair]!).has(pair) ? this.of(pair) : null
  }

  /** The pair's class, for grouping; 'small' if it is not classified without a request. */
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

/** Null if only the tables exist, without the disassembly that advice needs. */
export function pairAdvice(profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>): PairAdvice | null {
  return profile.codeAt === undefined ? null : new PairAdvice(profile as Profile)
}
