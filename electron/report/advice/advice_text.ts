/** Advice as lines of a report. */
import type { Advice, AdvicePlace } from '../../../shared/advice/advice.ts'
import { LEFT_OUT_OF_FINDINGS, type PairFinding } from '../../../shared/findings/finding.ts'
import type { PairReport } from '../../../shared/report.ts'
import { baseName } from '../../../shared/profile/frames.ts'
import { wrap } from '../format.ts'

/** "repeated initialisation, certain, at init_row solver.c:118" */
export function adviceTitle({ title, sureness, place }: Advice): string {
  return [title, sureness, ...(place === null ? [] : [`at ${placeName(place)}`])].join(', ')
}

/** The class with its remedy, then its evidence. @param label precedes the first line */
function adviceLines(advice: Advice, label: string, width: number): string[] {
  const said = [[`${adviceTitle(advice)}.`, advice.cause ?? [], advice.remedy ?? []].flat().join(' '), ...advice.evidence]
  return linesOf(said, label, width)
}

/** The pair's finding, or why it has none, if known; else the advice on the pair alone. */
export function adviceOnPair({ advice, finding }: Pick<PairReport, 'advice' | 'finding'>, label: string, width: number): string[] {
  if (finding == null) return advice == null ? [] : adviceLines(advice, label, width)
  return linesOf([pairFindingText(finding)], label, width)
}

/** "Finding 3, likely: fill() overwrites what init() has stored. Remove the initialization." */
export function pairFindingText(finding: PairFinding): string {
  if (finding.kind === 'left-out') return `${LEFT_OUT_OF_FINDINGS} ${finding.text}.`
  const { title, sureness, cause, remedy } = finding.finding
  // The cause names the first thing to check.
  return [`Finding ${finding.rank}, ${sureness}: ${title}.`, ...(remedy.startsWith('If so: ') ? [cause] : []), remedy].join(' ')
}

function linesOf(sentences: readonly string[], label: string, width: number): string[] {
  return sentences.flatMap((sentence) => wrap(sentence, width - label.length, '')).map((line, i) => `${i === 0 ? label : ' '.repeat(label.length)}${line}`)
}

function placeName({ function: name, file, fileName, line }: AdvicePlace): string {
  return file === null ? name : `${name} ${fileName ?? baseName(file)}${line === null ? '' : `:${line}`}`
}
