/** The element that a loop has chosen so far: the least one, the best one, or the last one of a kind. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, copiedRegister, definedRegisters, type Instruction, type MemoryOperand } from './instruction.ts'
import { setJustBefore } from './loop_facts.ts'
import { registersOf } from './loop_registers.ts'

/** More would take long in the loops of interpreters. */
const MOST_STEPS = 4000

/**
 * Nothing but moves from other registers sets the address of an access, and some iterations leave it as it was.
 * @param position of the access
 */
export function isOfChosenElement(flow: FunctionFlow, loop: Loop, position: number, { base, index }: MemoryOperand): boolean {
  const moved = [base, index]
    .flatMap((register) => (register === null ? [] : copiedFrom(flow, loop, position, register)))
    .filter(({ register }) => registersOf(flow, loop).definitions(register).length > 0)
  return (
    moved.length > 0 && moved.every(({ at, register }) => registersOf(flow, loop).definitions(register).every(isMove) && maySurvive(flow, loop, at, register))
  )
}

/** The register that the value comes from, if it is copied right before the access, and where: other code may use the copy's register for other things. */
function copiedFrom(flow: FunctionFlow, loop: Loop, position: number, register: string): { at: number; register: string } {
  const at = setJustBefore(flow, loop, position, register)
  const copied = at === null ? null : copiedRegister(flow.instructions[at]!)
  return at === null || copied === null ? { at: position, register } : { at, register: copied }
}

function isMove({ mnemonic, operands, memory }: Instruction): boolean {
  return (mnemonic === 'mov' || mnemonic.startsWith('cmov')) && memory === null && canonicalRegister(operands[1] ?? '') !== null
}

/** On some path from the access to itself, the register keeps its value, perhaps by way of others. */
function maySurvive(flow: FunctionFlow, loop: Loop, position: number, register: string): boolean {
  const seen = new Set<string>()
  const open = [{ at: position, holders: new Set([register]) }]
  for (let state = open.pop(), steps = 0; state !== undefined && steps < MOST_STEPS; state = open.pop(), steps++) {
    const holders = holdersAfter(flow.instructions[state.at]!, state.holders)
    if (holders.size === 0) continue
    for (const next of flow.successors(state.at)) {
      if (next === position && holders.has(register)) return true
      const key = `${next} ${[...holders].toSorted().join()}`
      if (next === position || loop.inBody[next] === 0 || seen.has(key)) continue
      seen.add(key)
      open.push({ at: next, holders })
    }
  }
  return false
}

/** The registers that may hold the value after the instruction. */
function holdersAfter(instruction: Instruction, before: ReadonlySet<string>): Set<string> {
  const after = new Set(before)
  const [into, from] = isMove(instruction) ? [canonicalRegister(instruction.operands[0] ?? ''), canonicalRegister(instruction.operands[1]!)!] : [null, '']
  if (!instruction.mnemonic.startsWith('cmov')) for (const register of definedRegisters(instruction)) after.delete(register)
  if (into !== null && before.has(from)) after.add(into)
  return after
}
