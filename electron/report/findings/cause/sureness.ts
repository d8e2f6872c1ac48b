/** How sure a finding's cause is, before what the finding must show (shared/advice/claims.ts). */
import type { AdviceClass, Sureness } from '../../../../shared/advice/advice.ts'
import { arrayOf } from '../../../../shared/findings/expressions.ts'
import { climbs, type CauseSide } from '../../../../shared/findings/wording/cause_facts.ts'
import type { StoreFacts } from './stores.ts'

interface Concluded {
  class: AdviceClass
  /** By the rule. */
  concluded: Sureness
  data: string | null
  earlier: CauseSide | null
  later: CauseSide | null
  samePlace: boolean
  /** Floating-point values that are equal within the tolerance. */
  isApproximate: boolean
  /** Expressions that the loop around the later access stores to. */
  storedInLoop: () => readonly string[]
}

/** Where the source lines show more than the machine code, the rule's conclusion is a possibility. */
export function surenessByLines({ class: name, concluded, data, earlier, later, samePlace, isApproximate, storedInLoop }: Concluded): Sureness {
  // An element, where the loop stores to others.
  if (name === 'loop-invariant-load' && data !== null && data !== arrayOf(data) && storedInLoop().some((stored) => isOtherElement(stored, data)))
    return 'possible'
  // A climb to a node with a flag asks the same for many nodes, so the answer can be kept in each.
  if (name === 'chained-lookup' && climbs({ data })) return 'possible'
  if (name === 'repeated-results' && !samePlace && !isApproximate && computesTwice(earlier, later)) return 'possible'
  return concluded
}

/**
 * @param byLines by the rule and the source lines
 * @param isDoubted the kernel may read the data, or most containers may get only one element
 */
export function surenessOfCause(byLines: Sureness, { filledByCompiler, isMeasured, endsText, readElsewhere }: StoreFacts, isDoubted: boolean): Sureness {
  // No correct program reads what the compiler fills in.
  if (filledByCompiler) return 'likely'
  // Readers of a text need its end.
  if (endsText) return 'observed'
  if (isMeasured) return readElsewhere ? 'possible' : 'likely'
  return isDoubted ? 'observed' : byLines
}

function isOtherElement(stored: string, data: string): boolean {
  return stored !== data && arrayOf(stored) === arrayOf(data)
}

/** Both lines have the same text, which computes something, or calls a function that does. */
function computesTwice(earlier: CauseSide | null, later: CauseSide | null): boolean {
  if (earlier?.text == null || later?.text == null || earlier.through !== null || later.through !== null) return false
  const [one, other] = [earlier.text, later.text].map((text) => text.replace(/\/\*.*?\*\/|\/\/.*$/g, '').trim())
  const [, computed] = /[^=!<>]=(?!=)(.+)/.exec(one!) ?? []
  return one === other && computed !== undefined && /\w\s*[-+*/(]\s*[\w(&*]/.test(computed)
}
