/** Makes the report that a large profile carries (docs/file-format.md). */
import { openProfile } from '../../profile/open_profile.ts'
import { flushFile } from '../../profile/flush_file.ts'
import { UNOBSERVED } from '../../../shared/progress.ts'
import { lineTexts } from '../findings/line_texts.ts'
import { carryOwnReport, type Keeping } from './kept_report.ts'

/** @param path of a file that nobody else has opened @param isOwn the user recorded it here @throws as carryOwnReport does */
export function carryReportOf(path: string, keeping: Keeping = {}, progress = UNOBSERVED, isOwn = false): void {
  const { profile, close } = openProfile(path)
  try {
    const lineText = isOwn ? lineTexts(profile, path, { has: () => true }, { mappings: [], folders: [] }) : null
    carryOwnReport(profile, path, keeping, progress, lineText)
  } finally {
    close()
  }
  flushFile(path)
}
