/** Disassembly and line heat of a profile. */
import { INSTRUCTION } from '../../../shared/profile/tables.ts'
import type { CodeLine } from '../../../shared/profile/profile.ts'
import { RpcError, type Result } from '../../../shared/rpc/contract.ts'
import { type Disassembly } from '../../../shared/rpc/sources.ts'
import type { SymbolSource } from '../../analysis/symbol_source.ts'
import { lineCosts, rowsInFile, type LineCosts } from './line_costs.ts'
import { toolTotal, type LoadedProfile } from './loaded_profile.ts'

/** Functions are disassembled up to this many bytes. */
const LARGEST_FUNCTION = 64 << 10

export class CodeQueries {
  readonly #loaded: LoadedProfile
  readonly #symbols: SymbolSource | null
  /** By file. */
  readonly #lines = new Map<number, LineCosts>()
  readonly #wasteByAddress = new Map<number, Map<number, number>>()

  constructor(loaded: LoadedProfile, symbols: SymbolSource | null) {
    this.#loaded = loaded
    this.#symbols = symbols
  }

  /** Stored disassembly first; else that of the file, if it is still the recorded one. */
  disassembly(moduleIndex: number, address: number): Disassembly {
    const stored = this.#loaded.profile.codeAt(moduleIndex, address)
    if (stored) return this.#shown(stored.name, stored.lines, moduleIndex, address)
    const module = this.#loaded.profile.modules[moduleIndex]
    if (!module) return { found: false, reason: 'This code lies in no file: it was generated at run time.' }
    if (this.#symbols === null) return { found: false, reason: 'The symbols addon is not built: run "npm run build:native".' }
    try {
      return this.#fromFile(this.#symbols, moduleIndex, address)
    } catch (error) {
      return { found: false, reason: `${module.path} cannot be disassembled: ${(error as Error).message.split('\n')[0]}` }
    }
  }

  /** Inclusive cost per line of a file; shares are of the tool's whole waste + use. */
  heat(file: string): Result<'source.heat'> {
    const { profile } = this.#loaded
    const index = profile.files.indexOf(file)
    if (index < 0) return []
    let lines = this.#lines.get(index)
    if (!lines) this.#lines.set(index, (lines = lineCosts(this.#loaded, null, rowsInFile(profile.nodes, index))))
    const costs = lines
    const total = toolTotal(this.#loaded)
    return Array.from(costs.line.keys())
      .filter((row) => costs.traps[row]! > 0)
      .map((row) => ({ line: costs.line[row]!, waste: costs.wasteInclusive[row]!, use: costs.useInclusive[row]!, share: total > 0 ? costs.wasteInclusive[row]! / total : 0 }))
      .sort((a, b) => a.line - b.line)
  }

  /** Waste of each instruction of a module, by its address. */
  #wasteOf(moduleIndex: number): ReadonlyMap<number, number> {
    let waste = this.#wasteByAddress.get(moduleIndex)
    if (!waste) {
      waste = new Map()
      const { profile: { nodes, instructions }, metrics } = this.#loaded
      for (let node = 0; node < nodes.length; node++) {
        if (nodes.kind[node] !== INSTRUCTION || metrics.value(node, 'wasteExclusive') === 0) continue
        const { module, address } = instructions[nodes.instruction[node]!]!
        if (module === moduleIndex) waste.set(address, (waste.get(address) ?? 0) + metrics.value(node, 'wasteExclusive'))
      }
      this.#wasteByAddress.set(moduleIndex, waste)
    }
    return waste
  }

  #fromFile(symbols: SymbolSource, moduleIndex: number, address: number): Disassembly {
    const { path, buildId } = this.#loaded.profile.modules[moduleIndex]!
    const opened = symbols.openModule(path, { buildId })
    try {
      if (buildId !== '' && opened.buildId !== buildId) return { found: false, reason: `${path} has changed since the recording, and this function was not kept in the profile.` }
      const found = opened.functionAt(address)
      if (!found) return { found: false, reason: `No function is known at 0x${address.toString(16)} in ${path}.` }
      const low = Math.max(found.low, Math.min(address, found.high - LARGEST_FUNCTION))
      const code = opened.disassemble(low, Math.min(found.high, low + LARGEST_FUNCTION), 'intel')
      return this.#shown(found.name, code.map(({ address, bytes, text, targetName }) => ({ address, bytes, text, note: targetName, file: -1, line: -1 })), moduleIndex, address)
    } finally {
      opened.close()
    }
  }

  #shown(functionName: string, code: CodeLine[], moduleIndex: number, address: number): Disassembly {
    const waste = this.#wasteOf(moduleIndex)
    const { files } = this.#loaded.profile
    const lines = code.map((line, i) => ({
      address: `0x${line.address.toString(16)}`, bytes: line.bytes, text: line.text, note: i === 0 ? functionName : line.note,
      file: files[line.file] ?? null, line: line.line > 0 ? line.line : null,
      waste: waste.get(line.address) ?? 0,
    }))
    // An access known only to the boundary after it lies inside the instruction that starts before.
    return { found: true, functionName, lines, litIndex: code.findLastIndex((line) => line.address <= address) }
  }
}

/** @throws RpcError invalid-argument */
export function parseAddress(text: string): number {
  const address = /^0x[0-9a-f]{1,16}$/i.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(address)) throw new RpcError('invalid-argument', `"${text}" is no address; give one as the profile has it, like 0x11f0`)
  return address
}
