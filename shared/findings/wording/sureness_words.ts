/** How sure the cause of a finding is, in the report, the windows, and on paper. */
import type { Sureness } from '../../advice/advice.ts'
import { counted } from '../../names/counted.ts'
import type { Finding } from '../finding.ts'
import { capitalized } from '../../names/capitalized.ts'

export const SURENESS_WORDS: Record<Sureness, { title: string; description: string }> = {
  certain: { title: 'certain', description: 'The cause follows from the measurement' },
  likely: { title: 'likely', description: 'The cause follows from the machine code of both accesses' },
  possible: { title: 'possible', description: 'The machine code allows other causes: check the alternatives' },
  observed: { title: 'observed', description: 'The waste was measured, but its cause is not known: look at both accesses' },
}

/** "certain: the cause follows from the measurement" */
function surenessText(sureness: Sureness): string {
  const { title, description } = SURENESS_WORDS[sureness]
  return `${title}: ${description.charAt(0).toLowerCase()}${description.slice(1)}`
}

/** How sure the cause is; of few observations, that nothing is. The cost has its own words: it may be an upper bound of a sure cause. */
export function sureText({ sureness, fewObservations, observations }: Pick<Finding, 'sureness' | 'fewObservations' | 'observations'>): string {
  return fewObservations ? `only ${counted(observations, 'observation')}: not reliable` : surenessText(sureness)
}

/** The same as a sentence of its own, to be on a line apart from the cost. */
export function sureSentence(finding: Pick<Finding, 'sureness' | 'fewObservations' | 'observations'>): string {
  return `${capitalized(sureText(finding))}.`
}
