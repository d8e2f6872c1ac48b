/** Makes the report that a large profile carries (docs/file-format.md). */
import { openProfile } from '../../profile/open_profile.ts'
import { flushFile } from '../../profile/flush_file.ts'
import { carryOwnReport, type Keeping } from './kept_report.ts'

/** @param path of a file that nobody else has opened @throws as findingsOf does, or what SQLite throws; then the file may be damaged */
export function carryReportOf(path: string, keeping: Keeping = {}): void {
  const { profile, close } = openProfile(path)
  try {
    carryOwnReport(profile, path, keeping)
  } finally {
    close()
  }
  flushFile(path)
}
