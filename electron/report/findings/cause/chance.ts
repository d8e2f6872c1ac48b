/** Equal values that may be chance: within the tolerance of floating point, or of flags. */
import type { AdviceClass } from '../../../../shared/advice/advice.ts'
import { mostlyRepeats, storesZero, type AccessFacts, type ConclusionDetails, type PairFacts } from '../../../../shared/advice/pair_facts.ts'
import { surenessOf } from '../../../../shared/advice/precision.ts'
import { beginsCount } from '../../../../shared/advice/rules/initialisation.ts'
import { isFlag } from '../../../../shared/advice/rules/results.ts'
import { isOwnWork, type CauseSide } from '../../../../shared/findings/wording/cause_facts.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import type { Tool } from '../../../../shared/run.ts'
import { storedSince } from '../../advice/stored_since.ts'

/** Share of equal values within the tolerance: converged values are equal as often. */
const NEARLY_CONVERGED = 0.8
/** Share of an instruction's stores: below it, the memory must hold the newest value. */
const MOSTLY_UNREAD = 0.5
/** Share of a copy's loads: below it, different data is copied, parts of which recur. */
const LEAST_COPIED = 0.5
/** Classes whose equal values or addresses may be chance. */
const MAY_BE_CHANCE: ReadonlySet<AdviceClass> = new Set<AdviceClass>([
  'unchanged-store',
  'repeated-results',
  'repeated-load',
  'redundant-copy',
  'built-anew',
  'repeated-lookup',
])

export class Tolerance {
  readonly #profile: ProfileTables
  readonly #storedSince: ReturnType<typeof storedSince>
  /** Not known of any load whether its values are new: none is taken for chance. */
  readonly #isCounted: boolean

  constructor(profile: ProfileTables) {
    this.#profile = profile
    this.#storedSince = storedSince(profile)
    this.#isCounted = profile.run.engine === 'exhaustive' && profile.run.tools.includes('dead-stores')
  }

  /** Floating-point values compared within the tolerance that are certainly equal. @param details of the conclusion */
  isEqual(tool: Tool, name: AdviceClass, { inputsWithin }: ConclusionDetails, pair: number, side: CauseSide | null, later: AccessFacts): boolean {
    const { pairs, nodes } = this.#profile
    if (tool === 'redundant-loads') return this.#storedSince !== null && !this.#storedSince(nodes.instruction[pairs.target[pair]!]!)
    return (
      (name === 'recomputation' && inputsWithin === undefined) ||
      name === 'repeated-initialisation' ||
      (tool === 'silent-stores' && storesZero(later)) ||
      (side?.through != null && !isOwnWork(side))
    )
  }

  /**
   * For values equal within the tolerance: loads of recomputed values or, if there are no data on stores, too few of
   * them.
   */
  isChance(tool: Tool, pair: number, wastes: number): boolean {
    if (tool === 'redundant-loads' && (this.#storedSince !== null || this.#isCounted)) return this.isNew(tool, pair)
    return (tool === 'redundant-loads' || tool === 'silent-stores') && wastes < NEARLY_CONVERGED
  }

  /** Of values equal within the tolerance: probably stored anew, near those of before. */
  isNew(tool: Tool, pair: number): boolean {
    const { pairs, nodes } = this.#profile
    return tool !== 'redundant-loads' || (this.#storedSince?.(nodes.instruction[pairs.target[pair]!]!) ?? !this.#isCounted)
  }
}

/** Of the accesses there, or of the instruction that stores a call's result: the call itself stores its return address. @param wastes of the accesses there */
export function repeatedShare(name: AdviceClass, wastes: number, wastedHere: number | null): number {
  return name === 'repeated-call' ? Math.max(wastes, wastedHere ?? 0) : wastes
}

/** Of two values, half are equal by chance; so are many first values of counts. */
export function isFlagByChance(name: AdviceClass, facts: PairFacts): boolean {
  if (mostlyRepeats(facts)) return false
  return (name === 'repeated-results' && isFlag(facts.target)) || (name === 'unchanged-store' && beginsCount(facts.target))
}

/** Each of many small steps changes a sum by less than the tolerance, and all of them together are needed. @param isNear equal within the tolerance only */
export function mayBeSteps({ storesBack }: ConclusionDetails, isNear: boolean): boolean {
  return isNear && storesBack === 'result'
}

/** A later line that adds something small to what another line has stored changes the value all the same. */
export function isNearByChance(name: AdviceClass, { storesBack }: ConclusionDetails, earlier: CauseSide | null, later: CauseSide | null): boolean {
  return storesBack === 'result' || (name === 'repeated-results' && computesFromOthers(earlier, later))
}

/** Two lines that compute from different data, such as the x and y of a symmetric problem, have nearly the same result by chance. */
export function computesFromOthers(earlier: CauseSide | null, later: CauseSide | null): boolean {
  const [first, second] = [namesIn(earlier), namesIn(later)]
  return first !== null && second !== null && (first.size !== second.size || [...first].some((name) => !second.has(name)))
}

/** Names that the right-hand side of an assignment reads, as far as the line has it; null: none is known. */
function namesIn(side: CauseSide | null): Set<string> | null {
  const code = side?.text?.replace(/\/\/.*|\/\*.*?\*\//g, '') ?? ''
  const value = /[^=!<>]=(?!=)(.*)/.exec(code)?.[1]
  const names = value?.match(/[A-Za-z_]\w*/g) ?? []
  return names.length === 0 ? null : new Set(names)
}

/** Loads without a cause come after others: most programs need them. @param wastes of the accesses there */
export function isDoubtful(name: AdviceClass, facts: PairFacts, wastes: number): boolean {
  if (facts.tool !== 'redundant-loads') return isHalf(name, facts)
  return surenessOf(name, 'possible') === 'observed' || isHalf(name, facts) || (name === 'redundant-copy' && wastes < LEAST_COPIED)
}

/** Only some of the accesses there repeat or stay unread: the others are needed, so usually all are. */
function isHalf(name: AdviceClass, facts: PairFacts): boolean {
  if (name === 'unread-result') return (facts.wastedHere() ?? 1) < MOSTLY_UNREAD
  return MAY_BE_CHANCE.has(name) && !mostlyRepeats(facts)
}
