/**
 * Objects that the program's own code copies: calls of copy constructors and of the destructors of the copies, in Rust of
 * `clone` and `drop`.
 */
import type { AdvicePlace } from '../../../../shared/advice/advice.ts'
import type { ChargedPlaces } from '../../../../shared/findings/charged_places.ts'
import { OWN } from '../../../../shared/findings/own_code.ts'
import { shortFunctionName } from '../../../../shared/findings/wording/short_names.ts'
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
}

/** They copy a few words, count references (which has a rule of its own), or refer to data of others. */
const CHEAP = /(?:_ptr|_count|iterator|allocator|string_view|span|_view|reference_wrapper|function_ref|^Rc|^Arc)\b/i

interface Called {
  type: string
  isEnd: boolean
  /** In Rust. */
  isClone: boolean
}

const NONE = -1

export class CopiedObjects {
  readonly #profile: Pick<ProfileTables, 'nodes' | 'functions' | 'files'>
  readonly #places: ChargedPlaces
  #found: ReadonlyMap<string, Found> | null = null
  /** Types whose clones end anywhere in the program: a clone is moved, and ends in another function. */
  readonly #dropped = new Set<string>()
  readonly #called = new Map<number, Called | null>()

  constructor(profile: Pick<ProfileTables, 'nodes' | 'functions' | 'files'>, places: ChargedPlaces) {
    this.#profile = profile
    this.#places = places
  }

  /** The copies that an access of a library's function belongs to: it is in the copy constructor or the destructor; null: it is in neither. */
  of(node: number): Copies | null {
    const row = this.#callAround(node)
    if (row === NONE) return null
    const { type, isEnd, isClone } = this.#calledBy(row)!
    const found = (this.#found ??= this.#search())
    const copies = found.get(this.#keyOf(row, type))
    // Without its end in the same function, something keeps the copy: a member, or the caller.
    if (copies === undefined || copies.places.length === 0 || !(copies.isEnded || (isClone && this.#dropped.has(type)))) return null
    return isEnd ? copies : { ...copies, row }
  }

  /** The outermost of copies within each other: of a list, of its elements, and of their members. */
  #callAround(node: number): number {
    const { charge, owners } = this.#places
    const { kind, functionIndex, parent } = this.#profile.nodes
    let row = charge[node]!
    if (row < 0 || !isFunctionRow(kind[row]!) || owners[functionIndex[row]!] === OWN) return NONE
    for (;;) {
      let holder = parent[row]!
      while (holder > 0 && !isFunctionRow(kind[holder]!)) holder = parent[holder]!
      // A member's copy may be for a container that keeps the element: then the outermost call is none of these.
      if (holder <= 0 || this.#calledBy(holder) === null) return this.#calledBy(row) === null ? NONE : row
      row = charge[holder]!
      if (row < 0) return NONE
    }
  }

  #search(): Map<string, Found> {
    const { charge } = this.#places
    const found = new Map<string, Found>()
    for (let row = 1; row < charge.length; row++) {
      const called = charge[row] === row ? this.#calledBy(row) : null
      if (called === null) continue
      const key = this.#keyOf(row, called.type)
      const known = found.get(key) ?? {
        type: shortFunctionName(called.type),
        functions: called.isClone ? 'clone and drop' : 'the copy constructor and the destructor',
        row,
        calls: new Set<number>(),
        places: [],
        isEnded: false,
      }
      found.set(key, known)
      known.calls.add(row)
      if (called.isEnd) {
        known.isEnded = true
        this.#dropped.add(called.type)
      } else this.#addPlace(known, row)
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

  /** Null: the row is no such call. */
  #calledBy(row: number): Called | null {
    const { kind, functionIndex } = this.#profile.nodes
    const called = isFunctionRow(kind[row]!) ? functionIndex[row]! : NONE
    if (called < 0) return null
    let known = this.#called.get(called)
    if (known === undefined) this.#called.set(called, (known = copyOrEnd(this.#profile.functions[called]!.name)))
    return known
  }
}

/** The class that is copied or ended, from the demangled name: "C::c(C const&)", "C::~c()", "<C as core::clone::Clone>::clone". */
export function copyOrEnd(name: string): Called | null {
  const plain = name.replace(/ \[clone [^\]]*\]/g, '')
  const end = /^(.+)::~(\w+)\(\)$/.exec(plain)
  if (end !== null && end[2] === baseOf(end[1]!)) return called(end[1]!, true)
  const clone = /^<(.+) as core::clone::Clone>::clone$/.exec(plain) ?? /^core::ptr::drop_in_place(?:::)?<(.+)>$/.exec(plain)
  // A generic function has no types in its name.
  if (clone !== null) return called(clone[1]!.replace(/<.*$/, ''), plain.startsWith('core'), true)
  if (!plain.endsWith(' const&)')) return null
  const call = plain.slice(0, -' const&)'.length)
  // The class may have parentheses in its arguments: of function types, and of the anonymous namespace.
  for (let at = call.indexOf('('); at >= 0; at = call.indexOf('(', at + 1)) {
    const type = call.slice(at + 1)
    if (call.slice(0, at) === `${type}::${baseOf(type)}`) return called(type, false)
  }
  return null
}

/** "c" of "b::c<a::d>". */
function baseOf(type: string): string {
  let depth = 0
  let start = 0
  let end = type.length
  for (let at = 0; at < type.length; at++) {
    if (type[at] === '<' && depth++ === 0) end = at
    else if (type[at] === '>') depth--
    else if (depth === 0 && type[at] === ':') [start, end] = [at + 1, type.length]
  }
  return type.slice(start, end)
}

function called(type: string, isEnd: boolean, isClone = false): Called | null {
  return type === '' || CHEAP.test(baseOf(type)) ? null : { type, isEnd, isClone }
}
