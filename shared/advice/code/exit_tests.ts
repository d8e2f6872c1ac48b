/** Comparisons of loaded values that decide whether a loop is left, or looks closer at an element. */
import { isBoundsCheck } from './bounds_check.ts'
import { isUnchangedLoad } from './frame_values.ts'
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, constantRegister, definedRegisters, registersIn, type Instruction } from './instruction.ts'
import { registersOf } from './loop_registers.ts'
import { isUnoptimised } from './unoptimised_code.ts'

/** A test of the loaded value that decides whether the loop is left. */
export interface ExitTest {
  /** The comparison. */
  compare: Instruction
  /** The value is compared with a constant or with a value that the loop does not change; false: with a changing value, or with the number of elements that it is an index of. */
  withKey: boolean
  /** By its size or sign, or against a constant: the end of a text or number, a class of characters. Nothing is looked for. */
  ofEnd: boolean
  /** Less or greater, not equal: the elements are sorted. */
  byOrder: boolean
}

/** Instructions from the load to its comparison and from there to the jump. */
const LONGEST_TEST = 12

/** @param position of the load */
export function exitTest(flow: FunctionFlow, loop: Loop, position: number): ExitTest | null {
  const at = comparison(flow, position)
  return at === null || !leavesLoop(flow, loop, at) ? null : testAt(flow, loop, position, at)
}

/** The comparison of the loaded value, after which the loop calls a function whose result may end it; null: there is none. @param position of the load */
export function screeningTest(flow: FunctionFlow, loop: Loop, position: number): ExitTest | null {
  if (choosingTest(flow, loop, position) === null || !loop.body.some((at) => endsByResult(flow, loop, at))) return null
  return testAt(flow, loop, position, comparison(flow, position)!)
}

/** The call's result is tested at once, and the loop is left or goes on. */
function endsByResult(flow: FunctionFlow, loop: Loop, call: number): boolean {
  const [called, test] = [flow.instructions[call]!, flow.instructions[call + 1]]
  return (
    called.mnemonic === 'call' &&
    test !== undefined &&
    /^(?:test|cmp)$/.test(test.mnemonic) &&
    canonicalRegister(test.operands[0] ?? '') === 'rax' &&
    leavesLoop(flow, loop, call + 1)
  )
}

function testAt(flow: FunctionFlow, loop: Loop, position: number, at: number): ExitTest {
  const load = flow.instructions[position]!
  const value = isCompare(load) ? null : definedRegisters(load)[0]!
  return {
    compare: flow.instructions[at]!,
    withKey: isKey(flow, loop, at, value) && !isCombined(flow, loop, load, value) && !(value !== null && isBoundsCheck(flow, loop, jumpAfter(flow, at), value)),
    ofEnd: isEnd(flow, at),
    byOrder: /^jn?[abgl]e?$/.test(mnemonicAt(flow, jumpAfter(flow, at))),
  }
}

/** The comparison of the loaded value, if it decides which way a jump in the loop goes; null if there is none. @param position of the load */
export function choosingTest(flow: FunctionFlow, loop: Loop, position: number): Instruction | null {
  const at = comparison(flow, position)
  if (at === null) return null
  const jump = flow.successors(at).find((next) => isConditionalJump(flow.instructions[next]!))
  return jump !== undefined && loop.inBody[jump] !== 0 ? flow.instructions[at]! : null
}

function isCompare({ mnemonic }: Instruction): boolean {
  return /^(cmp|test|v?u?comis)/.test(mnemonic)
}

function isConditionalJump({ mnemonic, target }: Instruction): boolean {
  return mnemonic.startsWith('j') && mnemonic !== 'jmp' && target !== null
}

/** Position of the comparison of the loaded value, which may be the load itself; null if none follows at once. */
function comparison(flow: FunctionFlow, position: number): number | null {
  const load = flow.instructions[position]!
  if (isCompare(load)) return position
  const value = definedRegisters(load)[0]
  if (value === undefined) return null
  for (let at = position + 1; at < Math.min(position + LONGEST_TEST, flow.instructions.length); at++) {
    const instruction = flow.instructions[at]!
    if (isCompare(instruction) && instruction.operands.some((operand) => canonicalRegister(operand) === value)) return at
    if (/^(ret|jmp|call)/.test(instruction.mnemonic) || definedRegisters(instruction).includes(value)) return null
  }
  return null
}

function leavesLoop(flow: FunctionFlow, loop: Loop, compare: number): boolean {
  for (let at = compare + 1; at < Math.min(compare + 4, flow.instructions.length); at++) {
    const { mnemonic, target } = flow.instructions[at]!
    if (mnemonic === 'jmp' || mnemonic === 'ret' || mnemonic === 'call') return false
    // A jump whose target is in another part of the function's code leaves the loop, too.
    if (mnemonic.startsWith('j')) return target !== null && (flow.successors(at).length < 2 || flow.successors(at).some((next) => loop.inBody[next] === 0))
  }
  return false
}

/** @param compare its position; the jump follows within three instructions */
function isEnd(flow: FunctionFlow, compare: number): boolean {
  const { mnemonic, operands } = flow.instructions[compare]!
  const jump = mnemonicAt(flow, jumpAfter(flow, compare))
  if (mnemonic === 'test') return operands[0] === operands[1] || /^jn?s$/.test(jump) || /^(?:-0x80|0x80|0xffffff80)$/.test(operands[1] ?? '')
  return operands.some((operand) => /^-?(?:0x[0-9a-f]+|\d+)$/.test(operand))
}

/** Position of the jump within three instructions after the comparison; null: none is there. */
function jumpAfter({ instructions }: FunctionFlow, compare: number): number | null {
  return [compare + 1, compare + 2, compare + 3].find((at) => instructions[at]?.mnemonic.startsWith('j')) ?? null
}

function mnemonicAt({ instructions }: FunctionFlow, position: number | null): string {
  return position === null ? '' : instructions[position]!.mnemonic
}

/** The load adds to or masks a value that the loop sets anew: the tested value depends on both. */
function isCombined(flow: FunctionFlow, loop: Loop, load: Instruction, value: string | null): boolean {
  return (
    value !== null &&
    /^(?:and|or|xor|add|sub|imul)$/.test(load.mnemonic) &&
    registersOf(flow, loop)
      .definitions(value)
      .some((definition) => definition !== load && constantRegister(definition) === null)
  )
}

/** @param value the register that holds the loaded value; null: the comparison reads memory itself */
function isKey(flow: FunctionFlow, loop: Loop, compare: number, value: string | null): boolean {
  const { operands, mnemonic } = flow.instructions[compare]!
  if (mnemonic === 'test') return true
  const other = operands.filter((operand) => (value === null ? !operand.includes('[') : canonicalRegister(operand) !== value))[0]
  if (other === undefined) return false
  return registersIn(other).every(
    (register) =>
      register === 'rsp' ||
      registersOf(flow, loop).definitions(register).length === 0 ||
      (isUnoptimised(flow) && isUnchangedLoad(flow, loop, compare, register)),
  )
}
