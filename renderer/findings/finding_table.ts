/** Findings as a table for CSV: a row each, with its rank among all of them. */
import type { Finding, Findings } from '../../shared/findings/finding.ts'
import { wholeOf } from '../../shared/names/cost_names.ts'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import type { Rows } from '../../shared/tables/table_text.ts'
import { noteText } from '../format/note_words.ts'
import { toolWords } from '../tools/tools.ts'
import { findingPlaceText } from './finding_words.ts'

/** Shares are 0..1; the ends of the interval are empty where the share is exact. */
export function findingTable(shown: readonly Finding[], answer: Findings, notes: Readonly<Record<string, PairNote>>): Rows {
  const titles = [
    'rank',
    'finding',
    'tools',
    `share of ${wholeOf(answer)} at most`,
    'interval from',
    'interval to',
    'sureness',
    'places',
    'observations',
    'what to do',
    'note',
  ]
  return [
    titles,
    ...shown.map((finding) => [
      answer.findings.indexOf(finding) + 1,
      finding.title,
      finding.tools.map((tool) => toolWords[tool].name).join(', '),
      finding.shareOfRun,
      finding.interval?.[0] ?? null,
      finding.interval?.[1] ?? null,
      finding.sureness,
      finding.places.map(findingPlaceText).join(', '),
      finding.observations,
      finding.remedy,
      noteText(notes[finding.id]),
    ]),
  ]
}
