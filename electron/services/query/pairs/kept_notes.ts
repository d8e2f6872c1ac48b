/**
 * Users' notes on a profile: kept in the profile itself, or in PROFILE.notes.json beside it if its format is older or
 * it is too large to be copied for each note, or with the program's state if neither can be written.
 */
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import type { PairNote } from '../../../../shared/rpc/pairs.ts'
import { messageOf } from '../../../failure.ts'
import { JsonFile } from '../../../json_file.ts'
import { isAmendable, profileSize } from '../../../profile/amend_profile.ts'
import { NOTE_KEY_LENGTH, readStoredNotes, storedNote, writeStoredNotes, type StoredNote } from '../../../profile/stored_notes.ts'
import { stateFile } from '../../../state_directory.ts'

/** Larger profiles are not copied for a note. Bytes. */
const LARGEST_AMENDED = 128 << 20

const notesBeside = z.strictObject({ schema: z.literal('hagstone.notes/1'), notes: z.array(storedNote) })
type NotesBeside = z.infer<typeof notesBeside>

export class KeptNotes {
  readonly #path: string
  readonly #beside: JsonFile<NotesBeside>
  /** Why notes could not be read; then they are not overwritten. */
  problem: string | null = null
  /** The notes when the profile was opened. */
  readonly atOpening: readonly StoredNote[]

  constructor(path: string) {
    this.#path = path
    this.#beside = new JsonFile(notesFile(path), notesBeside, {
      missing: { schema: 'hagstone.notes/1', notes: [] },
      warn: (line) => (this.problem = line),
      consequence: 'notes are not shown',
    })
    this.atOpening = this.read()
  }

  /**
   * Notes beside the profile date from when they could not be in it, or are newer than those in it; empty ones were
   * removed.
   */
  read(): StoredNote[] {
    const within = this.#readWithin()
    const beside = this.#beside.read().notes
    const known = new Set(beside.map(({ key }) => key))
    return [...within.filter(({ key }) => !known.has(key)), ...beside].filter((note) => !isEmpty(note))
  }

  /**
   * Changes the current version of a note, so that no change undoes an earlier one; an empty note is removed.
   * @param about the subject of the note, for readers of the file
   * @returns all notes afterwards
   * @throws RpcError unable or bad-file
   */
  change(key: string, about: string, change: Partial<PairNote>): StoredNote[] {
    this.#assertReadable()
    const present = this.read()
    // They may have been damaged since the first read.
    this.#assertReadable()
    const others = present.filter((note) => note.key !== key)
    const note: PairNote = { status: null, text: '', ...noteOf(present, key), ...change }
    const notes = isEmpty(note) ? others : [...others, { key, pair: about, ...note }]
    this.#write(notes)
    return notes
  }

  #readWithin(): StoredNote[] {
    try {
      return existsSync(this.#path) ? readStoredNotes(this.#path) : []
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      this.problem = `${error.message}; notes are not shown.`
      return []
    }
  }

  #write(notes: StoredNote[]): void {
    try {
      if (existsSync(this.#path) && isAmendable(this.#path) && profileSize(this.#path) <= LARGEST_AMENDED) {
        writeStoredNotes(this.#path, notes)
        rmSync(this.#beside.path, { force: true })
      } else {
        const known = new Set(notes.map(({ key }) => key))
        const takenAway = this.#readWithin()
          .filter(({ key }) => !known.has(key))
          .map((note): StoredNote => ({ ...note, status: null, text: '' }))
        this.#beside.write({ schema: 'hagstone.notes/1', notes: [...notes, ...takenAway] })
      }
    } catch (error) {
      if (error instanceof RpcError) throw error
      throw new RpcError('unable', `${this.#beside.path} cannot be written (${messageOf(error)}); the note was not kept.`)
    }
  }

  #assertReadable(): void {
    if (this.problem !== null) throw new RpcError('bad-file', `${this.problem} To write notes, repair or move that file, then open the profile again.`)
  }
}

/** The note of a key; null: none. */
export function noteOf(notes: readonly StoredNote[], key: string): PairNote | null {
  const found = notes.find((note) => note.key === key)
  return found === undefined ? null : { status: found.status, text: found.text }
}

export function noteKey(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, NOTE_KEY_LENGTH)
}

function isEmpty({ status, text }: PairNote): boolean {
  return status === null && text === ''
}

/** Beside the profile or, if that cannot be written, under its own name with the program's state. */
function notesFile(path: string): string {
  const beside = `${path}.notes.json`
  if (existsSync(beside) || isWritable(dirname(path))) return beside
  return stateFile(`notes/${basename(path)}-${noteKey(path)}.json`)
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}
