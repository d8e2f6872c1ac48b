/**
 * Source lines for findings: from the profile if it has the file, else from this machine if the user's consent allows
 * it.
 */
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { embeddedNames } from '../../profile/embedded_sources.ts'
import type { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { sourceOrigins, sourceReference, type SourceOrigins } from '../../services/query/sources/shareable_sources.ts'
import { SourceFiles, type SourcePlaces } from '../../services/query/sources/source_files.ts'

/**
 * Text of a line without its indentation; null if the source is unavailable. @param file as the profile names it @param
 * line 1-based
 */
export type LineText = (file: string, line: number) => string | null

/** None for files that changed after the program was built: their lines may have moved. */
export function lineTexts(profile: ProfileTables, profilePath: string, ownRecordings: Pick<OwnRecordings, 'has'>, places: SourcePlaces): LineText {
  const reader = new SourceFiles(ownRecordings)
  const known = new Map<string, readonly string[] | null>()
  let named: { origins: SourceOrigins; embedded: ReadonlySet<string> } | undefined
  const linesOf = (file: string): readonly string[] | null => {
    named ??= { origins: sourceOrigins(profile, profilePath), embedded: embeddedNames(profilePath) }
    const source = reader[named.embedded.has(file) ? 'read' : 'readHere'](file, sourceReference(named.origins, file), places, false)
    return source.found && !source.changedSinceBuild ? source.text.split(/\r?\n/) : null
  }
  return (file, line) => {
    let lines = known.get(file)
    if (lines === undefined) known.set(file, (lines = linesOf(file)))
    const text = lines?.[line - 1]?.trim()
    return text === undefined || text === '' ? null : text
  }
}
