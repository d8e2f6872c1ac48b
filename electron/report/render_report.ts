/** The output of `hagstone report`: one profile, one view, one format. */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { indentedJson } from './formats/indented_json.ts'
import { findingsOf, largestFindings, MOST_FINDINGS } from './findings/findings.ts'
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
import { MOST_KEPT } from './kept/kept_report.ts'
import { reportText, type TextOptions } from './text/report_text.ts'
import { writtenReport } from './report.ts'
import { textPieces } from './text/text_pieces.ts'

export interface RenderOptions extends TextOptions {
  format: 'text' | 'json' | 'csv'
  /** Called with each pair of the JSON report or the CSV of pairs. */
  wrotePair?: () => void
}

/** Whether the kept report of a large profile has everything requested. */
export function isKept({ view, format, top }: Pick<RenderOptions, 'view' | 'format' | 'top'>): boolean {
  if (format === 'json' || view === 'pairs') return top <= MOST_KEPT
  return view === 'findings'
}

/** Ends with a newline. JSON is the whole report for every view; the tree has no CSV, so it prints the flat table. */
export function* reportPieces(profile: ProfileTables, { format, wrotePair, ...options }: RenderOptions): Generator<string> {
  if (format === 'json') {
    const { top, reuse = {}, findings = {}, kept } = options
    const report = writtenReport(profile, { top, reuse, functions: true, findings, ...(kept === undefined ? {} : { kept }) })
    yield* indentedJson({ ...report, pairs: counting(report.pairs, wrotePair) })
    yield '\n'
  } else if (format === 'text') {
    yield reportText(profile, options)
  } else {
    yield* csvPieces(profile, options, wrotePair)
  }
}

function csvPieces(profile: ProfileTables, { view, top, reuse = {}, findings = {}, kept }: TextOptions, wrotePair?: () => void): Iterable<string> {
  const most = Math.min(top, MOST_FINDINGS)
  if (view === 'findings') return [findingsCsv(kept?.findings ? largestFindings(kept.findings, most) : findingsOf(profile, { top: most, ...findings }))]
  if (view === 'pairs') return textPieces(counting(pairsCsvLines(profile, { top, findings, kept }), wrotePair, 1))
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

/**
 * @param wrote called once the next element is asked for
 * @param uncounted elements at the beginning
 */
export function* counting<T>(elements: Iterable<T>, wrote: () => void = () => {}, uncounted = 0): Generator<T> {
  let left = uncounted
  for (const element of elements) {
    yield element
    if (left > 0) left--
    else wrote()
  }
}
