/**
 * Whether an opportunity for specialisation in one run exists in another, e.g. with other input: many values are
 * constants of a run and not of the program (Calder, Feller and Eustace, section 5.1).
 */
import type { ComparedProfile } from '../../../shared/metrics/values/compare_values.ts'
import type { ValueProfile } from '../../../shared/metrics/values/invariance.ts'
import type { ComparedAdvice } from '../../../shared/values.ts'
import { percentText } from '../format.ts'
import { LEAST_INVARIANCE, literalOf, valueAdvice } from './advice.ts'
import { valueSite } from './sites.ts'

interface Compared extends Omit<ComparedProfile, 'profile'> {
  profile: ValueProfile
}

/** @param first the run with the advice */
export function comparedAdvice(first: Compared, second: Compared): ComparedAdvice[] {
  const partners = new Map(Array.from(second.tables, (table) => [second.key(table), table]))
  return valueAdvice(first.profile, first.columns).map((advice) => {
    const partner = partners.get(first.key(advice.site.site))
    const there = partner === undefined ? null : valueSite(second.profile, second.columns, partner, 1)
    const [commonest] = there?.values ?? []
    if (!there || there.inv1 === null || !commonest) return { advice, verdict: 'not-executed', second: null, text: 'The second run does not come there.' }
    const { executions, inv1 } = there
    const [here, other] = [literalOf(advice.site.values[0]!), literalOf(commonest)]
    const share = percentText(inv1)
    if (inv1 < LEAST_INVARIANCE)
      return {
        advice,
        verdict: 'varies',
        second: { executions, inv1, commonest },
        text: `In the second run it varies: ${other} is the commonest value, ${share}.`,
      }
    if (here === other) return { advice, verdict: 'holds', second: { executions, inv1, commonest }, text: `In the second run too: ${share}.` }
    return {
      advice,
      verdict: 'other-value',
      second: { executions, inv1, commonest },
      text: `In the second run it is ${other}, ${share}: a constant of the run, to be fixed when the program starts and not in its source.`,
    }
  })
}
