import type { Finding, FindingPlace, Findings } from '../../shared/findings/finding.ts'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import { noteText } from '../format/note_words.ts'
import { toolWords } from '../tools/tools.ts'
import { costOf, findingPlaceText, surenessWords } from './finding_words.ts'

/** A finding as it reads well in an issue; ends with a line break. */
export function findingMarkdown(finding: Finding, findings: Findings, note: PairNote | undefined): string {
  const { title, cause, remedy, sketch, evidence, bound, sureness, tools, places } = finding
  const cost = costOf(finding, findings)
  const noted = noteText(note)
  return [
    `### ${escaped(title)}`,
    '',
    `${cost.text}${cost.interval === '' ? '' : ` (95 % CI ${cost.interval})`} · ${surenessWords[sureness].title} · ${tools.map((tool) => toolWords[tool].name).join(', ')}`,
    '',
    ...places.map((place) => `- ${places.length === 1 ? '' : `${place.role}: `}${placeMarkdown(place)}`),
    '',
    `**Why:** ${escaped(cause)}`,
    '',
    ...evidence.map((sentence) => `- ${escaped(sentence)}`),
    ...(evidence.length === 0 ? [] : ['']),
    `**What to do:** ${escaped(remedy)}`,
    '',
    ...(sketch === null ? [] : [`${fence(sketch)}`, sketch.trimEnd(), fence(sketch), '']),
    ...(bound === null ? [] : [`**Bound:** ${escaped(bound.text)}`, '']),
    ...(noted === '' ? [] : [`**Note:** ${escaped(noted)}`, '']),
  ].join('\n')
}

function placeMarkdown(place: FindingPlace): string {
  const at = place.file === null ? '' : `${findingPlaceText(place)}, `
  return `${at}\`${place.function}\`${place.text === null ? '' : `: ${code(place.text)}`}`
}

/** Names hold what Markdown reads as emphasis or as markup; an underscore within a word is none. */
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
