/** The inputs of a loop besides the memory that it traverses, and whether an earlier loop computed them. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, constantRegister, definedRegisters, registersIn, type Instruction } from './instruction.ts'
import { addressMotion } from './loop_facts.ts'
import { registersOf } from './loop_registers.ts'

/**
 * Registers that the loop computes with and does not set: the other factor of a product, a limit that each element is compared with.
 * Registers of addresses, and ends that a counter or pointer is compared with, are none.
 */
export function givenOperands(flow: FunctionFlow, loop: Loop): string[] {
  const registers = registersOf(flow, loop)
  const isSet = (register: string): boolean => registers.definitions(register).length > 0
  const given = new Set<string>()
  for (const at of loop.body) {
    const { mnemonic, operands } = flow.instructions[at]!
    if (/^(?:lea|nop|j\w+|push|pop|xchg)$/.test(mnemonic)) continue
    const read = operands.filter((operand) => !operand.includes('[')).flatMap((operand) => canonicalRegister(operand) ?? [])
    if (/^(?:cmp|test)$/.test(mnemonic) && read.some((register) => isSet(register) && moves(flow, loop, register))) continue
    for (const register of read) if (register !== 'rsp' && !isSet(register)) given.add(register)
  }
  return [...given]
}

/** A counter, a pointer that walks, or one that follows a chain. */
function moves(flow: FunctionFlow, loop: Loop, register: string): boolean {
  const { kind } = addressMotion(flow, loop, { base: register, index: null, scale: 1, displacement: 0, segment: null })
  return kind === 'strided' || kind === 'chased'
}

/** The last instruction before the loop that sets the register sets it to a constant. */
export function isConstantBefore(flow: FunctionFlow, loop: Loop, register: string): boolean {
  const definition = flow.instructions.slice(0, Math.min(...loop.body)).findLast((each) => definedRegisters(each).includes(register))
  return definition !== undefined && constantRegister(definition) === register
}

/** Registers that straight-line code hands on from one loop to a later one, computed from values that the earlier loop set. */
export function carriedTo(flow: FunctionFlow, before: Loop, after: Loop): Set<string> {
  const carried = new Set(before.body.flatMap((at) => definedRegisters(flow.instructions[at]!)))
  const start = Math.min(...after.body)
  for (let at = Math.max(...before.body) + 1; at < start; at++) {
    const instruction = flow.instructions[at]!
    const isCarried = sourcesOf(instruction).some((register) => carried.has(register))
    for (const register of definedRegisters(instruction)) {
      if (isCarried) carried.add(register)
      else carried.delete(register)
    }
  }
  return carried
}

/** Registers that the result depends on. */
function sourcesOf(instruction: Instruction): string[] {
  const { mnemonic, operands } = instruction
  if (constantRegister(instruction) !== null || mnemonic === 'call') return []
  const overwrites = /^v?mov|^lea$|^pop$|^v?cvt|^v?sqrt/.test(mnemonic) || (mnemonic.startsWith('v') && operands.length >= 3)
  return operands.slice(overwrites ? 1 : 0).flatMap(registersIn)
}
