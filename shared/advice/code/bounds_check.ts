/** Checks of an index, as Rust makes them for each element of a slice and C++ in `at()`: out of bounds, the program ends or throws. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister } from './instruction.ts'

/** Instructions from the jump's target to the call that reports the index. */
const LONGEST_REPORT = 6

/**
 * The unsigned comparison ends the loop by a call that takes the compared value as one of its first two arguments.
 * @param compare its position; the jump follows within three instructions @param value the register that holds the index
 */
export function isBoundsCheck(flow: FunctionFlow, loop: Loop, compare: number, value: string): boolean {
  const jump = [compare + 1, compare + 2, compare + 3].find((at) => flow.instructions[at]?.mnemonic.startsWith('j'))
  if (jump === undefined || !/^jn?[ab]e?$/.test(flow.instructions[jump]!.mnemonic)) return false
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
