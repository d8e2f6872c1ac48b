/** Checks of an index, as Rust makes them for each element of a slice and C++ in `at()`: out of bounds, the program ends or throws. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister } from './instruction.ts'

/** Instructions from the jump's target to the call that reports the index. */
const LONGEST_REPORT = 6

/**
 * The unsigned comparison ends the loop by a call that takes the compared value as one of its first two arguments.
 * @param jump position of the one that it decides; null: none @param value the register that holds the index
 */
export function isBoundsCheck(flow: FunctionFlow, loop: Loop, jump: number | null, value: string): boolean {
  if (jump === null || !/^jn?[ab]e?$/.test(flow.instructions[jump]!.mnemonic)) return false
  return flow.successors(jump).some((next) => loop.inBody[next] === 0 && reports(flow, next, value))
}

function reports({ instructions }: FunctionFlow, from: number, value: string): boolean {
  let passed = value === 'rdi' || value === 'rsi'
  for (const { mnemonic, operands } of instructions.slice(from, from + LONGEST_REPORT)) {
    if (mnemonic === 'call') return passed
    if (/^(?:j|ret)/.test(mnemonic)) return false
    const [to, what] = operands.map((operand) => canonicalRegister(operand))
    if (to === 'rdi' || to === 'rsi') passed = (mnemonic === 'mov' && what === value) || (passed && to !== value)
  }
  return false
}
