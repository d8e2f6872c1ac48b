/** Source lines for findings on the command line: from files that the user recorded here, mapped, or agreed to. */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { OwnRecordings } from '../record/finishing/own_recordings.ts'
import { lineTexts, type LineText } from '../report/findings/line_texts.ts'
import { SettingsFile, settingsFile, sourcePlaces } from '../services/settings.ts'
import { say } from './terminal.ts'

/** @param path of the profile's file, not of its recording */
export function sourceLines({ profile, path }: { profile: ProfileTables; path: string }): LineText {
  return lineTexts(profile, path, new OwnRecordings(say), sourcePlaces(new SettingsFile(settingsFile(), say)))
}
