/** Everything that users can see of a profile, so that everything in the file is read and checked. */
import { embeddedSource, embeddedSources } from '../profile/embedded_sources.ts'
import { openProfile } from '../profile/open_profile.ts'
import { readStoredNotes } from '../profile/stored_notes.ts'
import { renderReport } from '../report/render_report.testing.ts'
import { REPORT_VIEWS, type ReportView } from '../report/text/report_text.ts'

/**
 * @param views of a report, to render the profile as. @throws RpcError for a rejected file; anything else is a fault
 */
export function showEverything(path: string, views: readonly ReportView[] = REPORT_VIEWS): void {
  const { profile, close } = openProfile(path)
  try {
    // Also the data that is read only on request.
    for (const holder of [profile, profile.nodes, profile.pairs]) Object.values(holder)
    for (const { module, address } of profile.instructions) profile.codeAt(module, address)
    for (const view of views) for (const format of ['text', 'csv', 'json'] as const) renderReport(profile, { view, format, top: 10, width: 80 })
  } finally {
    close()
  }
  for (const { file } of embeddedSources(path)) embeddedSource(path, file)
  readStoredNotes(path)
}
