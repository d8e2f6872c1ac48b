/** Source files that go into a page, of those that its profile names. */
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { LINE } from '../../../shared/profile/tables.ts'
import { SourceFiles } from '../../services/query/source_files.ts'
import type { SourcePlaces } from '../../services/query/source_files.ts'
import type { OwnRecordings } from '../../record/own_recordings.ts'

/** Lines of a source file. */
export type SourceLines = readonly string[]

export interface SharedSources {
  /** By the name that the profile has for the file. */
  found: ReadonlyMap<string, SourceLines>
  /** Named by the profile, but not found or not this user's to share. */
  leftOut: string[]
}

/**
 * The files whose lines have accesses, in the order of their names. A profile that was not recorded here may name any
 * file of the reader's, so of such only what lies in folders that were chosen for sources is taken.
 */
export function sharedSources(profile: ProfileTables, profilePath: string, ownRecordings: OwnRecordings, places: SourcePlaces): SharedSources {
  const { nodes, files, run } = profile
  const named = new Set<string>()
  for (let row = 1; row < nodes.length; row++) if (nodes.kind[row] === LINE && nodes.file[row]! >= 0) named.add(files[nodes.file[row]!]!)
  const reader = new SourceFiles(ownRecordings)
  const found = new Map<string, SourceLines>()
  const leftOut: string[] = []
  for (const file of [...named].sort()) {
    const source = reader.read(file, { referenced: true, workingDirectory: run.workingDirectory, profilePath, modules: [] }, places, false)
    if (source.found) found.set(file, source.text.split(/\r?\n/))
    else leftOut.push(file)
  }
  return { found, leftOut }
}
