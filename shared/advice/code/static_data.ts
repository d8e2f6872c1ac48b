/** Whether an address is within a variable of the program or a static array, as the code around shows. */
import type { FunctionFlow } from './function_flow.ts'
import { canonicalRegister, definedRegisters, type Instruction, type MemoryOperand } from './instruction.ts'

/** Steps from the access back to where the address of the array is taken. */
const MOST_STEPS = 6

/** The address of static data is the displacement itself, or a register of the address was set to such an address. */
export function isOfStaticData(flow: FunctionFlow, position: number, memory: MemoryOperand): boolean {
  if (memory.segment !== null) return false
  if (memory.base === null) return true
  return [memory.base, memory.index].some((register) => register !== null && holdsStaticAddress(flow, position, register, MOST_STEPS))
}

function holdsStaticAddress(flow: FunctionFlow, before: number, register: string, steps: number): boolean {
  const at = steps === 0 ? -1 : flow.instructions.slice(0, before).findLastIndex((each) => definedRegisters(each).includes(register))
  const made = at < 0 ? undefined : flow.instructions[at]!
  if (made === undefined) return false
  if (made.mnemonic === 'lea' && made.memory?.base === null && made.memory.index === null) return true
  return partsOf(made).some((part) => holdsStaticAddress(flow, at, part, steps - 1))
}

/** Registers of which one may hold the address that the instruction passes on, moved by some elements. */
function partsOf({ mnemonic, operands, memory }: Instruction): string[] {
  if (mnemonic === 'lea') return [memory?.base, memory?.index].filter((each) => each != null)
  if (memory !== null || !/^(?:mov|add|sub|inc|dec)$/.test(mnemonic)) return []
  const [into, from] = operands.map((operand) => canonicalRegister(operand))
  return [...(mnemonic === 'mov' ? [] : [into]), from].filter((each) => each != null)
}
