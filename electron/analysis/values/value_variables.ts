/** Names of the variables that loads and operands read, if the instruction itself contains their address. */
import { LOADED, OPERAND, READ_ONLY_DATA, slotLane, slotSubject, VALUE_OPERATIONS } from '../../../shared/profile/value_names.ts'
import type { Locations } from '../merged.ts'
import type { MergedValues } from '../merged.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'

/**
 * A variable is named if all of it is read; constants of the program are READ_ONLY_DATA, of any width.
 * @param opened by module; null where it could not be opened @param name by table a row of `names`, filled in @param names grows
 */
export function nameVariables(values: MergedValues, locations: Locations, opened: Array<SymbolModule | null>, name: Int32Array, names: string[]): void {
  const rows = new Map(names.map((known, row) => [known, row]))
  const targets = new Map<number, Target | null>()
  for (let table = 0; table < values.length; table++) {
    if (!mayBeInMemory(values, table)) continue
    const place = values.location[table]!
    if (!targets.has(place)) targets.set(place, targetAt(opened[locations.module[place]!] ?? null, locations.offset[place]!))
    const target = targets.get(place)
    if (!target || (values.role[table] === OPERAND && !target.isOperand)) continue
    const known = target.constant ? READ_ONLY_DATA : slotLane(values.slot[table]!) === 0 && target.bytes === values.bytes[table] ? target.name : null
    if (known === null) continue
    const row = rows.get(known) ?? names.push(known) - 1
    rows.set(known, row)
    name[table] = row
  }
}

/** The operand that may be in memory: the divisor, the source of a multiplication, the argument of a root. */
function mayBeInMemory({ role, slot, operation }: MergedValues, table: number): boolean {
  if (role[table] === LOADED) return slotSubject(slot[table]!) === 0
  return role[table] === OPERAND && slotSubject(slot[table]!) === (VALUE_OPERATIONS[operation[table]! - 1] === 'square-root' ? 0 : 1)
}

/**
 * For these, the memory operand is that operand; others (fused multiplications, three operands, reversed divisions) may
 * add it or have it first.
 */
const OPERAND_IN_MEMORY = /^(v?(mul|div|sqrt)[sp][sd]|i?div|mul|imul(?=[^,]*,[^,]*$)|fi?mul|fi?div) /

interface Target {
  constant: boolean
  isOperand: boolean
  name: string | null
  bytes: number
}

function targetAt(module: SymbolModule | null, address: number): Target | null {
  const instruction = module?.disassemble(address, address + 1, 'intel')[0]
  if (!module || instruction?.address !== address || instruction.target === null) return null
  const symbol = module.dataSymbols(instruction.target, instruction.target + 1)[0]
  const isWhole = symbol?.low === instruction.target
  return {
    constant: instruction.constant,
    isOperand: OPERAND_IN_MEMORY.test(instruction.text),
    name: isWhole ? symbol.name : null,
    bytes: isWhole ? symbol.high - symbol.low : 0,
  }
}
