/** The data that pairs access, named by symbol or, if known, by allocation site. */
import { basename } from 'node:path'
import { TOOLS, type ProfileObject } from '../../../shared/profile/profile.ts'
import type { RawExact, RawObject, RawObjectCounts } from '../../raw/raw_exact.ts'
import type { RawModule, RawProcess } from '../../raw/raw_process.ts'
import type { Merged } from '../merged.ts'
import type { SymbolModule } from './symbol_source.ts'

const CACHE_LINE = 64

/** Collects objects as they are requested. */
export class DataObjects {
  readonly list: ProfileObject[] = []
  readonly #rows = new Map<string, number>()
  readonly #modules: Array<Map<number, number>>
  readonly #merged: Merged
  readonly #opened: Array<SymbolModule | null>
  readonly #instructionNode: Int32Array
  readonly #placeOf: (instruction: number) => string
  /** By process, in order of time. */
  readonly #loaded: RawModule[][]
  /** Row by module and address in it; −1: in no symbol. */
  readonly #static = new Map<string, number>()
  /** [process][writer]: row of each object that the exhaustive engine reported. */
  readonly #told: Int32Array[][]

  /**
   * @param opened by module; null where it could not be opened
   * @param instructionNode as in ContextTree
   * @param placeOf "function file:line" of an instruction row
   */
  constructor(
    processes: RawProcess[],
    merged: Merged,
    opened: Array<SymbolModule | null>,
    instructionNode: Int32Array,
    placeOf: (instruction: number) => string,
  ) {
    this.#merged = merged
    this.#opened = opened
    this.#instructionNode = instructionNode
    this.#placeOf = placeOf
    const known = new Map(merged.modules.map(({ path, buildId }, row) => [`${buildId}\n${path}`, row]))
    this.#modules = processes.map(
      (process) => new Map([...process.modules.values()].map(({ index, path, buildId }) => [index, known.get(`${buildId}\n${path}`)!])),
    )
    this.#loaded = processes.map((process) => [...process.modules.values()].sort((a, b) => a.loadTime - b.loadTime))
    this.#told = processes.map(({ writers }, process) =>
      writers.map(({ exact }, writer) => this.#rowsToldBy(exact, process, merged.contextRows[process]![writer]!)),
    )
  }

  /** Row of each object that a writer of the exhaustive engine reported. */
  rowsOf(process: number, writer: number): Int32Array {
    return this.#told[process]![writer]!
  }

  /** @param lineModule module index of the process @param offset of the cache line's first byte, ELF virtual address */
  ofLine(process: number, lineModule: number, offset: number): number {
    const module = this.#modules[process]!.get(lineModule)!
    const symbols = this.#opened[module]?.dataSymbols(offset, offset + CACHE_LINE) ?? []
    const place = `${basename(this.#merged.modules[module]!.path)}+0x${offset.toString(16)}`
    return this.#intern({ ...UNKNOWN, module, name: symbols.length > 0 ? symbols.map((symbol) => symbol.name).join(', ') : place })
  }

  /**
   * Static data around an address that was accessed at `time` (CLOCK_MONOTONIC, ns); −1 if it has no symbol or the
   * address is unknown (0).
   */
  ofAddress(process: number, address: number, time: number): number {
    if (address === 0) return -1
    let loaded: RawModule | null = null
    for (const module of this.#loaded[process]!) if (address >= module.start && address < module.end && module.loadTime <= time) loaded = module
    if (loaded === null) return -1
    const module = this.#modules[process]!.get(loaded.index)!
    const offset = address - loaded.bias
    const known = `${module}\n${offset}`
    let row = this.#static.get(known)
    if (row === undefined) {
      const symbol = this.#opened[module]?.dataSymbols(offset, offset + 1)[0]
      row =
        symbol === undefined
          ? -1
          : this.#intern({ name: symbol.name, module, kind: 'static', bytes: symbol.high - symbol.low, allocation: -1, offset: symbol.low })
      this.#static.set(known, row)
    }
    return row
  }

  /** @param address of the cache line's first byte when the program ran */
  ofMemory(address: number): number {
    return this.#intern({ ...UNKNOWN, name: `heap or stack at 0x${address.toString(16)}` })
  }

  #rowsToldBy(exact: RawExact | null, process: number, contextRows: Int32Array): Int32Array {
    if (!exact) return new Int32Array()
    const rows = Int32Array.from(exact.objects, (object) => this.#intern(this.#describe(object, process, contextRows)))
    const { objectCounts } = exact
    for (let count = 0; count < objectCounts.length; count++)
      if (objectCounts.instances[count]! > 0) addLoads(this.list[rows[objectCounts.object[count]!]!]!, objectCounts, count)
    return rows
  }

  #describe({ kind, context, module, offset, bytes, name }: RawObject, process: number, contextRows: Int32Array): Described {
    const merged = context < 0 ? -1 : contextRows[context]!
    const allocation = merged < 0 ? -1 : this.#instructionNode[merged]!
    const moduleRow = this.#modules[process]!.get(module) ?? -1
    const place = moduleRow < 0 ? `0x${offset.toString(16)}` : `${basename(this.#merged.modules[moduleRow]!.path)}+0x${offset.toString(16)}`
    if (kind === 'static') return { name: name || place, module: moduleRow, kind, bytes, allocation, offset }
    const what = kind === 'heap' ? 'heap block' : 'mapping'
    return { name: allocation < 0 ? `${what} of unknown origin` : `${what} of ${this.#placeOf(allocation)}`, module: -1, kind, bytes, allocation, offset: 0 }
  }

  /**
   * Objects with equal names are one, except statics at different places and blocks allocated in different contexts.
   */
  #intern({ offset, ...object }: Described): number {
    const key = `${object.module}\n${offset}\n${object.allocation}\n${object.name}`
    let row = this.#rows.get(key)
    if (row === undefined) {
      row = this.list.push({ ...object, loads: {} }) - 1
      this.#rows.set(key, row)
    }
    return row
  }
}

/** With the address that distinguishes static data of one name; 0 elsewhere. */
type Described = Omit<ProfileObject, 'loads'> & { offset: number }

const UNKNOWN: Described = { name: '', module: -1, kind: null, bytes: -1, allocation: -1, offset: 0 }

function addLoads(object: ProfileObject, counts: RawObjectCounts, row: number): void {
  const loads = (object.loads[TOOLS[counts.tool[row]!]!] ??= {
    instances: 0,
    bytes: 0,
    precise: { instances: 0, bytes: 0 },
    approximate: { instances: 0, bytes: 0 },
    fraction: null,
  })
  loads.instances += counts.instances[row]!
  loads.bytes += counts.bytes[row]!
  loads.precise.instances += counts.redundantInstances[row]!
  loads.precise.bytes += counts.redundantBytes[row]!
  loads.approximate.instances += counts.approximateInstances[row]!
  loads.approximate.bytes += counts.approximateBytes[row]!
  // Counters of a killed process may differ by one access.
  loads.bytes = Math.max(loads.bytes, loads.precise.bytes + loads.approximate.bytes)
  loads.fraction = loads.bytes > 0 ? (loads.precise.bytes + loads.approximate.bytes) / loads.bytes : null
}
