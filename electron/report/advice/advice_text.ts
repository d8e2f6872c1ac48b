/** Advice as lines of a report. */
import type { Advice } from '../../../shared/advice/advice.ts'
import { placeText } from '../../../shared/profile/frames.ts'
import { wrap } from '../format.ts'

/** "repeated initialisation, certain, at init_row solver.c:118" */
export function adviceTitle({ title, sureness, place }: Advice): string {
  return [title, ...(sureness === null ? [] : [sureness]), ...(place === null ? [] : [`at ${placeText(place.function, place.file, place.line)}`])].join(', ')
}

/** The class with its remedy, then what it rests on; of the unclassified the class alone. @param label stands before the first line */
export function adviceLines(advice: Advice, label: string, width: number): string[] {
  const said = advice.class === 'unclassified' ? [advice.title] : [`${adviceTitle(advice)}. ${advice.remedy}`, ...advice.evidence]
  return said.flatMap((sentence) => wrap(sentence, width - label.length, '')).map((line, i) => `${i === 0 ? label : ' '.repeat(label.length)}${line}`)
}
