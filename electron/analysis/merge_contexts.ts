/**
 * Merges the calling contexts of all processes, writers and threads: modules are the same if path and build id are,
 * contexts if their parents and locations are. Threads merge into one root.
 */
import { growingFloat64, growingInt32 } from '../../shared/profile/growing_column.ts'
import { PairInterner } from '../../shared/profile/pair_interner.ts'
import {
  CONTEXT_AFTER, CONTEXT_PARTIAL, CONTEXT_RETURN_ADDRESS, CONTEXT_TRUNCATED, MODULE_THREAD_ROOT, MODULE_UNKNOWN,
} from '../raw/raw_layout.ts'
import type { RawContexts, RawModule, RawProcess } from '../raw/raw_process.ts'

export interface MergedModule { path: string; buildId: string }

/** Distinct code locations. `module` −1: code in no known module. */
export interface Locations {
  length: number
  module: Int32Array
  /** Of the process whose run-time address it is, without a module; −1 otherwise. */
  process: Int32Array
  /** As recorded: ELF virtual address, or run-time address without a module. */
  offset: Float64Array
  /** Address inside the instruction meant: one less for return addresses. */
  lookup: Float64Array
  /** CONTEXT_TRUNCATED and CONTEXT_PARTIAL as recorded. */
  flags: Int32Array
}

/** Rows in order, parents first; −1 = the root. */
export interface MergedContexts {
  length: number
  parent: Int32Array
  location: Int32Array
}

export interface Merged {
  modules: MergedModule[]
  locations: Locations
  contexts: MergedContexts
  /** [process][writer]: merged row of each context of the writer, −1 for thread roots. */
  contextRows: Int32Array[][]
  /** [process][writer]: thread index (of the process) of each context. */
  contextThreads: Int32Array[][]
}

export function mergeContexts(processes: RawProcess[]): Merged {
  const merger = new ContextMerger()
  const contextRows: Int32Array[][] = []
  const contextThreads: Int32Array[][] = []
  for (const [index, process] of processes.entries()) {
    const modules = new Map([...process.modules.values()].map((module) => [module.index, merger.module(module)]))
    contextRows.push(process.writers.map((writer) => merger.contexts(writer.contexts, index, modules)))
    contextThreads.push(process.writers.map((writer) => threadsOf(writer.contexts)))
  }
  return { ...merger.finish(), contextRows, contextThreads }
}

function threadsOf(contexts: RawContexts): Int32Array {
  const thread = new Int32Array(contexts.length)
  for (let row = 0; row < contexts.length; row++) {
    const parent = contexts.parent[row]!
    thread[row] = parent < 0 ? contexts.offset[row]! : thread[parent]!
  }
  return thread
}

/** Flags that make two locations of equal address different. */
const STRUCTURE = CONTEXT_RETURN_ADDRESS | CONTEXT_TRUNCATED | CONTEXT_PARTIAL | CONTEXT_AFTER

class ContextMerger {
  readonly #modules: MergedModule[] = []
  readonly #moduleRows = new Map<string, number>()
  /** (module or process, flags) → space of offsets. */
  readonly #spaces = new PairInterner()
  readonly #offsetRows: Array<Map<number, number>> = []
  readonly #locations = { module: growingInt32(), process: growingInt32(), offset: growingFloat64(), lookup: growingFloat64(), flags: growingInt32() }
  readonly #contexts = new PairInterner()

  module(module: RawModule): number {
    const key = `${module.buildId}\n${module.path}`
    let row = this.#moduleRows.get(key)
    if (row === undefined) {
      row = this.#modules.push({ path: module.path, buildId: module.buildId }) - 1
      this.#moduleRows.set(key, row)
    }
    return row
  }

  contexts(contexts: RawContexts, process: number, modules: Map<number, number>): Int32Array {
    const rows = new Int32Array(contexts.length)
    for (let row = 0; row < contexts.length; row++) {
      const module = contexts.module[row]!
      if (module === MODULE_THREAD_ROOT) {
        rows[row] = -1
        continue
      }
      const holder = module === MODULE_UNKNOWN ? { module: -1, process } : { module: modules.get(module)!, process: -1 }
      const location = this.#location(holder, contexts.offset[row]!, contexts.flags[row]! & STRUCTURE)
      rows[row] = this.#contexts.intern(rows[contexts.parent[row]!]!, location)
    }
    return rows
  }

  finish(): Pick<Merged, 'modules' | 'locations' | 'contexts'> {
    const length = this.#contexts.length
    const parent = Int32Array.from({ length }, (_, row) => this.#contexts.first(row))
    const location = Int32Array.from({ length }, (_, row) => this.#contexts.second(row))
    const { module, process, offset, lookup, flags } = this.#locations
    return {
      modules: this.#modules,
      locations: { length: module.length, module: module.finish(), process: process.finish(), offset: offset.finish(), lookup: lookup.finish(), flags: flags.finish() },
      contexts: { length, parent, location },
    }
  }

  /** Code in no module is another one in each process, whatever its address. */
  #location({ module, process }: { module: number; process: number }, offset: number, flags: number): number {
    const space = this.#spaces.intern(module >= 0 ? module : -2 - process, flags)
    const rows = (this.#offsetRows[space] ??= new Map())
    let row = rows.get(offset)
    if (row === undefined) {
      row = this.#locations.module.length
      rows.set(offset, row)
      const isAfter = (flags & (CONTEXT_RETURN_ADDRESS | CONTEXT_AFTER)) !== 0 && offset > 0
      this.#locations.module.push(module)
      this.#locations.process.push(process)
      this.#locations.offset.push(offset)
      this.#locations.lookup.push(isAfter ? offset - 1 : offset)
      this.#locations.flags.push(flags)
    }
    return row
  }
}
