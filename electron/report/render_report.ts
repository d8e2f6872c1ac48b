/** What `hagstone report` prints: one profile, one view, one format. */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { flatCsv, objectsCsv, pairsCsv, regionsCsv, reuseCsv, statisticsCsv, threadsCsv, valuesCsv } from './report_csv.ts'
import { reportText, type TextOptions } from './report_text.ts'
import { buildReport } from './report.ts'

export interface RenderOptions extends TextOptions {
  format: 'text' | 'json' | 'csv'
}

/** Ends with a newline. JSON is the whole report whatever the view; the tree has no CSV, so it prints the flat table. */
export function renderReport(profile: ProfileTables, { format, ...options }: RenderOptions): string {
  const { view, top, reuse = {} } = options
  if (format === 'json') return `${JSON.stringify(buildReport(profile, { top, reuse, functions: true }), null, 2)}\n`
  if (format === 'text') return reportText(profile, options)
  const tables = { pairs: pairsCsv, tree: flatCsv, flat: flatCsv, reuse: () => reuseCsv(profile, reuse), values: valuesCsv, objects: objectsCsv, regions: regionsCsv, threads: threadsCsv, stats: statisticsCsv }
  return tables[view](profile, top)
}
