/**
 * Objects that the program's own code copies: calls of copy constructors and of the destructors of the copies, in Rust of
 * `clone` and `drop`.
 */
import type { AdvicePlace } from '../../../../shared/advice/advice.ts'
import type { ChargedPlaces } from '../../../../shared/findings/charged_places.ts'
import { OWN } from '../../../../shared/findings/own_code.ts'
import { shortFunctionName } from '../../../../shared/findings/wording/short_names.ts'
import type { CopyOrEnd } from '../../../../shared/names/copy_functions.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { isFunctionRow } from '../../../../shared/profile/tables.ts'

/** The copies of one class that one function makes. */
export interface Copies {
  /** As people say it: "std::vector". */
  type: string
  /** Row of a call that copies. */
  row: number
  /** What copies and what ends the copies, in words. */
  functions: string
  /** Rows of the calls of both. */
  calls: ReadonlySet<number>
  /** Lines that copy, each once, in the order of the tree. */
  places: readonly AdvicePlace[]
}

interface Found extends Copies {
  calls: Set<number>
  places: AdvicePlace[]
  isEnded: boolean
  /** By its first call. */
  copied: CopyOrEnd
}

const NONE = -1

export class CopiedObjects {
  readonly #profile: Pick<ProfileTables, 'nodes' | 'functions' | 'files'>
  readonly #places: ChargedPlaces
  #found: ReadonlyMap<string, Found> | null = null

  constructor(profile: Pick<ProfileTables, 'nodes' | 'functions' | 'files'>, places: ChargedPlaces) {
    this.#profile = profile
    this.#places = places
  }

  /** The copies that an access of a library's function belongs to: it is in the copy constructor or the destructor; null: it is in neither. */
  of(node: number): Copies | null {
    const row = this.#callAround(node)
    if (row === NONE) return null
    const { type, isEnd } = this.#places.copiedBy(row)!
    this.#found ??= this.#search()
    const copies = this.#found.get(this.#keyOf(row, type))
    // Without its end in the same function, something keeps the copy: a member, or the caller.
    if (copies === undefined || copies.places.length === 0 || !copies.isEnded) return null
    return isEnd ? copies : { ...copies, row }
  }

  /** The outermost of copies within each other: of a list, of its elements, and of their members. */
  #callAround(node: number): number {
    const { charge, owners } = this.#places
    const { kind, functionIndex, parent } = this.#profile.nodes
    let row = charge[node]!
    if (row < 0 || !isFunctionRow(kind[row]!) || (owners[functionIndex[row]!] === OWN && this.#places.copiedBy(row) === null)) return NONE
    for (;;) {
      let holder = parent[row]!
      while (holder > 0 && !isFunctionRow(kind[holder]!)) holder = parent[holder]!
      // A member's copy may be for a container that keeps the element: then the outermost call is none of these.
      if (holder <= 0 || this.#places.copiedBy(holder) === null) return this.#places.copiedBy(row) === null ? NONE : row
      row = charge[holder]!
      if (row < 0) return NONE
    }
  }

  #search(): Map<string, Found> {
    const { charge } = this.#places
    const found = new Map<string, Found>()
    const ends: Array<{ type: string; row: number }> = []
    for (let row = 1; row < charge.length; row++) {
      const called = charge[row] === row ? this.#places.copiedBy(row) : null
      if (called === null) continue
      const key = this.#keyOf(row, called.type)
      const known: Found = found.get(key) ?? {
        type: shortFunctionName(called.type),
        functions: called.isClone ? 'clone and drop' : 'the copy constructor and the destructor',
        row,
        calls: new Set<number>(),
        places: [],
        isEnded: false,
        copied: called,
      }
      found.set(key, known)
      known.calls.add(row)
      if (called.isEnd) {
        known.isEnded = true
        ends.push({ type: called.type, row })
      } else this.#addPlace(known, row)
    }
    // A clone is moved, and ends in another function.
    const endsOf = Map.groupBy(ends, ({ type }) => type)
    for (const copies of found.values()) {
      const moved = copies.copied.isClone && !copies.isEnded ? (endsOf.get(copies.copied.type) ?? []) : []
      for (const { row } of moved) copies.calls.add(row)
      copies.isEnded ||= moved.length > 0
    }
    return found
  }

  #addPlace(copies: Found, row: number): void {
    const { functionIndex, file, line } = this.#places.places[this.#places.place[row]!]!
    const { functions, files } = this.#profile
    if (line <= 0 || file < 0) return
    if (copies.places.length === 0) copies.row = row
    if (copies.places.some((place) => place.line === line && place.file === files[file])) return
    copies.places.push({ function: functions[functionIndex]!.name, file: files[file]!, line })
  }

  /** One function of the program, and one class. */
  #keyOf(row: number, type: string): string {
    const { functionIndex, file } = this.#places.places[this.#places.place[row]!]!
    return `${file}|${shortFunctionName(this.#profile.functions[functionIndex]!.name)}|${type}`
  }
}
