/** Where the value comes from that a store writes: the instruction before it that set the register. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { changeInPlace } from './frame_values.ts'
import { isUnoptimised } from './unoptimised_code.ts'
import { canonicalRegister, constantRegister, definedRegisters, registersIn, type Instruction } from './instruction.ts'

export type StoredValue =
  /** A constant, or a register that was cleared. */
  | { kind: 'constant' }
  /** Loaded as it is from elsewhere. */
  | { kind: 'copy'; load: Instruction }
  /** The result of a computation. */
  | { kind: 'computed'; by: Instruction }
  /** Memory is changed in place: add [x], y. Without optimization, by a load, the change and the store. */
  | { kind: 'update'; by: Instruction }
  | { kind: 'unknown' }

/** Only instructions before the store in the order of addresses are examined; a jump in between makes that a guess that is mostly right. */
const MOST_INSTRUCTIONS = 60

/** @param position of the store @param loop the innermost around it; null: none */
export function storedValue(flow: FunctionFlow, position: number, loop: Loop | null): StoredValue {
  const store = flow.instructions[position]!
  if (/^movs[bwdq]$/.test(store.mnemonic) && store.memory === null) return { kind: 'copy', load: store }
  if (/^stos[bwdq]$/.test(store.mnemonic)) return valueOf(flow, position, 'rax', 2, loop)
  if (store.reads && store.writes) return { kind: 'update', by: store }
  const change = isUnoptimised(flow) ? changeInPlace(flow, position) : null
  if (change !== null) return { kind: 'update', by: change }
  const operand = store.operands[1] ?? store.operands[0]
  if (operand === undefined || !store.writes) return { kind: 'unknown' }
  if (store.mnemonic.startsWith('set')) return { kind: 'computed', by: store }
  const register = canonicalRegister(operand)
  if (register === null) return isConstant(operand) ? { kind: 'constant' } : { kind: 'unknown' }
  return valueOf(flow, position, register, 2, loop)
}

/** @param copies moves between registers that are followed */
function valueOf(flow: FunctionFlow, before: number, register: string, copies: number, loop: Loop | null): StoredValue {
  for (let at = before - 1; at >= Math.max(0, before - MOST_INSTRUCTIONS); at--) {
    const instruction = flow.instructions[at]!
    if (!definedRegisters(instruction).includes(register)) continue
    // From the second iteration on it holds the loop's value.
    const later =
      loop?.inBody[at] === 0 ? loop.body.find((other) => other > before && definedRegisters(flow.instructions[other]!).includes(register)) : undefined
    if (later !== undefined) return { kind: 'computed', by: flow.instructions[later]! }
    if (constantRegister(instruction) === register) return isOnlyDefinition(flow, at, before, register) ? { kind: 'constant' } : { kind: 'unknown' }
    if (instruction.mnemonic === 'call') return { kind: 'computed', by: instruction }
    const isMove = /^v?mov(?!msk)/.test(instruction.mnemonic)
    if (isMove && instruction.reads) return { kind: 'copy', load: instruction }
    const from = isMove ? canonicalRegister(instruction.operands[1] ?? '') : null
    if (from !== null) return copies > 0 ? valueOf(flow, at, from, copies - 1, loop) : { kind: 'unknown' }
    return instruction.mnemonic === 'pop' ? { kind: 'unknown' } : { kind: 'computed', by: instruction }
  }
  return isFarConstant(flow, before, register) ? { kind: 'constant' } : valueByJumps(flow, before, register)
}

/** However far before the store: zeros for several stores are made once. */
function isFarConstant(flow: FunctionFlow, before: number, register: string): boolean {
  const definition = flow.instructions.slice(0, before).findLastIndex((instruction) => definedRegisters(instruction).includes(register))
  return definition >= 0 && constantRegister(flow.instructions[definition]!) === register && isOnlyDefinition(flow, definition, before, register)
}

/** Where code behind a jump is only jumped to: the value that all of these jumps bring as a copy. */
function valueByJumps(flow: FunctionFlow, position: number, register: string): StoredValue {
  const { instructions } = flow
  let start = position
  while (start > 0 && !/^(jmp|ret)$/.test(instructions[start - 1]!.mnemonic)) start--
  const jumps = [...instructions.keys()].filter((at) => {
    const { mnemonic, target } = instructions[at]!
    return (
      mnemonic.startsWith('j') && target !== null && flow.positionOf(target) >= start && flow.positionOf(target) <= position && (at < start || at > position)
    )
  })
  const loads = jumps.map((at) => {
    const definition = instructions.slice(Math.max(0, at - MOST_INSTRUCTIONS), at).findLast((each) => definedRegisters(each).includes(register))
    return definition !== undefined && /^v?mov(?!msk)/.test(definition.mnemonic) && definition.reads ? definition : null
  })
  return loads.length > 0 && loads.every((load) => load !== null) ? { kind: 'copy', load: loads[0]! } : { kind: 'unknown' }
}

/** No jump from elsewhere comes in between, after it set the register to something else or past the definition. */
function isOnlyDefinition(flow: FunctionFlow, definition: number, use: number, register: string): boolean {
  return !flow.instructions.some(({ mnemonic, target }, at) => {
    if (!mnemonic.startsWith('j') || target === null || (at >= definition && at <= use)) return false
    const to = flow.positionOf(target)
    if (to <= definition || to > use) return false
    return at < definition || flow.instructions.slice(use + 1, at).some((other) => definedRegisters(other).includes(register))
  })
}

/** Instructions in which the inputs of a store are looked for. */
const LONGEST_COMPUTATION = 48

/** The computation of a stored value. */
export interface Computation {
  /** Loads whose values go into it. */
  loads: Instruction[]
  /** Instructions that combine several values. Adding a constant only forms an address or a count. */
  combines: Instruction[]
  /** Registers that contribute a value from before: arguments, and values that a loop carries along. */
  unexplained: string[]
}

/** The last instruction first, as far as straight-line code shows them. @param position of the store */
export function computation(flow: FunctionFlow, position: number): Computation {
  const store = flow.instructions[position]!
  const wanted = new Set((store.operands.length > 1 ? store.operands.slice(1) : []).flatMap(registersIn))
  const found: Omit<Computation, 'unexplained'> = { loads: [], combines: [] }
  for (let at = position - 1; at >= Math.max(0, position - LONGEST_COMPUTATION) && wanted.size > 0; at--) {
    const instruction = flow.instructions[at]!
    const defined = definedRegisters(instruction).filter((register) => wanted.has(register))
    if (defined.length === 0 || instruction.mnemonic === 'call') continue
    const sets = /^v?c?mov|^lea|^pop/.test(instruction.mnemonic)
    if (sets || constantRegister(instruction) !== null) defined.forEach((register) => wanted.delete(register))
    else {
      if (isOfThree(instruction)) defined.forEach((register) => wanted.delete(register))
      if (!instruction.operands.some(isConstant)) found.combines.push(instruction)
    }
    if (instruction.reads) found.loads.push(instruction)
    if (constantRegister(instruction) === null) sourceRegisters(instruction).forEach((register) => wanted.add(register))
  }
  return { ...found, unexplained: [...wanted] }
}

/** A vector instruction whose result does not depend on the register that it sets; multiplication and addition at once does. */
function isOfThree({ mnemonic, operands }: Instruction): boolean {
  return mnemonic.startsWith('v') && operands.length >= 3 && !/^vfn?m/.test(mnemonic)
}

/**
 * Instructions that set the registers at a position, the last first, and those that set what goes into them, as far as straight-line code
 * shows them. @param loop only its instructions, those of the iteration before too; null: what comes before the position
 */
export function madeBy(flow: FunctionFlow, position: number, registers: readonly string[], loop: Loop | null = null): Instruction[] {
  const wanted = new Set(registers)
  const found: Instruction[] = []
  for (const at of before(position, loop)) {
    if (wanted.size === 0) break
    const instruction = flow.instructions[at]!
    const defined = definedRegisters(instruction).filter((register) => wanted.has(register))
    if (defined.length === 0) continue
    if (instruction.mnemonic === 'call') return found
    found.push(instruction)
    if (/^v?c?mov|^lea|^pop/.test(instruction.mnemonic) || constantRegister(instruction) !== null) defined.forEach((register) => wanted.delete(register))
    if (constantRegister(instruction) === null) sourceRegisters(instruction).forEach((register) => wanted.add(register))
  }
  return found
}

function isConstant(operand: string): boolean {
  return /^-?(0x[0-9a-f]+|\d+)$/.test(operand)
}

/**
 * Loads that the values of registers at a call come from, as far as straight-line code shows them; null where they come from elsewhere
 * than loads, constants and values that the loop around the call does not change. @param loop the innermost around the call; null: none
 */
export function argumentLoads(flow: FunctionFlow, call: number, registers: readonly string[], loop: Loop | null): Instruction[] | null {
  const wanted = new Set(registers)
  const loads: Instruction[] = []
  for (const at of before(call, loop)) {
    if (wanted.size === 0) break
    const instruction = flow.instructions[at]!
    const defined = definedRegisters(instruction).filter((register) => wanted.has(register))
    if (defined.length === 0) continue
    if (instruction.mnemonic === 'call') return null
    const isConstant = constantRegister(instruction) !== null
    if (isConstant || /^v?c?mov|^lea|^cvt|^v?sqrt/.test(instruction.mnemonic)) defined.forEach((register) => wanted.delete(register))
    if (isConstant) continue
    if (instruction.reads && !isBesideCode(instruction)) loads.push(instruction)
    sourceRegisters(instruction).forEach((register) => wanted.add(register))
  }
  wanted.delete('rsp')
  // The whole loop was searched: it does not change the remaining registers, unless it counts them.
  return wanted.size === 0 || (loop !== null && !loop.body.some((at) => definedRegisters(flow.instructions[at]!).some((register) => wanted.has(register))))
    ? loads
    : null
}

/** Registers that the result of an instruction comes from, not those that say where a load reads. */
function sourceRegisters({ mnemonic, operands }: Instruction): string[] {
  return operands
    .slice(1)
    .filter((operand) => !operand.includes('[') || mnemonic === 'lea')
    .flatMap(registersIn)
}

/** Positions from the instruction before a call backwards: within a loop those of the iteration before, too, the call last. */
function before(call: number, loop: Loop | null): number[] {
  if (loop === null) return Array.from({ length: Math.min(call, LONGEST_COMPUTATION) }, (_, i) => call - 1 - i)
  const earlier = loop.body.filter((at) => at < call).reverse()
  return [...earlier, ...loop.body.filter((at) => at >= call).reverse(), ...earlier]
}

/** A constant that the compiler keeps in memory: of floating-point numbers and masks, which have no names. */
export function isBesideCode({ memory, note, reads, operands }: Instruction): boolean {
  return (
    reads &&
    memory !== null &&
    memory.base === null &&
    memory.index === null &&
    memory.segment === null &&
    note === null &&
    operands.some((operand) => /^[xyz]mm\d/.test(operand))
  )
}

/** How far the value of a load is followed. */
const NEAR = 8

/** The next instructions, which may read what the one at `position` has put into the register: up to the one that gives it another value. */
export function nextReaders({ instructions }: FunctionFlow, position: number, register: string): Instruction[] {
  const next = instructions.slice(position + 1, position + 1 + NEAR)
  const last = next.findIndex((each) => definedRegisters(each).includes(register))
  return last < 0 ? next : next.slice(0, last + 1)
}
