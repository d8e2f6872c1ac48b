/**
 * Functions of all modules of a recording by number, the targets of their tail calls, and the targets of calls in its
 * contexts.
 */
import { basename } from 'node:path'
import { CONTEXT_RETURN_ADDRESS } from '../../raw/raw_layout.ts'
import type { Locations, MergedModule } from '../merged.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'
import { NOT_KNOWN, type TailExits } from './tail_call_chains.ts'

/** A jump by which a function left, and its possible targets. */
interface TailExit {
  jump: number
  targets: readonly number[]
  isKnown: boolean
}

interface KnownExits extends TailExits {
  jumps: TailExit[]
}

/** Functions from which only tail calls lead to a function without pointers to it. */
export interface PointerCall {
  /** Functions that a pointer may lead to. */
  called: readonly number[]
  /** By function: its jump targets on the way. */
  exits: ReadonlyMap<number, readonly number[]>
}

/** With more callers, too many chains are possible. */
const MOST_CALLERS = 200
/** Interposes a few libc functions, to which it jumps. */
const AGENT = 'libhagstone_agent.so'
/** Functions of OpenMP runtimes that start a region in a team, or create a task. */
const RUNTIME_ENTRY = /^(?:GOMP_(?:parallel|task|teams)|__kmpc_(?:fork_|omp_task))/
const NONE: readonly number[] = []

export class CalledCode {
  readonly #opened: ReadonlyArray<SymbolModule | null>
  readonly #libraries: readonly number[]
  /** [module]: number of the function that begins at an address. */
  readonly #numbers: Array<Map<number, number>>
  readonly #moduleOf: number[] = []
  readonly #entryOf: number[] = []
  /**
   * Represents all functions of OpenMP runtimes that begin regions, whose frames are not in the contexts. Leads
   * nowhere.
   */
  readonly runtime: number
  readonly #imports = new Map<string, readonly number[]>()
  readonly #exits = new Map<number, KnownExits>()
  /** By location: the function that its code is in; −1: not known. */
  readonly #function: Int32Array
  /** By location of a call: the only function it can reach; −1: unknown. */
  readonly #target: Int32Array
  /** By location: 1 for a call through a register or memory whose target is not known. */
  readonly #isIndirect: Uint8Array
  readonly #pointers = new Map<number, PointerCall | null>()
  /** The same, for calls that the dynamic linker resolved: all functions it may have chosen. */
  readonly #choices = new Map<number, readonly number[]>()

  constructor(modules: readonly MergedModule[], locations: Locations, opened: ReadonlyArray<SymbolModule | null>) {
    this.#opened = opened
    this.#numbers = modules.map(() => new Map())
    this.#moduleOf.push(-1)
    this.runtime = this.#entryOf.push(-1) - 1
    this.#exits.set(this.runtime, { jumps: [], targets: [], unresolved: false })
    this.#libraries = modules.flatMap(({ path }, module) => (opened[module] && basename(path) !== AGENT ? [module] : []))
    this.#function = new Int32Array(locations.length).fill(-1)
    this.#target = new Int32Array(locations.length).fill(-1)
    this.#isIndirect = new Uint8Array(locations.length)
    const used: number[][] = modules.map(() => [])
    for (let location = 0; location < locations.length; location++) used[locations.module[location]!]?.push(location)
    used.forEach((own, module) => {
      const symbols = opened[module]
      if (!symbols || own.length === 0) return
      const entries = symbols.functionEntries(Float64Array.from(own, (location) => locations.lookup[location]!))
      own.forEach((location, i) => {
        if (entries[i]! >= 0) this.#function[location] = this.#number(module, entries[i]!)
      })
      const calls = own.filter((location) => (locations.flags[location]! & CONTEXT_RETURN_ADDRESS) !== 0)
      const returns = Float64Array.from(calls, (location) => locations.lookup[location]! + 1)
      const { address, imported } = symbols.callTargets(returns)
      const indirect = symbols.indirectCalls(returns)
      calls.forEach((location, i) => {
        if (address[i]! >= 0) this.#target[location] = this.#number(module, address[i]!)
        else if (imported[i] !== '') this.#resolve(location, imported[i]!)
        else this.#isIndirect[location] = indirect[i]!
      })
    })
  }

  /** The function whose code a location is in; −1: not known. */
  functionAt(location: number): number {
    return this.#function[location]!
  }

  /** The function that a location's call went to, if different from `callee`; −1: the same, or unknown. */
  calledInstead(call: number, callee: number): number {
    const target = this.#target[call]!
    return target < 0 || target === callee || this.#choices.get(call)?.includes(callee) === true ? -1 : target
  }

  /**
   * The target of a call through a pointer with `callee` above it, to which no pointer leads: another function, which
   * left by tail calls. Null: not a call through a pointer, a pointer may lead to the callee, or nothing is known.
   */
  calledByPointer(call: number, callee: number): PointerCall | null {
    if (this.#isIndirect[call] !== 1 || callee === this.runtime) return null
    let found = this.#pointers.get(callee)
    if (found === undefined) this.#pointers.set(callee, (found = this.#readPointerCall(callee)))
    return found
  }

  /** Whether the dynamic linker chose the target of a location's call. */
  isImported(call: number): boolean {
    return this.#choices.has(call)
  }

  exitsOf(node: number): TailExits {
    return this.#known(node)
  }

  /** The jumps by which a function may have gone to one of the others, or to an unknown target. */
  jumpsTo(node: number, callees: readonly number[]): number[] {
    const leads = ({ targets, isKnown }: TailExit): boolean => (isKnown ? targets.some((target) => callees.includes(target)) : callees.includes(NOT_KNOWN))
    return this.#known(node)
      .jumps.filter(leads)
      .map(({ jump }) => jump)
  }

  module(node: number): number {
    return this.#moduleOf[node]!
  }

  /** ELF virtual address where the function begins. */
  entry(node: number): number {
    return this.#entryOf[node]!
  }

  #readPointerCall(callee: number): PointerCall | null {
    const called: number[] = []
    const exits = new Map<number, number[]>()
    const open = [callee]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const module = this.#moduleOf[node]!
      if (this.#opened[module]!.mayBePointedTo(this.#entryOf[node]!)) {
        if (node === callee) return null
        called.push(node)
        continue
      }
      const callers = this.#opened[module]!.jumpedToFrom(this.#entryOf[node]!)
      if (callers === null) return null
      for (const entry of callers) {
        const caller = this.#number(module, entry)
        if (caller === callee) continue
        const known = exits.get(caller)
        if (known) known.push(node)
        else exits.set(caller, [node])
        if (known === undefined) open.push(caller)
      }
      if (exits.size > MOST_CALLERS) return null
    }
    return called.length === 0 ? null : { called, exits }
  }

  #resolve(call: number, name: string): void {
    const choices = this.#imported(name)
    this.#choices.set(call, choices)
    const functions = choices.filter((choice) => choice !== this.runtime)
    if (functions.length === 1) this.#target[call] = functions[0]!
  }

  #known(node: number): KnownExits {
    let known = this.#exits.get(node)
    if (known === undefined) this.#exits.set(node, (known = this.#read(node)))
    return known
  }

  #read(node: number): KnownExits {
    const module = this.#moduleOf[node]!
    const { jump, address, imported, unresolved } = this.#opened[module]!.tailJumps(this.#entryOf[node]!)
    const jumps = Array.from(jump, (at, i): TailExit => ({
      jump: at,
      targets: address[i]! >= 0 ? [this.#number(module, address[i]!)] : this.#imported(imported[i]!),
      isKnown: address[i]! >= 0 || imported[i] !== '',
    }))
    return { jumps, targets: jumps.map(({ targets }) => targets), unresolved }
  }

  /** No function of a module without samples ran when a sample was taken, so its functions lead nowhere. */
  #imported(name: string): readonly number[] {
    if (name === '') return NONE
    let found = this.#imports.get(name)
    if (found === undefined) {
      found = this.#libraries.flatMap((module) => Array.from(this.#opened[module]!.exportedCode(name), (address) => this.#number(module, address)))
      if (RUNTIME_ENTRY.test(name)) found = [...found, this.runtime]
      this.#imports.set(name, found)
    }
    return found
  }

  #number(module: number, entry: number): number {
    const known = this.#numbers[module]!.get(entry)
    if (known !== undefined) return known
    this.#moduleOf.push(module)
    const number = this.#entryOf.push(entry) - 1
    this.#numbers[module]!.set(entry, number)
    return number
  }
}
