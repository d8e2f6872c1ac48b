/**
 * Where the accesses of each row of the tree are charged: the innermost source line of the program itself, also of work
 * that a library does for it (docs/metrics.md, Findings). One pass over the tree; profiles have ten million rows.
 */
import { PairInterner } from '../profile/pair_interner.ts'
import type { ProfileTables } from '../profile/profile.ts'
import { INLINED, isCalledRow, isFunctionRow, LINE, LOOP, UNKNOWN } from '../profile/tables.ts'
import { copyOrEnd, type CopyOrEnd } from '../names/copy_functions.ts'
import { isStartUpFunction } from '../names/runtimes/start_up_functions.ts'
import { isAgent, isOperator, isSystemSource, OWN, ownersOfFunctions } from './own_code.ts'
import { shortFunctionName } from './wording/short_names.ts'
import { wrapperFunctions } from './wrappers.ts'

export interface Place {
  functionIndex: number
  /** Into `files`; −1 without source. */
  file: number
  /** −1 without source. */
  line: number
}

const NO_ROW = -1

/** A call in the source; an instruction that is written as a call; a function of Hagstone's own. */
const CALLED = { function: 1, instruction: 2, agent: 3 } as const

export class ChargedPlaces {
  /** By row of the tree: number of the place; −1: no code of the program's own is above the row. */
  readonly place: Int32Array
  /**
   * By row: the row whose own cost the row's accesses are part of: the innermost loop, else the line, else the function. In functions
   * of libraries it is the function: the program can only call it or not.
   */
  readonly unit: Int32Array
  /** By row: 1 in code of a library that was not inlined into the program's own. */
  readonly inLibrary: Uint8Array
  /** By row: the row that gave the place: a line, or a called or inlined function whose call is the place. */
  readonly charge: Int32Array
  /** By number. */
  readonly places: Place[] = []
  /** By row of `functions`. */
  readonly owners: Uint8Array
  /** By row of `functions`; empty if none copies or ends anything. */
  readonly #copiesOrEnds: ReadonlyArray<CopyOrEnd | null>
  readonly #profile: Pick<ProfileTables, 'nodes' | 'functions' | 'files' | 'modules'>
  /** Numbers for pairs of line and function name, and of file and line. */
  readonly #numbers = new PairInterner()
  readonly #lines = new PairInterner()
  /** By row of `functions`: the first that is called so as written. */
  readonly #nameOf: Int32Array
  /** By row of `functions`: 1 for those that stand for one expression of their callers. */
  readonly #isWrapper: Uint8Array
  /** By row of `functions`: one of the CALLED; 0: not known yet. */
  readonly #calledAs: Uint8Array

  constructor(profile: Pick<ProfileTables, 'nodes' | 'functions' | 'files' | 'modules'>) {
    this.#profile = profile
    const { nodes, functions, files } = profile
    const { length, parent, kind, functionIndex, file, line } = nodes
    this.owners = ownersOfFunctions(profile)
    const names = new Map<string, number>()
    this.#nameOf = Int32Array.from(functions, ({ name }) => {
      const short = shortFunctionName(name)
      return names.get(short) ?? names.set(short, names.size).size - 1
    })
    const isOwnFile = Uint8Array.from(files, (path) => (isSystemSource(path) ? 0 : 1))
    const isStartUp = Uint8Array.from(functions, ({ name }) => (isStartUpFunction(name) ? 1 : 0))
    this.#calledAs = new Uint8Array(functions.length)
    this.place = new Int32Array(length).fill(NO_ROW)
    this.unit = new Int32Array(length)
    this.charge = new Int32Array(length).fill(NO_ROW)
    const copiesOrEnds = functions.map(({ name }) => copyOrEnd(name))
    this.#copiesOrEnds = copiesOrEnds.some((each) => each !== null) ? copiesOrEnds : []
    const isMade = this.#madeByCompiler()
    this.#isWrapper = wrapperFunctions(profile)
    const isOwn = (index: number): boolean => index >= 0 && this.owners[index] === OWN && isStartUp[index] === 0 && isMade[index] === 0
    this.inLibrary = new Uint8Array(length)
    for (let row = 1; row < length; row++) {
      const above = parent[row]!
      const rowKind = kind[row]!
      this.place[row] = this.place[above]!
      this.charge[row] = this.charge[above]!
      const isForeign = this.owners[functionIndex[row]!] !== OWN
      this.inLibrary[row] = isForeign && isCalledRow(rowKind) ? 1 : isForeign || !isFunctionRow(rowKind) ? this.inLibrary[above]! : 0
      this.unit[row] =
        isCalledRow(rowKind) || (this.inLibrary[row] === 0 && (rowKind === LOOP || (rowKind === LINE && kind[this.unit[above]!] !== LOOP)))
          ? row
          : this.unit[above]!
      if (rowKind === UNKNOWN || rowKind === LOOP) continue
      const hasLine = file[row]! >= 0 && line[row]! > 0 && isOwnFile[file[row]!] === 1
      // The line of a function's row is that of the call, in the function above.
      const holder = rowKind === LINE ? functionIndex[row]! : functionIndex[above]!
      if (holder >= 0 && this.#isWrapper[holder] === 1 && kind[above] === INLINED) continue
      if ((rowKind === LINE || isFunctionRow(rowKind)) && hasLine && above > 0 && kind[above] !== UNKNOWN && isOwn(holder)) {
        this.#charge(row, holder, file[row]!, line[row]!)
      }
      if (
        isCalledRow(rowKind) &&
        isOwn(functionIndex[row]!) &&
        functions[functionIndex[row]!]!.file < 0 &&
        (this.place[row] === NO_ROW || this.places[this.place[row]!]!.line < 0)
      ) {
        this.#charge(row, functionIndex[row]!, -1, -1)
      }
    }
  }

  /**
   * By row of `functions`: 1 for copies and ends of objects that the compiler makes member by member, so that only their call can be
   * changed: those without a line but that of their declaration, which is mostly the class; in Rust all, since most are derived.
   */
  #madeByCompiler(): Uint8Array {
    const { functions, nodes } = this.#profile
    const found = this.#copiesOrEnds
    const isMade = Uint8Array.from(functions, ({ line }, index) => (line > 0 && this.owners[index] === OWN && found[index] != null ? 1 : 0))
    if (!isMade.includes(1)) return isMade
    const { length, parent, kind, functionIndex, line } = nodes
    for (let row = 1; row < length; row++) {
      const holder = isFunctionRow(kind[row]!) ? functionIndex[parent[row]!]! : functionIndex[row]!
      if (isMade[holder] === 1 && found[holder]?.isClone === false && line[row]! > 0 && line[row] !== functions[holder]!.line) isMade[holder] = 0
    }
    return isMade
  }

  #charge(row: number, functionIndex: number, file: number, line: number): void {
    // Instances of one template are one function as written; functions inlined into each other may share a line.
    const name = this.#nameOf[functionIndex]!
    const number = this.#numbers.intern(this.#lines.intern(file, Math.max(0, line)), name)
    if (number === this.places.length) this.places.push({ functionIndex, file, line })
    this.place[row] = number
    this.charge[row] = row
  }

  /** The innermost loop around the place that a row is charged to, in the same function; −1: none. */
  loopAround(row: number): number {
    const { parent, kind } = this.#profile.nodes
    const charge = this.charge[row]!
    if (charge < 0) return NO_ROW
    for (let at = parent[charge]!; at > 0; at = parent[at]!) {
      if (kind[at] === LOOP) return at
      if (isCalledRow(kind[at]!)) return NO_ROW
    }
    return NO_ROW
  }

  /** The function that the program calls in the place, whose work the row is; −1: the place itself does it, or an instruction that is written as a call. */
  calledThere(row: number): number {
    const { kind, functionIndex } = this.#profile.nodes
    const charge = this.charge[row]!
    const called = charge >= 0 && kind[charge] !== LINE && this.places[this.place[row]!]!.file >= 0 ? functionIndex[charge]! : NO_ROW
    if (called < 0) return NO_ROW
    const as = this.#howCalled(called)
    return as === CALLED.agent ? this.#calledWithin(charge, row) : as === CALLED.instruction ? NO_ROW : called
  }

  /** What the row's work copies or ends for the place, by the function that is called there; null: neither. */
  copiedThere(row: number): CopyOrEnd | null {
    return this.#copiesOrEnds.length === 0 ? null : this.copiedBy(this.charge[row]!)
  }

  /** What the function of a row copies or ends; null: neither, or the row is no function. @param row −1: none */
  copiedBy(row: number): CopyOrEnd | null {
    const { kind, functionIndex } = this.#profile.nodes
    return row < 0 || !isFunctionRow(kind[row]!) ? null : (this.#copiesOrEnds[functionIndex[row]!] ?? null)
  }

  /** Names are matched once for each function: millions of rows ask. */
  #howCalled(called: number): number {
    const { functions, modules } = this.#profile
    const { name, module } = functions[called]!
    const isExpression = isOperator(name) || this.#isWrapper[called] === 1
    return (this.#calledAs[called] ||= isAgent(modules[module]?.path ?? '') ? CALLED.agent : isExpression ? CALLED.instruction : CALLED.function)
  }

  /** The function that the one at a row calls on the way to another row; −1: none. */
  #calledWithin(above: number, row: number): number {
    const { kind, functionIndex, parent } = this.#profile.nodes
    let called = NO_ROW
    for (let at = row; at > above; at = parent[at]!) if (isCalledRow(kind[at]!)) called = functionIndex[at]!
    return called
  }

  /** The library's function that a program without lines calls above the row; −1: the place has lines, or does the work itself. */
  calledWithoutLines(row: number): number {
    const charge = this.charge[row]!
    return charge < 0 || this.places[this.place[row]!]!.file >= 0 ? NO_ROW : this.#calledWithin(charge, row)
  }
}
