/** What `hagstone report` prints: one profile, one view, one format. */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { indentedJson } from './formats/indented_json.ts'
import { findingsOf, MOST_FINDINGS } from './findings/findings.ts'
import {
  findingsCsv,
  flatCsv,
  objectsCsv,
  pairsCsvLines,
  ranksCsv,
  regionsCsv,
  reuseCsv,
  runCostCsv,
  statisticsCsv,
  threadsCsv,
  valuesCsv,
} from './formats/report_csv.ts'
import { reportText, type TextOptions } from './text/report_text.ts'
import { writtenReport } from './report.ts'
import { textPieces } from './text/text_pieces.ts'

export interface RenderOptions extends TextOptions {
  format: 'text' | 'json' | 'csv'
}

/** Of each tool, in JSON without a limit of its own, as in exported pages. Pairs of C++ programs take up to 15 kB each, so that three tools stay near 10 MB. */
export const MOST_PAIRS_OF_JSON = 200

/** Ends with a newline. JSON is the whole report whatever the view; the tree has no CSV, so it prints the flat table. */
export function* reportPieces(profile: ProfileTables, { format, ...options }: RenderOptions): Generator<string> {
  if (format === 'json') {
    const { top, reuse = {}, findings = {} } = options
    yield* indentedJson(writtenReport(profile, { top, reuse, functions: true, findings }))
    yield '\n'
  } else if (format === 'text') {
    yield reportText(profile, options)
  } else {
    yield* csvPieces(profile, options)
  }
}

function csvPieces(profile: ProfileTables, { view, top, reuse = {}, findings = {} }: TextOptions): Iterable<string> {
  if (view === 'findings') return [findingsCsv(findingsOf(profile, { top: Math.min(top, MOST_FINDINGS), ...findings }))]
  if (view === 'pairs') return textPieces(pairsCsvLines(profile, top))
  const tables = {
    tree: flatCsv,
    flat: flatCsv,
    'cpu-time': runCostCsv,
    reuse: () => reuseCsv(profile, reuse, top),
    values: valuesCsv,
    objects: objectsCsv,
    regions: regionsCsv,
    ranks: ranksCsv,
    threads: threadsCsv,
    stats: statisticsCsv,
  }
  return [tables[view](profile, top)]
}
