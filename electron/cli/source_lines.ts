/** Source lines for findings on the command line: from files that the user recorded here, mapped, or agreed to. */
import { counted } from '../../shared/names/counted.ts'
import { isSystemSource, OWN, ownerOfModule } from '../../shared/findings/own_code.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { embeddedNames } from '../profile/embedded_sources.ts'
import { OwnRecordings } from '../record/finishing/own_recordings.ts'
import { lineTexts, type LineText } from '../report/findings/line_texts.ts'
import { sourceOrigins, sourceReference } from '../services/query/sources/shareable_sources.ts'
import { SourceFiles, type SourcePlaces } from '../services/query/sources/source_files.ts'
import { SettingsFile, settingsFile, sourcePlaces } from '../services/settings.ts'
import { say } from './terminal.ts'

/** Files that are looked for; a profile of a browser names thousands. */
const MOST_TRIED = 20

interface OpenedProfile {
  profile: ProfileTables
  /** Of the profile's file, not of its recording. */
  path: string
}

/** What decides which sources are read; made once for a command, since both warn of damaged files. */
interface SourceConsent {
  ownRecordings: OwnRecordings
  places: SourcePlaces
}

export function sourceConsent(): SourceConsent {
  return { ownRecordings: new OwnRecordings(say), places: sourcePlaces(new SettingsFile(settingsFile(), say)) }
}

export function sourceLines({ profile, path }: OpenedProfile, { ownRecordings, places } = sourceConsent()): LineText {
  return lineTexts(profile, path, ownRecordings, places)
}

/** Why findings have no source lines, and what to do; null: some have, or the program's own code has none. */
export function unreadSourcesText({ profile, path }: OpenedProfile, { ownRecordings, places } = sourceConsent()): string | null {
  const [origins, embedded, reader] = [sourceOrigins(profile, path), embeddedNames(path), new SourceFiles(ownRecordings)]
  const files = [...origins.modules].flatMap(([file, modules]) =>
    !isSystemSource(file) && modules.some((module) => ownerOfModule(module) === OWN) ? [file] : [],
  )
  let isRefused = false
  for (const file of files.slice(0, MOST_TRIED)) {
    if (embedded.has(file)) return null
    const source = reader.readHere(file, sourceReference(origins, file), places, false)
    if (source.found) return null
    isRefused ||= source.reason === 'refused'
  }
  if (files.length === 0) return null
  const unread = 'Findings have no source lines, and fewer names of data:'
  const folder = "give the folder of the sources in the windows' settings"
  if (isRefused)
    return `${unread} nothing says that you recorded the profile on this machine, and it may name any file as a source. Run hagstone embed-sources where it was recorded, or ${folder}.`
  const missing = `${counted(files.length, 'source file')} of the program ${files.length === 1 ? 'is' : 'are'} not here.`
  return ownRecordings.has(path)
    ? `${unread} ${missing} Get the sources that it was built from, and ${folder}.`
    : `${unread} ${missing} Run hagstone embed-sources where it was recorded, or ${folder}.`
}
