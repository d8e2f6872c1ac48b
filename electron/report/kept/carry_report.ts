/** Makes the report that a large profile carries (docs/file-format.md). */
import { openProfile } from '../../profile/open_profile.ts'
import { flushFile } from '../../profile/flush_file.ts'
import { UNOBSERVED } from '../../../shared/progress.ts'
import { carryOwnReport, type Keeping } from './kept_report.ts'

/** @param path of a file that nobody else has opened @throws as carryOwnReport does; then the file is as it was */
export function carryReportOf(path: string, keeping: Keeping = {}, progress = UNOBSERVED): void {
  const { profile, close } = openProfile(path)
  try {
    carryOwnReport(profile, path, keeping, progress)
  } finally {
    close()
  }
  flushFile(path)
}
