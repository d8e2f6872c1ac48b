/**
 * Frames that tail calls removed from calling contexts (docs/metrics.md, "Tail calls"). A function that ends in `return
 * f(x);` jumps to f, which then returns to the caller's caller. The call's target then differs from the function above
 * it.
 */
import { FUNCTION, INLINED, TAIL_CALL, TAIL_CALLS_UNSURE, UNKNOWN } from '../../../shared/profile/tables.ts'
import type { Locations, MergedModule } from '../merged.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'
import { namedFrames, type NamedFrame, type NameTables } from '../symbols/symbolise.ts'
import { CalledCode } from './called_code.ts'
import { tailCallChain, type TailCallChain } from './tail_call_chains.ts'

/** A row of the tree between a call and the function whose frame is above it. */
export interface RestoredRow {
  /** FUNCTION of the first function, then INLINED or TAIL_CALL, or UNKNOWN where several chains are possible. */
  kind: number
  functionIndex: number
  /** Where the function calls the next one: place of the jump, or of an inlined call; −1: unknown. */
  file: number
  line: number
  address: number
}

/** Represents the target of a pointer. */
const POINTER = -2

interface Known {
  modules: readonly MergedModule[]
  locations: Locations
  opened: ReadonlyArray<SymbolModule | null>
  names: NameTables
}

export class RestoredFrames {
  readonly #known: Known
  readonly #code: CalledCode
  /** By called function and callee. */
  readonly #rows = new Map<string, readonly RestoredRow[] | null>()
  /** By callee, of calls through pointers. */
  readonly #pointerRows = new Map<number, readonly RestoredRow[] | null>()

  constructor(known: Known) {
    this.#known = known
    this.#code = new CalledCode(known.modules, known.locations, known.opened)
  }

  /**
   * Rows between the call of one location and the function of another, whose frame is the next one on the stack.
   * @param caller location of the call; −1: unknown, or none @returns null: nothing is missing, or nothing is known
   */
  between(caller: number, location: number): readonly RestoredRow[] | null {
    return caller < 0 ? null : this.#rowsTo(caller, this.#code.functionAt(location))
  }

  /** The same between a call and the OpenMP runtime that began a parallel region for it, whose frames are left out. */
  beforeRegion(caller: number): readonly RestoredRow[] | null {
    return caller < 0 ? null : this.#rowsTo(caller, this.#code.runtime)
  }

  #rowsTo(caller: number, callee: number): readonly RestoredRow[] | null {
    if (callee < 0) return null
    const called = this.#code.calledInstead(caller, callee)
    if (called < 0) return this.#rowsByPointer(caller, callee)
    const isImported = this.#code.isImported(caller)
    const key = `${called} ${callee} ${isImported ? 1 : 0}`
    let rows = this.#rows.get(key)
    if (rows === undefined) this.#rows.set(key, (rows = this.#restore(called, callee, isImported)))
    return rows
  }

  #rowsByPointer(caller: number, callee: number): readonly RestoredRow[] | null {
    const pointer = this.#code.calledByPointer(caller, callee)
    if (pointer === null) return null
    let rows = this.#pointerRows.get(callee)
    if (rows === undefined) {
      const targetsOf = (node: number): readonly number[] => (node === POINTER ? pointer.called : (pointer.exits.get(node) ?? []))
      const chain = tailCallChain(POINTER, callee, (node) => ({ targets: targetsOf(node).map((next) => [next]), unresolved: false }))
      this.#pointerRows.set(callee, (rows = chain && this.#rowsAlong({ ...chain, before: chain.before.slice(1) }, callee)))
    }
    return rows
  }

  /** @param isImported the dynamic linker may choose another function than the one it looks up */
  #restore(called: number, callee: number, isImported: boolean): RestoredRow[] | null {
    const chain = tailCallChain(called, callee, (node) => this.#code.exitsOf(node))
    if (chain === null || (isImported && !chain.unique && chain.after.length === 0 && chain.before.length === 1)) return null
    return this.#rowsAlong(chain, callee)
  }

  #rowsAlong(chain: TailCallChain, callee: number): RestoredRow[] {
    const { before, after, onward, unique } = chain
    const rows = before.flatMap((node, i) => this.#rowsOf(node, i + 1 < before.length ? [before[i + 1]!] : onward))
    if (!unique)
      rows.push({
        kind: UNKNOWN,
        functionIndex: this.#known.names.function({ name: TAIL_CALLS_UNSURE, linkageName: '', module: -1, file: -1, line: -1 }),
        file: -1,
        line: -1,
        address: -1,
      })
    rows.push(...after.flatMap((node, i) => this.#rowsOf(node, [after[i + 1] ?? callee])))
    const first = rows.find(({ kind }) => kind !== UNKNOWN)
    if (first) first.kind = FUNCTION
    return rows
  }

  /** A function that jumped to one of `next`, and the functions inlined into it around the jump. */
  #rowsOf(node: number, next: readonly number[]): RestoredRow[] {
    const jumps = this.#code.jumpsTo(node, next)
    const places = jumps.map((jump) => this.#framesAt(node, jump))
    const first = places[0] ?? this.#framesAt(node, this.#code.entry(node)).slice(0, 1)
    // Several jumps to one function: only their common frames are known.
    const shared =
      places.length === 0
        ? 1
        : first.findIndex((frame, i) => places.some((other) => other[i]?.functionIndex !== frame.functionIndex || other.length !== first.length))
    const frames = shared < 0 ? first : first.slice(0, Math.max(shared, 1))
    return frames.map((frame, i) => {
      const isKnown = places.length > 0 && places.every((other) => other[i]?.file === frame.file && other[i]?.line === frame.line)
      const address = jumps.length === 1 || isKnown ? jumps[0]! : -1
      return {
        kind: frame.inlined ? INLINED : TAIL_CALL,
        functionIndex: frame.functionIndex,
        ...(isKnown ? { file: frame.file, line: frame.line } : { file: -1, line: -1 }),
        address,
      }
    })
  }

  #framesAt(node: number, address: number): NamedFrame[] {
    const { modules, opened, names } = this.#known
    const module = this.#code.module(node)
    return namedFrames(opened[module]!, modules[module]!, module, address, this.#code.entry(node), names)
  }
}
