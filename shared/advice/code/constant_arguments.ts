/** Constants that calls pass, as far as straight-line code before them shows. */
import type { FunctionFlow } from './function_flow.ts'
import { canonicalRegister, constantRegister, definedRegisters, immediateOf, sameAddress, type Instruction } from './instruction.ts'

/** System V AMD64, integers and pointers. */
const ARGUMENTS = ['rdi', 'rsi', 'rdx', 'rcx', 'r8', 'r9']
/** Before a call, the instructions that set its arguments. */
const MOST_INSTRUCTIONS = 24

/** An argument is a constant, the address of one, or a pointer to one in the stack frame, and another one in the other call. */
export function passDifferentConstants(flow: FunctionFlow, earlier: number, later: number): boolean {
  const [first, second] = [constantArguments(flow, earlier), constantArguments(flow, later)]
  return [...first].some(([register, constant]) => second.has(register) && second.get(register) !== constant)
}

function constantArguments(flow: FunctionFlow, call: number): Map<string, string> {
  const before = stretchBefore(flow, call)
  const found = new Map<string, string>()
  for (const register of ARGUMENTS) {
    const at = before.findLastIndex((each) => definedRegisters(each).includes(register))
    const constant = at < 0 ? null : constantOf(flow, before, at, register)
    if (constant !== null) found.set(register, constant)
  }
  return found
}

/** Returns the instructions that run whenever the call runs: those since the last call, jump, or jump target before it. */
function stretchBefore(flow: FunctionFlow, call: number): Instruction[] {
  let from = call
  while (from > 0 && call - from < MOST_INSTRUCTIONS && !/^(?:call|j|ret)/.test(flow.instructions[from - 1]!.mnemonic) && !isJumpedTo(flow, from)) from--
  return flow.instructions.slice(from, call)
}

function isJumpedTo(flow: FunctionFlow, position: number): boolean {
  return flow.predecessors(position).some((each) => each !== position - 1)
}

function constantOf(flow: FunctionFlow, before: readonly Instruction[], at: number, register: string): string | null {
  const { mnemonic, operands, memory } = addressTaken(flow, before[at]!)
  if (mnemonic === 'lea' && memory !== null) {
    if (memory.base === null && memory.index === null) return operands[1]!
    if (memory.base !== 'rsp' || memory.index !== null) return null
    const stored = before.findLast((each) => each.writes && each.memory !== null && sameAddress(each.memory, memory))?.operands[1]
    return stored === undefined || immediateOf(stored) === null ? null : `to ${stored}`
  }
  if (constantRegister(before[at]!) !== register) return null
  return canonicalRegister(operands[1]!) === null ? operands[1]! : '0x0'
}

/** Compilers keep the address of a slot that several calls are given in a register. */
function addressTaken(flow: FunctionFlow, instruction: Instruction): Instruction {
  const from = instruction.mnemonic === 'mov' && !instruction.reads ? canonicalRegister(instruction.operands[1] ?? '') : null
  if (from === null) return instruction
  // The caller's value is restored at the end.
  const [definition, ...others] = flow.instructions.filter((each) => each.mnemonic !== 'pop' && definedRegisters(each).includes(from))
  return definition?.mnemonic === 'lea' && others.length === 0 ? definition : instruction
}
