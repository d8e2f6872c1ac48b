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
  /** Null: not known yet. Most profiles have no notes: then no key is made. */
  #byPair: Map<number, PairNote> | null = null

  constructor(path: string, profile: ProfileTables) {
    this.#profile = profile
    this.#file = new JsonFile(notesFile(path), storedNotes, { missing: { schema: 'hagstone.notes/1', notes: [] }, warn: (line) => (this.problem = line), consequence: 'notes on pairs are not shown' })
    this.#stored = this.#file.read()
    if (this.#stored.notes.length === 0) this.#byPair = new Map()
  }

  of(pair: number): PairNote | null {
    this.#byPair ??= this.#match()
    return this.#byPair.get(pair) ?? null
  }

  /** An empty note removes the one that was there. @throws RpcError unable or bad-file */
  write(pair: number, { status, text }: PairNote): void {
    this.#assertReadable()
    const key = keyOf(this.#profile, pair, new Map())
    const present = this.#file.read().notes
    // The file may have been spoilt since it was read first.
    this.#assertReadable()
    const others = present.filter((note) => note.key !== key)
    const notes = status === null && text === '' ? others : [...others, { key, pair: describe(this.#profile, pair), status, text }]
    try {
      this.#file.write({ schema: 'hagstone.notes/1', notes })
    } catch (error) {
      throw new RpcError('unable', `${this.#file.path} cannot be written (${messageOf(error)}); the note was not kept.`)
    }
    // Another window's notes may have come.
    if (JSON.stringify(others) !== JSON.stringify(this.#stored.notes.filter((note) => note.key !== key))) this.#byPair = null
    this.#stored = { schema: 'hagstone.notes/1', notes }
    this.#renew(pair, key, notes === others ? null : { status, text })
  }

  #assertReadable(): void {
    if (this.problem !== null) throw new RpcError('bad-file', `${this.problem} Mend it or move it away, and open the profile again, to write notes.`)
  }

  #match(): Map<number, PairNote> {
    const noted = new Map(this.#stored.notes.map(({ key, status, text }) => [key, { status, text }]))
    const found = new Map<number, PairNote>()
    const contexts = new Map<number, string>()
    for (let pair = 0; pair < this.#profile.pairs.length; pair++) {
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
