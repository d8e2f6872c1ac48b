/**
 * Names of the targets of pointer values: variables and functions of the modules loaded in their process, or its other
 * memory.
 */
import { UNNAMED_MEMORY } from '../../../shared/profile/value_names.ts'
import type { RawModule, RawProcess } from '../../raw/raw_process.ts'
import type { MergedModule } from '../merged.ts'
import type { MergedValues } from '../merged.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'

/** Values below it are numbers, even if memory is mapped there. */
const LEAST_ADDRESS = 0x10000
const POINTER_BYTES = 8
const INTEGER = 0

/**
 * @param opened by module; null if it could not be opened @returns by entry a row of `names`, which grows; −1: no known
 * target
 */
export function nameTargets(
  values: MergedValues,
  processes: RawProcess[],
  modules: MergedModule[],
  opened: Array<SymbolModule | null>,
  names: string[],
): Int32Array {
  const spaces = processes.map((process) => new AddressSpace(process, modules, opened))
  const rows = new Map<string, number>()
  const { table, low, high, inMemory } = values.entries
  return table.map((owner, entry) => {
    const address = (high[entry]! >>> 0) * 2 ** 32 + (low[entry]! >>> 0)
    if (values.bytes[owner] !== POINTER_BYTES || values.element[owner] !== INTEGER || address < LEAST_ADDRESS) return -1
    const name = spaces[values.process[owner]!]!.nameAt(address) ?? (inMemory[entry] ? UNNAMED_MEMORY : null)
    if (name === null) return -1
    const row = rows.get(name) ?? names.push(name) - 1
    rows.set(name, row)
    return row
  })
}

class AddressSpace {
  readonly #modules: Array<RawModule & { symbols: SymbolModule }>
  readonly #known = new Map<number, string | null>()

  constructor(process: RawProcess, modules: MergedModule[], opened: Array<SymbolModule | null>) {
    const symbolsOf = new Map(modules.map(({ path, buildId }, row) => [`${buildId}\n${path}`, opened[row] ?? null]))
    this.#modules = [...process.modules.values()].flatMap((module) => {
      const symbols = symbolsOf.get(`${module.buildId}\n${module.path}`) ?? null
      return symbols === null ? [] : [{ ...module, symbols }]
    })
  }

  nameAt(address: number): string | null {
    let name = this.#known.get(address)
    if (name === undefined) this.#known.set(address, (name = this.#look(address)))
    return name
  }

  /** If several modules were at the address one after another, the last one counts. */
  #look(address: number): string | null {
    const module = this.#modules.findLast(({ start, end }) => address >= start && address < end)
    if (!module) return null
    const inModule = address - module.bias
    const data = module.symbols.dataSymbols(inModule, inModule + 1)[0]
    const found = data ?? module.symbols.functionAt(inModule)
    return found ? withOffset(found.name, inModule - found.low) : null
  }
}

function withOffset(name: string, offset: number): string {
  return offset === 0 ? name : `${name}+0x${offset.toString(16)}`
}
