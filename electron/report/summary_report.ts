/** The report behind the summary of a recording, which one thread makes and another one words. */
import type { FunctionCode, Profile, ProfileTables } from '../../shared/profile/profile.ts'
import { subtreeEnds } from '../../shared/profile/tree/call_tree.ts'
import type { AnalysedProfile } from '../analysis/analyze_recording.ts'
import type { Report } from '../../shared/report.ts'
import { openProfile } from '../profile/open_profile.ts'
import { withoutCreators } from '../profile/without_creators/without_creators.ts'
import type { OwnRecordings } from '../record/finishing/own_recordings.ts'
import { lineTexts } from './findings/line_texts.ts'
import { keptReport } from './kept/kept_report.ts'
import { buildReport } from './report.ts'

export interface SummaryReport {
  report: Report
  /** Why the recording is incomplete; null if it is complete. */
  partial: string | null
  /** Of the profile: paths are shortened as far as they stay distinct. */
  files: readonly string[]
}

/** @throws as openProfile and findingsOf do */
export function openSummaryReport(path: string, ownRecordings: Pick<OwnRecordings, 'has'>): SummaryReport {
  const opened = openProfile(path)
  try {
    return summaryReport(opened.profile, path, ownRecordings)
  } finally {
    opened.close()
  }
}

/** The same without reading the file. @param path of the profile's file, also if it is not written yet. @throws as findingsOf does */
export function analysedSummaryReport({ profile, code }: AnalysedProfile, path: string, ownRecordings: Pick<OwnRecordings, 'has'>): SummaryReport {
  const codeAt = (module: number, address: number): FunctionCode | null =>
    code.find((each) => each.module === module && address >= each.low && address < each.high) ?? null
  // As openProfile shows it.
  const shown = withoutCreators(profile, () => subtreeEnds(profile.nodes.parent))?.profile ?? profile
  return summaryReport({ ...shown, codeAt }, path, ownRecordings)
}

function summaryReport(profile: ProfileTables & Pick<Profile, 'codeAt'>, path: string, ownRecordings: Pick<OwnRecordings, 'has'>): SummaryReport {
  const lineText = lineTexts(profile, path, ownRecordings, { mappings: [], folders: [] })
  const kept = keptReport(profile, path, { lineText, use: 'here', top: 1, functions: false })
  const report = buildReport(profile, { top: 1, findings: { top: 1, lineText }, ...(kept === undefined ? {} : { kept }) })
  return { report, partial: profile.partial, files: profile.files }
}
