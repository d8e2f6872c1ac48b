/**
 * Both versions of a source file, used to match moved lines: only for profiles that this user recorded here (a profile
 * names any path), and only in the state at the time of recording.
 */
import { statSync } from 'node:fs'
import { systemErrorCode } from '../../failure.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { sumsOfFiles } from '../../services/query/sources/shareable_sources.ts'
import { SourceFiles } from '../../services/query/sources/source_files.ts'

export interface ComparedFile {
  path: string
  profile: Pick<ProfileTables, 'run' | 'files' | 'sourceSums'>
}

/** @returns both texts of a file by its names in both profiles; null unless both are known */
export function versionTexts(profiles: Record<Side, ComparedFile>, ownRecordings: OwnRecordings): (old: string, recent: string) => Record<Side, string> | null {
  const sources = new SourceFiles(ownRecordings)
  const sums = { old: sumsOfFiles(profiles.old.profile), new: sumsOfFiles(profiles.new.profile) }
  const read = (side: Side, file: string): string | null => {
    const {
      path,
      profile: { run },
    } = profiles[side]
    const reference = {
      referenced: true,
      workingDirectory: run.workingDirectory,
      profilePath: path,
      modules: [],
      buildIds: [],
      sums: sums[side].get(file) ?? [],
      startedAt: run.startedAt,
    }
    const source = sources.readHere(file, reference, { mappings: [], folders: [] }, false)
    if (!source.found) return null
    const isThen = reference.sums.length > 0 ? !source.changedSinceBuild : modified(source.path) <= Date.parse(run.startedAt)
    return isThen ? source.text : null
  }
  return (old, recent) => {
    const [oldText, newText] = [read('old', old), read('new', recent)]
    return oldText === null || newText === null ? null : { old: oldText, new: newText }
  }
}

/** Milliseconds since 1970; infinity if the file is gone. */
function modified(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return Infinity
  }
}
