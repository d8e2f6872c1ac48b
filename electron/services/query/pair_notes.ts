/**
 * What people noted on the pairs of a profile: kept in the profile itself, or in PROFILE.notes.json beside it where it is of
 * an older format or too large to be copied for each note, or where neither can be written with what the program remembers
 * by itself. Pairs are known by their two contexts in names and lines, so that notes outlive another analysis of the same
 * recording.
 */
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { contextOf, placeText } from '../../../shared/profile/frames.ts'
import { RELATIONS, TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { type PairNote } from '../../../shared/rpc/pairs.ts'
import { messageOf } from '../../failure.ts'
import { JsonFile } from '../../json_file.ts'
import { isAmendable, profileSize } from '../../profile/amend_profile.ts'
import { NOTE_KEY_LENGTH, readStoredNotes, storedNote, writeStoredNotes, type StoredNote } from '../../profile/stored_notes.ts'
import { stateFile } from '../../state_directory.ts'
import { accessPlace } from './pair_filter.ts'

/** Larger profiles are not copied for a note. Bytes. */
const LARGEST_AMENDED = 128 << 20

const notesBeside = z.strictObject({ schema: z.literal('hagstone.notes/1'), notes: z.array(storedNote) })
type NotesBeside = z.infer<typeof notesBeside>

export class PairNotes {
  readonly #path: string
  readonly #profile: ProfileTables
  readonly #beside: JsonFile<NotesBeside>
  #stored: StoredNote[]
  /** Why notes could not be read; then nothing is written over them. */
  problem: string | null = null
  /** Null: not known yet. Most profiles have no notes: then no key is made. */
  #byPair: Map<number, PairNote> | null = null

  constructor(path: string, profile: ProfileTables) {
    this.#path = path
    this.#profile = profile
    this.#beside = new JsonFile(notesFile(path), notesBeside, { missing: { schema: 'hagstone.notes/1', notes: [] }, warn: (line) => (this.problem = line), consequence: 'notes on pairs are not shown' })
    this.#stored = this.#read()
    if (this.#stored.length === 0) this.#byPair = new Map()
  }

  of(pair: number): PairNote | null {
    this.#byPair ??= this.#match()
    return this.#byPair.get(pair) ?? null
  }

  /**
   * Changes the note of a pair as it is by now, so that no change undoes an earlier one; an empty note is removed.
   * @returns the note afterwards; null: none
   * @throws RpcError unable or bad-file
   */
  write(pair: number, change: Partial<PairNote>): PairNote | null {
    this.#assertReadable()
    const key = keyOf(this.#profile, pair, new Map())
    const present = this.#read()
    // They may have been spoilt since they were read first.
    this.#assertReadable()
    const old = present.find((note) => note.key === key)
    const others = present.filter((note) => note.key !== key)
    const note: PairNote = { status: old?.status ?? null, text: old?.text ?? '', ...change }
    const isRemoved = isEmpty(note)
    const notes = isRemoved ? others : [...others, { key, pair: describe(this.#profile, pair), ...note }]
    this.#write(notes)
    // Another window's notes may have come.
    if (JSON.stringify(others) !== JSON.stringify(this.#stored.filter((note) => note.key !== key))) this.#byPair = null
    this.#stored = notes
    this.#renew(pair, key, isRemoved ? null : note)
    return isRemoved ? null : note
  }

  /** Those beside the profile are of a time when they could not be in it, or newer than those in it; empty ones were taken away. */
  #read(): StoredNote[] {
    const within = this.#readWithin()
    const beside = this.#beside.read().notes
    const known = new Set(beside.map(({ key }) => key))
    return [...within.filter(({ key }) => !known.has(key)), ...beside].filter((note) => !isEmpty(note))
  }

  #readWithin(): StoredNote[] {
    try {
      return existsSync(this.#path) ? readStoredNotes(this.#path) : []
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      this.problem = `${error.message}; notes on pairs are not shown.`
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
        const takenAway = this.#readWithin().filter(({ key }) => !known.has(key)).map((note): StoredNote => ({ ...note, status: null, text: '' }))
        this.#beside.write({ schema: 'hagstone.notes/1', notes: [...notes, ...takenAway] })
      }
    } catch (error) {
      if (error instanceof RpcError) throw error
      throw new RpcError('unable', `${this.#beside.path} cannot be written (${messageOf(error)}); the note was not kept.`)
    }
  }

  #assertReadable(): void {
    if (this.problem !== null) throw new RpcError('bad-file', `${this.problem} Mend it or move it away, and open the profile again, to write notes.`)
  }

  #match(): Map<number, PairNote> {
    const noted = new Map(this.#stored.map(({ key, status, text }) => [key, { status, text }]))
    // Keys are made of those pairs alone whose accesses are where noted ones are: of millions of contexts they take minutes.
    const places = new Set(this.#stored.map(({ pair }) => pair))
    const { pairs, nodes, functions } = this.#profile
    const begins = beginnings(places)
    const mayBeNoted = Uint8Array.from(functions, ({ name }) => (begins.has(name) ? 1 : 0))
    const found = new Map<number, PairNote>()
    const contexts = new Map<number, string>()
    for (let pair = 0; pair < pairs.length; pair++) {
      if (mayBeNoted[nodes.functionIndex[pairs.source[pair]!]!] === 0 || !places.has(describe(this.#profile, pair))) continue
      const note = noted.get(keyOf(this.#profile, pair, contexts))
      if (note !== undefined) found.set(pair, note)
    }
    return found
  }

  /** The note of a pair, and of all that its key stands for: keys are made of those alone that can have the same. */
  #renew(pair: number, key: string, note: PairNote | null): void {
    if (this.#byPair === null) return
    const { pairs, nodes, functions } = this.#profile
    const name = (instruction: number): string => functions[nodes.functionIndex[instruction]!]!.name
    const [source, target] = [name(pairs.source[pair]!), name(pairs.target[pair]!)]
    const contexts = new Map<number, string>()
    for (let other = 0; other < pairs.length; other++) {
      if (pairs.tool[other] !== pairs.tool[pair] || pairs.relation[other] !== pairs.relation[pair] || name(pairs.source[other]!) !== source || name(pairs.target[other]!) !== target) continue
      if (keyOf(this.#profile, other, contexts) !== key) continue
      if (note === null) this.#byPair.delete(other)
      else this.#byPair.set(other, note)
    }
  }
}

function isEmpty({ status, text }: PairNote): boolean {
  return status === null && text === ''
}

/** Beside the profile, or where that cannot be written under a name of its own with the state of the program. */
function notesFile(path: string): string {
  const beside = `${path}.notes.json`
  if (existsSync(beside) || isWritable(dirname(path))) return beside
  return stateFile(`notes/${basename(path)}-${hash(path)}.json`)
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The same for the same relation between the same two contexts, told by functions, files and lines.
 * @param contexts hashes of contexts that are known already: pairs share them
 */
function keyOf(profile: ProfileTables, pair: number, contexts: Map<number, string>): string {
  const { pairs } = profile
  const side = (instruction: number): string => {
    let known = contexts.get(instruction)
    if (known === undefined) {
      const { frames, leaf } = contextOf(profile, instruction)
      known = hash(JSON.stringify([...frames, leaf].map(({ function: name, file, line }) => [name, file, line])))
      contexts.set(instruction, known)
    }
    return known
  }
  return hash(JSON.stringify([TOOLS[pairs.tool[pair]!], RELATIONS[pairs.relation[pair]!], side(pairs.source[pair]!), side(pairs.target[pair]!)]))
}

/** Whatever ends before a space: the name of a function may hold some. */
function beginnings(texts: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const text of texts) for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) found.add(text.slice(0, space))
  return found
}

/** As notes are stored with: of pairs with the same key it is the same. */
function describe(profile: ProfileTables, pair: number): string {
  const { pairs } = profile
  const place = (instruction: number): string => {
    const { name, file, line } = accessPlace(profile, instruction)
    return placeText(name, file, line)
  }
  return `${place(pairs.source[pair]!)} ${RELATIONS[pairs.relation[pair]!]} ${place(pairs.target[pair]!)}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, NOTE_KEY_LENGTH)
}
