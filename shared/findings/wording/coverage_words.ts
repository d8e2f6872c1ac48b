import { listText } from '../../names/list_text.ts'
import type { Coverage } from '../finding.ts'

/** How much of the waste the findings cover, as a sentence: "86 % is in findings with a remedy, 9 % counts as needed or is in the code of others". */
export function coverageText({ withRemedy, unavoidable, unexplained, small }: Coverage): string {
  const parts = [
    [withRemedy, 'is in findings with a remedy'],
    [unavoidable, 'counts as needed or is in the code of others'],
    [unexplained, 'has no known cause'],
    [small, 'is in smaller findings'],
  ] as const
  const told = parts.flatMap(([share, what]) => (share >= 0.005 ? [`${Math.round(100 * share)} % ${what}`] : []))
  return `Of the wasted time, ${listText(told)}.`
}
