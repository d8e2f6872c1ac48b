import type { Finding, FindingPlace, Findings } from '../../shared/findings/finding.ts'
import { sortedEvidence } from '../../shared/findings/evidence.ts'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import { noteText } from '../format/note_words.ts'
import { toolWords } from '../tools/tools.ts'
import { sureSentence } from '../../shared/findings/wording/sureness_words.ts'
import { costOf, findingPlaceText } from './finding_words.ts'

/** A finding as it reads well in an issue; ends with a line break. */
export function findingMarkdown(finding: Finding, findings: Findings, note: PairNote | undefined): string {
  const { title, cause, remedy, sketch, evidence, bound, tools, places } = finding
  const { source: seen, machineCode } = sortedEvidence(evidence)
  const cost = costOf(finding, findings)
  const noted = noteText(note)
  return [
    `### ${escaped(title)}`,
    '',
    `${cost.text}${cost.interval === '' ? '' : ` (95 % CI ${cost.interval})`} · ${tools.map((tool) => toolWords[tool].name).join(', ')}`,
    '',
    sureSentence(finding),
    '',
    ...places.map((place) => `- ${places.length === 1 ? '' : `${place.role}: `}${placeMarkdown(place)}`),
    '',
    `**What is wrong:** ${escaped(cause)}`,
    '',
    `**What to do:** ${escaped(remedy)}`,
    '',
    ...(sketch === null ? [] : [`${fence(sketch)}`, sketch.trimEnd(), fence(sketch), '']),
    ...(bound === null ? [] : [`**What it may save:** ${escaped(bound.text)}`, '']),
    ...listed('What was measured', seen),
    ...listed('Machine code', machineCode),
    ...(noted === '' ? [] : [`**Note:** ${escaped(noted)}`, '']),
  ].join('\n')
}

function listed(title: string, sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : [`**${title}:**`, '', ...sentences.map((sentence) => `- ${escaped(sentence)}`), '']
}

function placeMarkdown(place: FindingPlace): string {
  const at = place.file === null ? '' : `${findingPlaceText(place)}, `
  return `${at}\`${place.function}\`${place.text === null ? '' : `: ${code(place.text)}`}`
}

/** Names contain characters that Markdown reads as emphasis or markup; an underscore within a word is none. */
function escaped(text: string): string {
  return text.replaceAll(/[\\*`<]|(?<!\w)_|_(?!\w)/g, String.raw`\$&`)
}

/** Longer than every run of backticks within. */
function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${text}${space}${ticks}`
}

function fence(text: string): string {
  return '`'.repeat(Math.max(3, longestRun(text) + 1))
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
