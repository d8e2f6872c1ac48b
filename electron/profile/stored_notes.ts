/** Users' notes on pairs, as stored in a profile. */
import { z } from 'zod'
import { LONGEST_NOTE } from '../../shared/notes.ts'
import { amendProfile, readAmendments } from './amend_profile.ts'
import { InvalidProfile } from './invalid_profile.ts'

export const NOTE_KEY_LENGTH = 24
const MOST_NOTES = 100_000

export const storedNote = z.strictObject({
  key: z.string().length(NOTE_KEY_LENGTH),
  /** For people who read the file. */
  pair: z.string(),
  status: z.enum(['to-do', 'fixed', 'ignored']).nullable(),
  text: z.string().max(LONGEST_NOTE),
})
export type StoredNote = z.infer<typeof storedNote>

/** In the order of their keys. @throws RpcError bad-file */
export function readStoredNotes(path: string): StoredNote[] {
  return readAmendments(
    path,
    (database) => {
      const rows = database.rows('SELECT note_key AS key, pair, status, text FROM pair_notes ORDER BY note_key LIMIT ?', MOST_NOTES)
      return rows.map((row) => {
        const { data, error } = storedNote.safeParse({ ...row })
        if (error !== undefined) throw new InvalidProfile(`a note in it is impossible (${error.issues[0]?.path.join('.')})`)
        return data
      })
    },
    [],
  )
}

/** Replaces all existing ones. @throws RpcError unable, bad-file, not-found */
export function writeStoredNotes(path: string, notes: readonly StoredNote[]): void {
  amendProfile(path, (database) => {
    database.run('DELETE FROM pair_notes')
    const insert = database.prepareRun('INSERT INTO pair_notes VALUES (?, ?, ?, ?)')
    for (const { key, pair, status, text } of notes) insert(key, pair, status, text)
  })
}
