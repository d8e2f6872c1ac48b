/** Gives calling contexts their rows: the same for the same content, in order of first appearance. */
import { growingFloat64, growingInt32 } from '../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import {
  CONTEXT_AFTER,
  CONTEXT_CREATED,
  CONTEXT_PARTIAL,
  CONTEXT_REGION_CALL,
  CONTEXT_RETURN_ADDRESS,
  CONTEXT_TRUNCATED,
  MODULE_REGION,
  MODULE_SYSTEM_CALL,
  MODULE_THREAD_ROOT,
  MODULE_UNKNOWN,
} from '../../raw/raw_layout.ts'
import type { RawContexts, RawProcess } from '../../raw/raw_process.ts'
import type { Merged, MergedModule } from '../merged.ts'
import { ParallelCallers, type WriterCallers } from '../parallel/parallel_callers.ts'

/** `process` of locations that are regions: no process has this number. */
export const REGIONS = -0x7fffffff

/** `process` of the location between the creation of a thread and its work. */
export const CREATIONS = -0x7ffffffe

/** Flag of a location that no recording contains: an OpenMP runtime called the function as a task. */
export const RUN_AS_TASK = 128

/** Flags that make two locations of equal address different. */
const STRUCTURE = CONTEXT_RETURN_ADDRESS | CONTEXT_TRUNCATED | CONTEXT_PARTIAL | CONTEXT_AFTER | CONTEXT_REGION_CALL

/** A location of a process, its module by the process's own index. */
export interface ProcessPlace {
  process: number
  module: number
  offset: number
}

/** Tables of a process that its contexts refer to. */
export type ProcessNames = Pick<RawProcess, 'modules' | 'regions'>

export class ContextMerger {
  readonly #modules: MergedModule[] = []
  readonly #moduleRows = new Map<string, number>()
  /** (module or process, flags) → space of offsets. */
  readonly #spaces = new PairInterner()
  readonly #offsetRows: Array<Map<number, number>> = []
  readonly #locations = { module: growingInt32(), process: growingInt32(), offset: growingFloat64(), lookup: growingFloat64(), flags: growingInt32() }
  readonly #contexts = new PairInterner()
  /** Position of each name. */
  readonly #regions = new Map<string, number>()
  /** [process]: position of each region's name, by id. */
  readonly #processRegions: Array<Map<number, number>> = []
  /** [process]: row of each module index. */
  readonly #processModules: Array<Map<number, number>> = []
  /** [process]. */
  readonly #parallelCallers: ParallelCallers[] = []

  /** Adds the modules and regions of the next process. */
  process(process: ProcessNames): void {
    this.#processModules.push(new Map([...process.modules.values()].map((module) => [module.index, this.#module(module)])))
    this.#parallelCallers.push(new ParallelCallers(process.modules))
    this.#processRegions.push(new Map([...process.regions].map(([id, name]) => [id, this.#region(name)])))
  }

  contexts(contexts: RawContexts, process: number): Int32Array {
    const rows = new Int32Array(contexts.length)
    const callers = this.#parallelCallers[process]!.of(contexts, rows)
    for (let row = 0; row < contexts.length; row++) {
      const module = contexts.module[row]!
      if (module === MODULE_THREAD_ROOT && (contexts.flags[row]! & CONTEXT_CREATED) !== 0 && contexts.parent[row]! >= 0) {
        callers?.above(row)
        const creator = this.#parallelCallers[process]!.creator(contexts, contexts.parent[row]!)
        rows[row] = this.context(rows[creator]!, this.#location({ module: -1, process: CREATIONS }, 0, 0))
        continue
      }
      const above = callers?.above(row) ?? (contexts.parent[row]! < 0 ? -1 : rows[contexts.parent[row]!]!)
      const task = callers?.isTask(row) ? RUN_AS_TASK : 0
      rows[row] =
        module === MODULE_THREAD_ROOT
          ? above
          : this.context(above, this.location({ process, module, offset: contexts.offset[row]! }, (contexts.flags[row]! & STRUCTURE) | task))
    }
    return rows
  }

  /** Rows of code that runs in a writer's contexts, as contexts() made them; null: the row of its context. */
  callers(contexts: RawContexts, process: number, rows: Int32Array): WriterCallers | null {
    const callers = this.#parallelCallers[process]!.of(contexts, rows)
    for (let row = 0; callers !== null && row < contexts.length; row++) callers.above(row)
    return callers
  }

  /** Adds further contexts of the same processes from another merger. @returns the row of each of its contexts */
  add({ locations, contexts }: Pick<Merged, 'locations' | 'contexts'>): Int32Array {
    const { module, process, offset, flags } = locations
    const locationRows = new Int32Array(locations.length)
    for (let row = 0; row < locations.length; row++)
      locationRows[row] = this.#location({ module: module[row]!, process: process[row]! }, offset[row]!, flags[row]!)
    const rows = new Int32Array(contexts.length)
    for (let row = 0; row < contexts.length; row++) {
      const parent = contexts.parent[row]!
      rows[row] = this.context(parent < 0 ? -1 : rows[parent]!, locationRows[contexts.location[row]!]!)
    }
    return rows
  }

  /**
   * Adds the contexts of a merger that knew only some of the processes, all of which are known here.
   * @param processOf number here of each of its processes @returns the row of each of its contexts
   */
  addShare({ modules, regions, locations, contexts }: ReturnType<ContextMerger['finish']>, processOf: number[]): Int32Array {
    const moduleRows = modules.map((module) => this.#module(module))
    const regionRows = regions.map((name) => this.#region(name))
    return this.add({
      locations: {
        ...locations,
        module: locations.module.map((module) => (module < 0 ? module : moduleRows[module]!)),
        process: locations.process.map((process) => (process < 0 ? process : processOf[process]!)),
        offset: locations.offset.map((offset, row) => (locations.process[row] === REGIONS ? regionRows[offset]! : offset)),
      },
      contexts,
    })
  }

  /** @param parent −1: the root. @returns the same row for the same content */
  context(parent: number, location: number): number {
    return this.#contexts.intern(parent, location)
  }

  /** Row of a context; −1 if none has this content. */
  known(parent: number, location: number): number {
    return this.#contexts.known(parent, location)
  }

  /** @param flags of STRUCTURE */
  location({ process, module, offset }: ProcessPlace, flags = 0): number {
    if (module === MODULE_SYSTEM_CALL) return this.#location({ module: -1, process: -1 }, offset, flags)
    if (module === MODULE_REGION)
      return this.#location(
        { module: -1, process: REGIONS },
        this.#processRegions[process]!.get(offset) ?? this.#region(`${offset} (its name was lost)`),
        flags,
      )
    return this.#location(
      module === MODULE_UNKNOWN ? { module: -1, process } : { module: this.#processModules[process]!.get(module)!, process: -1 },
      offset,
      flags,
    )
  }

  finish(): Pick<Merged, 'modules' | 'locations' | 'contexts' | 'regions'> {
    const { first: parent, second: location } = this.#contexts.columns()
    const { module, process, offset, lookup, flags } = this.#locations
    return {
      modules: this.#modules,
      regions: [...this.#regions.keys()],
      locations: {
        length: module.length,
        module: module.finish(),
        process: process.finish(),
        offset: offset.finish(),
        lookup: lookup.finish(),
        flags: flags.finish(),
      },
      contexts: { length: parent.length, parent, location },
    }
  }

  #region(name: string): number {
    const row = this.#regions.get(name) ?? this.#regions.size
    this.#regions.set(name, row)
    return row
  }

  #module(module: MergedModule): number {
    const key = `${module.buildId}\n${module.path}`
    let row = this.#moduleRows.get(key)
    if (row === undefined) {
      row = this.#modules.push({ path: module.path, buildId: module.buildId }) - 1
      this.#moduleRows.set(key, row)
    }
    return row
  }

  /** Code outside modules is distinct in each process, whatever its address. */
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
