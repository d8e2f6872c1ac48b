/** Disassembly and line heat of a profile. */
import { INSTRUCTION } from '../../../../shared/profile/tables.ts'
import type { CodeLine } from '../../../../shared/profile/profile.ts'
import { RpcError, type Result } from '../../../../shared/rpc/contract.ts'
import { type Disassembly } from '../../../../shared/rpc/sources.ts'
import type { SymbolSource } from '../../../analysis/symbols/symbol_source.ts'
import { lineCosts, rowsInFile, type LineCosts } from './line_costs.ts'
import { hasRunCost, toolTotal, withTool, type LoadedProfile } from '../loaded_profile.ts'

/** Functions are disassembled up to this many bytes. */
const LARGEST_FUNCTION = 64 << 10

interface FileCosts {
  waste: LineCosts
  /** CPU time or executed instructions; null if neither was measured. */
  spent: LineCosts | null
}

interface InstructionNumbers {
  waste: Map<number, number>
  /** Null if no clock sampled the run; executed instructions are known for lines. */
  cpuTime: Map<number, number> | null
}

export class CodeQueries {
  readonly #loaded: LoadedProfile
  readonly #symbols: SymbolSource | null
  /** By file. */
  readonly #lines = new Map<number, FileCosts>()
  readonly #numbersByModule = new Map<number, InstructionNumbers>()

  constructor(loaded: LoadedProfile, symbols: SymbolSource | null) {
    this.#loaded = loaded
    this.#symbols = symbols
  }

  /** Stored disassembly first; else the file's, if it is still the recorded one. */
  disassembly(moduleIndex: number, address: number): Disassembly {
    const stored = this.#loaded.profile.codeAt(moduleIndex, address)
    if (stored) return this.#shown(stored.name, stored.lines, moduleIndex, address)
    const module = this.#loaded.profile.modules[moduleIndex]
    if (!module) return { found: false, reason: 'This code is in no file: it was generated at run time.' }
    if (this.#symbols === null) return { found: false, reason: 'The symbols addon is not built: run "npm run build:native".' }
    try {
      return this.#fromFile(this.#symbols, moduleIndex, address)
    } catch (error) {
      return { found: false, reason: `${module.path} cannot be disassembled: ${(error as Error).message.split('\n')[0]}` }
    }
  }

  /** Waste and the run's cost per line of a file, calls included; shares are of the tool's whole waste + use. */
  heat(file: string): Result<'source.heat'> {
    const index = this.#loaded.profile.files.indexOf(file)
    if (index < 0) return []
    const { waste, spent } = this.#costsIn(index)
    const total = toolTotal(this.#loaded)
    // Both cover the same rows, so lines have the same numbers.
    return Array.from(waste.line.keys())
      .filter((row) => waste.traps[row]! > 0 || (spent !== null && spent.traps[row]! > 0))
      .map((row) => ({
        line: waste.line[row]!,
        waste: waste.wasteInclusive[row]!,
        use: waste.useInclusive[row]!,
        share: total > 0 ? waste.wasteInclusive[row]! / total : 0,
        ...(spent === null ? {} : { runCost: { inclusive: spent.useInclusive[row]!, exclusive: spent.useExclusive[row]!, observations: spent.traps[row]! } }),
      }))
      .sort((a, b) => a.line - b.line)
  }

  #costsIn(file: number): FileCosts {
    const known = this.#lines.get(file)
    if (known) return known
    const rows = rowsInFile(this.#loaded.profile.nodes, file)
    const made = {
      waste: lineCosts(this.#loaded, null, rows),
      spent: hasRunCost(this.#loaded) ? lineCosts(withTool(this.#loaded, 'run-cost'), null, rows) : null,
    }
    this.#lines.set(file, made)
    return made
  }

  /** Numbers of each instruction of a module, by its address. */
  #numbersOf(moduleIndex: number): InstructionNumbers {
    const known = this.#numbersByModule.get(moduleIndex)
    if (known) return known
    const {
      profile,
      profile: { nodes, instructions, cpuTimes },
      metrics,
    } = this.#loaded
    const made: InstructionNumbers = { waste: new Map(), cpuTime: cpuTimes.length === 0 ? null : new Map() }
    const add = (sums: Map<number, number>, node: number, amount: number): void => {
      if (node < 0 || nodes.kind[node] !== INSTRUCTION || amount === 0) return
      const { module, address } = instructions[nodes.instruction[node]!]!
      if (module === moduleIndex) sums.set(address, (sums.get(address) ?? 0) + amount)
    }
    for (let node = 0; node < nodes.length; node++) if (nodes.kind[node] === INSTRUCTION) add(made.waste, node, metrics.value(node, 'wasteExclusive'))
    if (made.cpuTime !== null) profile.cpuTimes.node.forEach((node, row) => add(made.cpuTime!, node, cpuTimes.time[row]!))
    this.#numbersByModule.set(moduleIndex, made)
    return made
  }

  #fromFile(symbols: SymbolSource, moduleIndex: number, address: number): Disassembly {
    const { path, buildId } = this.#loaded.profile.modules[moduleIndex]!
    const opened = symbols.openModule(path, { buildId })
    try {
      if (buildId !== '' && opened.buildId !== buildId)
        return { found: false, reason: `${path} has changed since the recording, and this function was not kept in the profile.` }
      const found = opened.functionAt(address)
      if (!found) return { found: false, reason: `No function is known at 0x${address.toString(16)} in ${path}.` }
      const low = Math.max(found.low, Math.min(address, found.high - LARGEST_FUNCTION))
      const code = opened.disassemble(low, Math.min(found.high, low + LARGEST_FUNCTION), 'intel')
      return this.#shown(
        found.name,
        code.map(({ address, bytes, text, targetName }) => ({ address, bytes, text, note: targetName, file: -1, line: -1 })),
        moduleIndex,
        address,
      )
    } finally {
      opened.close()
    }
  }

  #shown(functionName: string, code: CodeLine[], moduleIndex: number, address: number): Disassembly {
    const { waste, cpuTime } = this.#numbersOf(moduleIndex)
    const { files } = this.#loaded.profile
    const lines = code.map((line, i) => ({
      address: `0x${line.address.toString(16)}`,
      bytes: line.bytes,
      text: line.text,
      note: i === 0 ? functionName : line.note,
      file: files[line.file] ?? null,
      line: line.line > 0 ? line.line : null,
      waste: waste.get(line.address) ?? 0,
      ...(cpuTime === null ? {} : { cpuTime: cpuTime.get(line.address) ?? 0 }),
    }))
    // An access known only to the boundary after it lies inside the preceding instruction.
    return { found: true, functionName, lines, litIndex: code.findLastIndex((line) => line.address <= address) }
  }
}

/** @throws RpcError invalid-argument */
export function parseAddress(text: string): number {
  const address = /^0x[0-9a-f]{1,16}$/i.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(address)) throw new RpcError('invalid-argument', `"${text}" is no address; give one as the profile has it, like 0x11f0`)
  return address
}
