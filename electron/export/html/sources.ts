/** Source files for a page, among those that its profile names. */
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { embeddedNames } from '../../profile/embedded_sources.ts'
import { namedSources, sourceReference } from '../../services/query/sources/shareable_sources.ts'
import { SourceFiles } from '../../services/query/sources/source_files.ts'
import type { SourcePlaces } from '../../services/query/sources/source_files.ts'
import type { OwnRecordings } from '../../record/finishing/own_recordings.ts'

/** Lines of a source file. */
export type SourceLines = readonly string[]

export interface SharedSources {
  /** By the name that the profile has for the file. */
  found: ReadonlyMap<string, SourceLines>
  /** Those that changed after the program was built: their lines may have moved. */
  changed: ReadonlySet<string>
  /** Named by the profile, but missing, or not shareable by this user. */
  leftOut: string[]
}

/**
 * The files whose lines have accesses, sorted by name. A profile that was not recorded here may name any file of the
 * reader's, so only files in folders chosen for sources are included.
 */
export function sharedSources(profile: ProfileTables, profilePath: string, ownRecordings: OwnRecordings, places: SourcePlaces): SharedSources {
  const named = namedSources(profile, profilePath)
  const reader = new SourceFiles(ownRecordings)
  const embedded = embeddedNames(profilePath)
  const found = new Map<string, SourceLines>()
  const changed = new Set<string>()
  const leftOut: string[] = []
  for (const file of named.files) {
    const source = reader[embedded.has(file) ? 'read' : 'readHere'](file, sourceReference(named, file), places, false)
    if (source.found) found.set(file, source.text.split(/\r?\n/))
    else leftOut.push(file)
    if (source.found && source.changedSinceBuild) changed.add(file)
  }
  return { found, changed, leftOut }
}
