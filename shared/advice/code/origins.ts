/** Where the value of a register comes from, within a loop. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, copiedRegister, definedRegisters, sameAddress, type Instruction } from './instruction.ts'

/** Instructions from where a register is kept in the frame to where it gets its value back. */
const LONGEST_KEPT = 24

/**
 * Positions of the instructions that may have set a register before another instruction reads it, on any path through the loop.
 * @param passedOn the register whose value an instruction only passes on; null: the instruction computes a value
 */
export function originsOf(flow: FunctionFlow, loop: Loop, position: number, register: string, passedOn: (instruction: Instruction) => string | null): number[] {
  const origins = new Set<number>()
  const seen = new Set<string>()
  const open: Array<[at: number, register: string]> = [[position, register]]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const [at, wanted] = each
    for (const before of flow.predecessors(at)) {
      if (loop.inBody[before] === 0 || seen.has(`${before} ${wanted}`)) continue
      seen.add(`${before} ${wanted}`)
      const instruction = flow.instructions[before]!
      if (!definedRegisters(instruction).includes(wanted)) open.push([before, wanted])
      else {
        const from = passedOn(instruction)
        if (from === null) origins.add(before)
        else open.push([before, from])
      }
    }
  }
  return [...origins]
}

/** Position of the one instruction that sets a register in each iteration before another one reads it; null if there are several, or none. */
export function onlyOrigin(flow: FunctionFlow, loop: Loop, position: number, register: string): number | null {
  const origins = new Set<number>()
  const seen = new Set<number>()
  const open = [position]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    // On this path, the value is that of the iteration before.
    if (at === loop.header) return null
    for (const before of flow.predecessors(at)) {
      if (seen.has(before)) continue
      seen.add(before)
      if (definedRegisters(flow.instructions[before]!).includes(register)) origins.add(before)
      else open.push(before)
    }
    if (origins.size > 1) return null
  }
  const [origin] = origins
  return origin ?? null
}

/** The register from which the instruction takes a number that it copies, or cuts to the size of a table; null: none. */
export function copiedOrMasked(instruction: Instruction): string | null {
  const { mnemonic, operands, memory } = instruction
  return mnemonic === 'and' && memory === null ? canonicalRegister(operands[0]!) : copiedRegister(instruction)
}

/** The register that gets its own value back from the frame, where the code just before has kept it, across a call for example; null: none. */
export function restoredRegister(flow: FunctionFlow, { address, mnemonic, operands, memory, reads }: Instruction): string | null {
  const register = canonicalRegister(operands[0] ?? '')
  if (mnemonic !== 'mov' || !reads || register === null || memory?.base !== 'rsp' || memory.index !== null) return null
  let at = flow.positionOf(address)
  for (let steps = 0; steps < LONGEST_KEPT; steps++) {
    const [before, ...others] = flow.predecessors(at)
    if (before === undefined || others.length > 0) return null
    const stored = flow.instructions[before]!
    if (stored.writes && stored.memory !== null && sameAddress(stored.memory, memory))
      return stored.mnemonic === 'mov' && canonicalRegister(stored.operands[1] ?? '') === register ? register : null
    at = before
  }
  return null
}
