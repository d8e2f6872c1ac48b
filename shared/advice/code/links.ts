/** The links of a chain: what leads a loop from one element to the next. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, definedRegisters, type Instruction } from './instruction.ts'
import { differenceLoads } from './loop_facts.ts'
import { linkRegister, registersOf } from './loop_registers.ts'
import { copiedOrMasked, originsOf } from './origins.ts'

/** Loads in the loop that read the next element's address, or number, from the present one. */
export function linksOf(flow: FunctionFlow, loop: Loop): Instruction[] {
  return [...linkPositions(flow, loop, differenceLoads(flow, loop))].map((position) => flow.instructions[position]!)
}

/** The links that carry the loop from one element to the next: another one has loaded what the address is made from. */
export function carriedLinks(flow: FunctionFlow, loop: Loop): Instruction[] {
  const differences = differenceLoads(flow, loop)
  const positions = linkPositions(flow, loop, differences)
  return [...positions]
    .filter((position) => {
      if (differences.includes(position)) return true
      const by = linkRegister(flow.instructions[position]!.memory!)
      return by !== null && originsOf(flow, loop, position, by, copiedOrMasked).some((origin) => positions.has(origin))
    })
    .map((position) => flow.instructions[position]!)
}

function linkPositions(flow: FunctionFlow, loop: Loop, differences: readonly number[]): Set<number> {
  return new Set(loop.body.filter((position) => differences.includes(position) || isLink(flow, loop, flow.instructions[position]!)))
}

/** The loaded value sets the register that addressed it, at once or by way of another register. */
function isLink(flow: FunctionFlow, loop: Loop, instruction: Instruction): boolean {
  const { mnemonic, operands, reads, memory } = instruction
  if (!mnemonic.startsWith('mov') || !reads || memory === null) return false
  const by = linkRegister(memory)
  if (definedRegisters(instruction).some((register) => register === by)) return true
  const loaded = canonicalRegister(operands[0] ?? '')
  return loaded !== null && by !== null && registersOf(flow, loop).moves(by, loaded)
}
