/** How sure the cause of a finding is, in the report, the windows, and on paper. */
import type { Sureness } from '../../advice/advice.ts'

export const SURENESS_WORDS: Record<Sureness, { title: string; description: string }> = {
  certain: { title: 'certain', description: 'The cause follows from the measurement' },
  likely: { title: 'likely', description: 'The cause follows from the machine code of both accesses' },
  possible: { title: 'possible', description: 'The machine code allows other causes: check the alternatives' },
  observed: { title: 'observed', description: 'The waste was measured, but its cause is not known: look at both lines' },
}

/** "certain: the cause follows from the measurement" */
export function surenessText(sureness: Sureness): string {
  const { title, description } = SURENESS_WORDS[sureness]
  return `${title}: ${description.charAt(0).toLowerCase()}${description.slice(1)}`
}
