/** What `hagstone report` prints: one profile, one view, one format. */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { flatCsv, pairsCsv, statisticsCsv, threadsCsv } from './report_csv.ts'
import { reportText, type ReportView } from './report_text.ts'
import { buildReport } from './report.ts'

export interface RenderOptions {
  view: ReportView
  format: 'text' | 'json' | 'csv'
  /** At most so many pairs or functions; Infinity for all. */
  top: number
  /** Columns of the terminal; text only. */
  width: number
}

/** Ends with a newline. JSON is the whole report whatever the view; the tree has no CSV, so it prints the flat table. */
export function renderReport(profile: ProfileTables, { view, format, top, width }: RenderOptions): string {
  if (format === 'json') return `${JSON.stringify(buildReport(profile, { top }), null, 2)}\n`
  if (format === 'text') return reportText(profile, { view, top, width })
  const tables = { pairs: pairsCsv, tree: flatCsv, flat: flatCsv, threads: threadsCsv, stats: statisticsCsv }
  return tables[view](profile, top)
}
