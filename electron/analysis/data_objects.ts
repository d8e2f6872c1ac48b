/** The data that a shared cache line belongs to, by symbol where one is known. */
import { basename } from 'node:path'
import type { ProfileObject } from '../../shared/profile/profile.ts'
import type { RawProcess } from '../raw/raw_process.ts'
import type { Merged } from './merge_contexts.ts'
import type { SymbolModule } from './symbol_source.ts'

const CACHE_LINE = 64

/** Collects objects as they are asked for. */
export class SharedObjects {
  readonly list: ProfileObject[] = []
  readonly #rows = new Map<string, number>()
  readonly #modules: Array<Map<number, number>>
  readonly #merged: Merged
  readonly #opened: Array<SymbolModule | null>

  /** @param opened by module; null where it could not be opened */
  constructor(processes: RawProcess[], merged: Merged, opened: Array<SymbolModule | null>) {
    this.#merged = merged
    this.#opened = opened
    const known = new Map(merged.modules.map(({ path, buildId }, row) => [`${buildId}\n${path}`, row]))
    this.#modules = processes.map((process) => new Map([...process.modules.values()].map(({ index, path, buildId }) => [index, known.get(`${buildId}\n${path}`)!])))
  }

  /** @param lineModule module index of the process @param offset of the cache line's first byte, ELF virtual address */
  ofLine(process: number, lineModule: number, offset: number): number {
    const module = this.#modules[process]!.get(lineModule)!
    const symbols = this.#opened[module]?.dataSymbols(offset, offset + CACHE_LINE) ?? []
    const place = `${basename(this.#merged.modules[module]!.path)}+0x${offset.toString(16)}`
    return this.#intern(module, symbols.length > 0 ? symbols.map((symbol) => symbol.name).join(', ') : place)
  }

  /** @param address of the cache line's first byte when the program ran */
  ofMemory(address: number): number {
    return this.#intern(-1, `heap or stack at 0x${address.toString(16)}`)
  }

  #intern(module: number, name: string): number {
    const key = `${module}\n${name}`
    let row = this.#rows.get(key)
    if (row === undefined) {
      row = this.list.push({ name, module }) - 1
      this.#rows.set(key, row)
    }
    return row
  }
}
