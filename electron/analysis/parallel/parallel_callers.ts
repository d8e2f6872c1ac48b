/**
 * The place in the tree of code that an OpenMP runtime calls: below the program's own code, in every thread of a team.
 * The runtime's frames between the two are left out; its own work stays below them.
 */
import { CONTEXT_REGION_CALL, MODULE_REGION, MODULE_THREAD_ROOT, MODULE_UNKNOWN } from '../../raw/raw_layout.ts'
import type { RawContexts, RawModule } from '../../raw/raw_process.ts'
import { moduleKind, type ModuleKind } from './runtime_modules.ts'

/** Contexts outside any library's code. */
const NO_MODULES: ReadonlySet<number> = new Set([MODULE_UNKNOWN, MODULE_REGION, MODULE_THREAD_ROOT])

/** How a context was called. */
const BY_PROGRAM = 0
/** By the runtime's function that starts a thread: code of a region. */
const AS_THREAD = 1
/** By the runtime, with or without a second of its frames around it. */
const BY_RUNTIME = 2

export class ParallelCallers {
  readonly #kinds: ReadonlyMap<number, ModuleKind>
  readonly #hasRuntime: boolean

  constructor(modules: ReadonlyMap<number, Pick<RawModule, 'path'>>) {
    this.#kinds = new Map([...modules].map(([index, { path }]) => [index, moduleKind(path)]))
    this.#hasRuntime = [...this.#kinds.values()].includes('runtime')
  }

  /** The program's own code that created a thread, where the creating call's context is the library's. */
  creator(contexts: RawContexts, context: number): number {
    const isLibrary = (row: number): boolean => !NO_MODULES.has(contexts.module[row]!) && (this.#kinds.get(contexts.module[row]!) ?? 'system') !== 'program'
    let row = context
    while (isLibrary(row) && contexts.parent[row]! >= 0) row = contexts.parent[row]!
    // Created by a library for its own use.
    return contexts.module[row] === MODULE_THREAD_ROOT ? context : row
  }

  /** @param rows merged rows of contexts, which the caller fills in order @returns null where no runtime is loaded */
  of(contexts: RawContexts, rows: Int32Array): WriterCallers | null {
    return this.#hasRuntime ? new WriterCallers(contexts, rows, (module) => this.#kinds.get(module) ?? 'system') : null
  }
}

export class WriterCallers {
  readonly #contexts: RawContexts
  readonly #rows: Int32Array
  readonly #kindOf: (module: number) => ModuleKind
  /** Contexts in the runtime: how they call code, and the innermost context above that is outside the runtime. */
  readonly #calls: Uint8Array
  readonly #outside: Int32Array

  constructor(contexts: RawContexts, rows: Int32Array, kindOf: (module: number) => ModuleKind) {
    this.#contexts = contexts
    this.#rows = rows
    this.#kindOf = kindOf
    this.#calls = new Uint8Array(contexts.length)
    this.#outside = new Int32Array(contexts.length)
  }

  /** Merged row above a context, −1 for none. Call for each row in order. */
  above(row: number): number {
    const parent = this.#contexts.parent[row]!
    const module = this.#contexts.module[row]!
    if (this.#kindOf(module) === 'runtime') this.#enter(row, parent)
    return this.rowAbove(parent, module)
  }

  isTask(row: number): boolean {
    // The code of regions is marked.
    return (this.#contexts.flags[row]! & CONTEXT_REGION_CALL) === 0 && this.isTaskIn(this.#contexts.parent[row]!, this.#contexts.module[row]!)
  }

  /** Merged row above code of a module that runs in a context; −1: none. */
  rowAbove(context: number, module: number): number {
    if (context < 0) return -1
    const meant = this.#calls[context] !== BY_PROGRAM && this.#kindOf(module) === 'program' ? this.#outside[context]! : context
    return meant < 0 ? -1 : this.#rows[meant]!
  }

  /** Whether the runtime called that code as a task. */
  isTaskIn(context: number, module: number): boolean {
    return context >= 0 && this.#calls[context] === BY_RUNTIME && this.#kindOf(module) === 'program'
  }

  #enter(row: number, parent: number): void {
    const before = parent < 0 ? BY_PROGRAM : this.#calls[parent]!
    if (before !== BY_PROGRAM) {
      this.#outside[row] = this.#outside[parent]!
      this.#calls[row] = BY_RUNTIME
      return
    }
    this.#outside[row] = parent
    const isThread = parent < 0 || this.#contexts.module[parent] === MODULE_THREAD_ROOT || this.#kindOf(this.#contexts.module[parent]!) === 'system'
    this.#calls[row] = isThread ? AS_THREAD : BY_RUNTIME
  }
}
