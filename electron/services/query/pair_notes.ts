/**
 * What people noted on the pairs of a profile: kept in PROFILE.notes.json beside it, or where that cannot be written with
 * what the program remembers by itself. The profile stays as it was measured. Pairs are known by their two contexts in
 * names and lines, so that notes outlive another analysis of the same recording.
 */
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { contextOf, placeText } from '../../../shared/profile/frames.ts'
import { RELATIONS, TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import { RpcError, type PairNote } from '../../../shared/rpc/contract.ts'
import { messageOf } from '../../failure.ts'
import { JsonFile } from '../../json_file.ts'
import { stateFile } from '../../state_directory.ts'

const KEY_LENGTH = 24
const LONGEST_NOTE = 10_000

const storedNotes = z.strictObject({
  schema: z.literal('hagstone.notes/1'),
  notes: z.array(z.strictObject({
    key: z.string().length(KEY_LENGTH),
    /** For people who read the file. */
    pair: z.string(),
    status: z.enum(['to-do', 'fixed', 'ignored']).nullable(),
    text: z.string().max(LONGEST_NOTE),
  })),
})
type StoredNotes = z.infer<typeof storedNotes>

export class PairNotes {
  readonly #profile: ProfileTables
  readonly #file: JsonFile<StoredNotes>
  #stored: StoredNotes
  /** Why the file could not be read; then nothing is written over it. */
  problem: string | null = null
  #byPair: Map<number, PairNote> | null = null

  constructor(path: string, profile: ProfileTables) {
    this.#profile = profile
    this.#file = new JsonFile(notesFile(path), storedNotes, { missing: { schema: 'hagstone.notes/1', notes: [] }, warn: (line) => (this.problem = line), consequence: 'notes on pairs are not shown' })
    this.#stored = this.#file.read()
  }

  of(pair: number): PairNote | null {
    // Most profiles have none: then no key is made.
    if (this.#stored.notes.length === 0) return null
    this.#byPair ??= this.#match()
    return this.#byPair.get(pair) ?? null
  }

  /** An empty note removes the one that was there. @throws RpcError unable or bad-file */
  write(pair: number, { status, text }: PairNote): void {
    if (this.problem !== null) throw new RpcError('bad-file', `${this.problem} Mend it or move it away to write notes.`)
    const key = keyOf(this.#profile, pair)
    const others = this.#file.read().notes.filter((note) => note.key !== key)
    const notes = status === null && text === '' ? others : [...others, { key, pair: describe(this.#profile, pair), status, text }]
    try {
      this.#file.write({ schema: 'hagstone.notes/1', notes })
    } catch (error) {
      throw new RpcError('unable', `${this.#file.path} cannot be written (${messageOf(error)}); the note was not kept.`)
    }
    this.#stored = { schema: 'hagstone.notes/1', notes }
    this.#byPair = null
  }

  #match(): Map<number, PairNote> {
    const noted = new Map(this.#stored.notes.map(({ key, status, text }) => [key, { status, text }]))
    const found = new Map<number, PairNote>()
    for (let pair = 0; pair < this.#profile.pairs.length; pair++) {
      const note = noted.get(keyOf(this.#profile, pair))
      if (note !== undefined) found.set(pair, note)
    }
    return found
  }
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

/** The same for the same relation between the same two contexts, told by functions, files and lines. */
function keyOf(profile: ProfileTables, pair: number): string {
  const { pairs } = profile
  const side = (instruction: number): unknown[] => {
    const { frames, leaf } = contextOf(profile, instruction)
    return [...frames, leaf].map(({ function: name, file, line }) => [name, file, line])
  }
  return hash(JSON.stringify([TOOLS[pairs.tool[pair]!], RELATIONS[pairs.relation[pair]!], side(pairs.source[pair]!), side(pairs.target[pair]!)]))
}

function describe(profile: ProfileTables, pair: number): string {
  const { pairs } = profile
  const place = (instruction: number): string => {
    const { leaf } = contextOf(profile, instruction)
    return placeText(leaf.function, leaf.file, leaf.line)
  }
  return `${place(pairs.source[pair]!)} ${RELATIONS[pairs.relation[pair]!]} ${place(pairs.target[pair]!)}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, KEY_LENGTH)
}
