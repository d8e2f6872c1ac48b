import type { ProfileTables } from '../../shared/profile/profile.ts'
import { reportPieces, type RenderOptions } from './render_report.ts'

/** `reportPieces` as one text. */
export function renderReport(profile: ProfileTables, options: RenderOptions): string {
  return [...reportPieces(profile, options)].join('')
}
