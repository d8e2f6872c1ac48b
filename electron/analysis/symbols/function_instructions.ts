/** Instructions of whole functions, which several parts of an analysis read one after another. */
import type { Instruction } from '../../symbols/symbols_addon.ts'
import type { SymbolModule } from './symbol_source.ts'

/**
 * Bytes of machine code per module whose instructions are kept for the next reader; they take about a hundred times as
 * much memory.
 */
const MOST_BYTES = 1 << 20

interface Disassembled {
  functions: Map<string, Instruction[]>
  bytes: number
}

const disassembled = new WeakMap<SymbolModule, Disassembled>()

/** Intel syntax. Kept for takeInstructions if there is room. */
export function lookAtInstructions(symbols: SymbolModule, low: number, high: number): Instruction[] {
  const code = symbols.disassemble(low, high, 'intel')
  const known = disassembled.get(symbols) ?? { functions: new Map<string, Instruction[]>(), bytes: 0 }
  disassembled.set(symbols, known)
  if (known.bytes + high - low <= MOST_BYTES) {
    known.bytes += high - low
    known.functions.set(`${low} ${high}`, code)
  }
  return code
}

/** The same, for the last caller. */
export function takeInstructions(symbols: SymbolModule, low: number, high: number): Instruction[] {
  const key = `${low} ${high}`
  const functions = disassembled.get(symbols)?.functions
  const code = functions?.get(key) ?? symbols.disassemble(low, high, 'intel')
  functions?.delete(key)
  return code
}
