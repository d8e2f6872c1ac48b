/** Two threads at one cache line (Feather): the relation itself is the class. */
import { accessText, timesText } from '../words.ts'
import type { Rule } from '../pair_facts.ts'

const LINE_BYTES = 64

export const sharing: Rule = (facts) => {
  if (facts.relation !== 'SHARED_WITH') return null
  const { object, source, target } = facts
  const bytes = facts.sharing === 'true' ? 'the same bytes' : 'different bytes'
  return {
    class: facts.sharing === 'true' ? 'true-sharing' : 'false-sharing',
    sureness: 'certain',
    evidence: [
      `Two threads accessed ${bytes} of one cache line of ${LINE_BYTES} bytes, at least one of them by a store, ${timesText(facts)}.`,
      `One thread ran ${accessText(source)}, the other ${accessText(target)}.`,
      ...(object === null ? [] : [`The line belongs to ${object}.`]),
    ],
    place: source.place,
  }
}
