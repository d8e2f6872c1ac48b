/** Source files stored in a profile, which shows them wherever it is opened. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { sizeText } from '../../shared/names/size_text.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { OwnRecordings } from '../record/finishing/own_recordings.ts'
import { amendProfile, readAmendments } from './amend_profile.ts'
import { InvalidProfile } from './invalid_profile.ts'

/** Longer files are neither embedded nor shown. Bytes. */
export const LARGEST_SOURCE = 8 << 20

/** Entry of the table `run`. */
const CHANGED = 'changed sources'

export interface EmbeddedSource {
  /** Name in the profile. */
  file: string
  bytes: number
}

/** In the order of their names. @throws RpcError bad-file */
export function embeddedSources(path: string): EmbeddedSource[] {
  return readAmendments(
    path,
    (database) =>
      database
        .rows('SELECT files.path AS file, sources.bytes AS bytes FROM sources JOIN files ON files.id = sources.file ORDER BY files.path')
        .map(({ file, bytes }) => {
          if (typeof file !== 'string' || typeof bytes !== 'number' || bytes < 0 || bytes > LARGEST_SOURCE)
            throw new InvalidProfile('a source in it is impossible')
          return { file, bytes }
        }),
    [],
  )
}

/** Names of the files in it, for those who ask for thousands that it lacks. None if it was moved away since it was opened. */
export function embeddedNames(path: string): ReadonlySet<string> {
  try {
    return new Set(embeddedSources(path).map(({ file }) => file))
  } catch (error) {
    if (error instanceof RpcError && error.code === 'not-found') return new Set()
    throw error
  }
}

/** Text of a file by the name that the profile has for it; null if it is not in the profile. @throws RpcError bad-file */
export function embeddedSource(path: string, file: string): string | null {
  return readAmendments(
    path,
    (database) => {
      const [row] = database.rows('SELECT sources.text AS text FROM sources JOIN files ON files.id = sources.file WHERE files.path = ?', file)
      if (row === undefined) return null
      if (!(row.text instanceof Uint8Array)) throw new InvalidProfile('a source in it is no text')
      return inflateRawSync(row.text, { maxOutputLength: LARGEST_SOURCE }).toString('utf8')
    },
    null,
  )
}

/** Whether an embedded file had changed since the program was built, so that its lines may have moved. @throws RpcError bad-file */
export function wasEmbeddedChanged(path: string, file: string): boolean {
  return changedSources(path).includes(file)
}

/** Names of the embedded files that had changed. Older versions of Hagstone leave the entry alone. */
function changedSources(path: string): string[] {
  return readAmendments(
    path,
    (database) => {
      const [row] = database.rows('SELECT value FROM run WHERE name = ?', CHANGED)
      return row === undefined ? [] : z.array(z.string()).parse(JSON.parse(String(row.value)))
    },
    [],
  )
}

/**
 * Puts files into the profile, replacing those that were there.
 * @param texts by the names that the profile has for them; names that it does not have are left out
 * @param changed those of them that changed after the program was built
 * @throws RpcError unable, bad-file, not-found; refused: invalid text becomes longer than a source may be
 */
export function embedSources(path: string, texts: ReadonlyMap<string, string>, ownRecordings?: OwnRecordings, changed: ReadonlySet<string> = new Set()): void {
  amendProfile(
    path,
    (database) => {
      database.run('DELETE FROM sources')
      database.prepareRun('DELETE FROM run WHERE name = ?')(CHANGED)
      if (changed.size > 0) database.prepareRun('INSERT INTO run VALUES (?, ?)')(CHANGED, JSON.stringify([...changed].sort()))
      const insert = database.prepareRun('INSERT INTO sources SELECT id, ?, ? FROM files WHERE path = ? ORDER BY id LIMIT 1')
      for (const [file, text] of texts) {
        const bytes = Buffer.from(text)
        if (bytes.length > LARGEST_SOURCE) throw new RpcError('refused', `${file} is larger than ${sizeText(LARGEST_SOURCE)} as text in UTF-8; leave it out`)
        insert(bytes.length, deflateRawSync(bytes), file)
      }
    },
    ownRecordings,
  )
}
