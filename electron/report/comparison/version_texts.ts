/**
 * Both versions of a source file, by which lines that moved are found again: only of profiles that this user recorded here
 * (a profile names any path), and only as they were when the program was recorded.
 */
import { statSync } from 'node:fs'
import { systemErrorCode } from '../../failure.ts'
import type { Side } from '../../../shared/comparison.ts'
import type { RunDescription } from '../../../shared/run.ts'
import type { OwnRecordings } from '../../record/own_recordings.ts'
import { SourceFiles } from '../../services/query/source_files.ts'

export interface ComparedFile { path: string; run: RunDescription }

/** @returns both texts of a file by its names in both profiles; null unless both are known */
export function versionTexts(profiles: Record<Side, ComparedFile>, ownRecordings: OwnRecordings): (old: string, recent: string) => Record<Side, string> | null {
  const sources = new SourceFiles(ownRecordings)
  const read = ({ path, run }: ComparedFile, file: string): string | null => {
    const source = sources.readHere(file, { referenced: true, workingDirectory: run.workingDirectory, profilePath: path, modules: [], startedAt: run.startedAt }, { mappings: [], folders: [] }, false)
    return source.found && modified(source.path) <= Date.parse(run.startedAt) ? source.text : null
  }
  return (old, recent) => {
    const [oldText, newText] = [read(profiles.old, old), read(profiles.new, recent)]
    return oldText === null || newText === null ? null : { old: oldText, new: newText }
  }
}

/** Milliseconds since 1970; infinity where the file is gone. */
function modified(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return Infinity
  }
}
