/**
 * Users' notes on the pairs of a profile. Pairs are identified by their two contexts in names and lines, so that notes
 * survive another analysis of the same recording.
 */
import { contextOf, placeText } from '../../../../shared/profile/frames.ts'
import { RELATIONS, TOOLS, type ProfileTables } from '../../../../shared/profile/profile.ts'
import { type PairNote } from '../../../../shared/rpc/pairs.ts'
import type { StoredNote } from '../../../profile/stored_notes.ts'
import { KeptNotes, noteKey, noteOf } from './kept_notes.ts'
import { accessPlace } from './pair_filter.ts'

export class PairNotes {
  readonly #kept: KeptNotes
  readonly #profile: ProfileTables
  #stored: readonly StoredNote[]
  /** Null: unknown so far. Most profiles have no notes, so no key is computed. */
  #byPair: Map<number, PairNote> | null = null

  constructor(kept: KeptNotes, profile: ProfileTables) {
    this.#kept = kept
    this.#profile = profile
    this.#stored = kept.atOpening
    if (this.#stored.length === 0) this.#byPair = new Map()
  }

  of(pair: number): PairNote | null {
    this.#byPair ??= this.#match()
    return this.#byPair.get(pair) ?? null
  }

  /**
   * Changes the current version of a pair's note, so that no change undoes an earlier one; an empty note is removed.
   * @returns the note afterwards; null: none
   * @throws RpcError unable or bad-file
   */
  write(pair: number, change: Partial<PairNote>): PairNote | null {
    const key = keyOf(this.#profile, pair, new Map())
    const notes = this.#kept.change(key, describe(this.#profile, pair), change)
    const others = (stored: readonly StoredNote[]): string => JSON.stringify(stored.filter((note) => note.key !== key))
    // Another window may have added notes.
    if (others(notes) !== others(this.#stored)) this.#byPair = null
    this.#stored = notes
    const note = noteOf(notes, key)
    this.#renew(pair, key, note)
    return note
  }

  #match(): Map<number, PairNote> {
    const noted = new Map(this.#stored.map(({ key, status, text }) => [key, { status, text }]))
    // Keys are computed only for pairs whose accesses are at noted places: for millions of contexts they take minutes.
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

  /** The note of a pair, and of all pairs with its key: keys are computed only for those that can have the same. */
  #renew(pair: number, key: string, note: PairNote | null): void {
    if (this.#byPair === null) return
    const { pairs, nodes, functions } = this.#profile
    const name = (instruction: number): string => functions[nodes.functionIndex[instruction]!]!.name
    const [source, target] = [name(pairs.source[pair]!), name(pairs.target[pair]!)]
    const contexts = new Map<number, string>()
    for (let other = 0; other < pairs.length; other++) {
      if (
        pairs.tool[other] !== pairs.tool[pair] ||
        pairs.relation[other] !== pairs.relation[pair] ||
        name(pairs.source[other]!) !== source ||
        name(pairs.target[other]!) !== target
      )
        continue
      if (keyOf(this.#profile, other, contexts) !== key) continue
      if (note === null) this.#byPair.delete(other)
      else this.#byPair.set(other, note)
    }
  }
}

/**
 * Equal for the same relation between the same two contexts, identified by functions, files and lines.
 * @param contexts hashes of contexts known already: pairs share them
 */
function keyOf(profile: ProfileTables, pair: number, contexts: Map<number, string>): string {
  const { pairs } = profile
  const side = (instruction: number): string => {
    let known = contexts.get(instruction)
    if (known === undefined) {
      const { frames, leaf } = contextOf(profile, instruction)
      known = noteKey(JSON.stringify([...frames, leaf].map(({ function: name, file, line }) => [name, file, line])))
      contexts.set(instruction, known)
    }
    return known
  }
  return noteKey(JSON.stringify([TOOLS[pairs.tool[pair]!], RELATIONS[pairs.relation[pair]!], side(pairs.source[pair]!), side(pairs.target[pair]!)]))
}

/** Everything up to a space: a function's name may contain spaces. */
function beginnings(texts: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const text of texts) for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) found.add(text.slice(0, space))
  return found
}

/** Description stored with notes: equal for pairs with the same key. */
function describe(profile: ProfileTables, pair: number): string {
  const { pairs } = profile
  const place = (instruction: number): string => {
    const { name, file, line } = accessPlace(profile, instruction)
    return placeText(name, file, line, profile.files)
  }
  return `${place(pairs.source[pair]!)} ${RELATIONS[pairs.relation[pair]!]} ${place(pairs.target[pair]!)}`
}
