/** Advice as lines of a report. */
import type { Advice, AdvicePlace } from '../../../shared/advice/advice.ts'
import { baseName } from '../../../shared/profile/frames.ts'
import { wrap } from '../format.ts'

/** "repeated initialisation, certain, at init_row solver.c:118" */
export function adviceTitle({ title, sureness, place }: Advice): string {
  return [title, ...(sureness === null ? [] : [sureness]), ...(place === null ? [] : [`at ${placeName(place)}`])].join(', ')
}

/** The class with its remedy, then what it rests on; of the unclassified the class alone. @param label stands before the first line */
export function adviceLines(advice: Advice, label: string, width: number): string[] {
  const said = advice.class === 'unclassified' ? [advice.title] : [`${adviceTitle(advice)}. ${advice.remedy}`, ...advice.evidence]
  return said.flatMap((sentence) => wrap(sentence, width - label.length, '')).map((line, i) => `${i === 0 ? label : ' '.repeat(label.length)}${line}`)
}

function placeName({ function: name, file, fileName, line }: AdvicePlace): string {
  return file === null ? name : `${name} ${fileName ?? baseName(file)}${line === null ? '' : `:${line}`}`
}
