/** The moving and the constant parts of a loop: addresses and loaded values. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import {
  canonicalRegister,
  constantRegister,
  copiedRegister,
  definedRegisters,
  immediateOf,
  sameAddress,
  type Instruction,
  type MemoryOperand,
} from './instruction.ts'
import type { AddressMotion } from './address_motion.ts'
import { differencesOf, isAfterStep } from './differences.ts'
import { linkRegister, registersOf } from './loop_registers.ts'
import { onlyOrigin, originsOf, restoredRegister } from './origins.ts'

/** Loads whose own addresses are followed; longer chains are rare. */
const MOST_STEPS = 3

/** Instructions from where an index is computed to its access. */
const MOST_BEFORE_ACCESS = 12

/** @param position of the access; absent: what computes its registers only there is not looked for */
export function addressMotion(flow: FunctionFlow, loop: Loop, memory: MemoryOperand, position?: number): AddressMotion {
  const parts = [
    memory.base === null ? null : { register: memory.base, factor: 1 },
    memory.index === null ? null : { register: memory.index, factor: memory.scale },
  ]
  let stride = 0
  let throughLoads = false
  let isLoadedAnew = false
  for (const part of parts) {
    if (part === null || part.register === 'rsp') continue
    const any = registerMotion(flow, loop, part.register, MOST_STEPS)
    const here = any.kind === 'varies' && position !== undefined ? motionJustBefore(flow, loop, position, part.register) : null
    const motion: AddressMotion = here ?? any
    // The register of a table of links may have other uses elsewhere in the loop.
    if (motion.kind === 'varies' && position !== undefined && isConstantAt(flow, loop, position, part.register, MOST_STEPS)) {
      isLoadedAnew = true
      continue
    }
    if (motion.kind === 'varies') return isTable(flow, loop, memory, part.register) ? { kind: 'indexed' } : motion
    if (motion.kind === 'chased' || motion.kind === 'indexed') return motion
    if (motion.kind === 'strided') stride += motion.stride * part.factor
    else throughLoads ||= motion.throughLoads
  }
  if (isLoadedAnew) return stride === 0 ? { kind: 'invariant', throughLoads: true } : { kind: 'varies' }
  return stride === 0 ? { kind: 'invariant', throughLoads } : { kind: 'strided', stride }
}

function isTable(flow: FunctionFlow, loop: Loop, { base, index }: MemoryOperand, varying: string): boolean {
  if (index !== varying) return false
  return base === null || base === 'rsp' || registerMotion(flow, loop, base, MOST_STEPS).kind === 'invariant'
}

/** Motions of a loop, by register and steps: each of the many definitions in an interpreter's loop leads to the others. */
const knownMotions = new WeakMap<Loop, Map<string, AddressMotion>>()

function registerMotion(flow: FunctionFlow, loop: Loop, register: string, steps: number): AddressMotion {
  let motions = knownMotions.get(loop)
  if (motions === undefined) knownMotions.set(loop, (motions = new Map()))
  const key = `${register} ${steps}`
  let motion = motions.get(key)
  if (motion === undefined) motions.set(key, (motion = motionOf(flow, loop, register, steps)))
  return motion
}

function motionOf(flow: FunctionFlow, loop: Loop, register: string, steps: number): AddressMotion {
  const definitions = registersOf(flow, loop).definitions(register)
  if (definitions.length === 0) return { kind: 'invariant', throughLoads: false }
  if (isChain(flow, loop, definitions, register)) return { kind: 'chased' }
  const increments = definitions.map((definition) => incrementOf(definition, register))
  if (increments.every((increment) => increment !== null))
    // The top of a stack goes up and down.
    return new Set(increments.map((increment) => Math.sign(increment!))).size > 1
      ? { kind: 'varies' }
      : {
          kind: 'strided',
          stride: areAlternatives(flow, loop, definitions, increments) ? increments[0]! : increments.reduce((sum, increment) => sum + increment!, 0),
        }
  const invariant = steps > 0 && definitions.every((definition) => isInvariantLoad(flow, loop, definition, steps - 1))
  if (invariant) return { kind: 'invariant', throughLoads: true }
  const strides = new Set(definitions.map((definition) => (steps > 0 ? strideOfSum(flow, loop, definition, steps - 1) : null)))
  const [stride] = strides
  return strides.size === 1 && stride != null && stride !== 0 ? { kind: 'strided', stride } : { kind: 'varies' }
}

/** Each path through the loop takes one of several equal steps: compilers copy the end of a body into its branches. */
function areAlternatives(flow: FunctionFlow, loop: Loop, definitions: readonly Instruction[], increments: ReadonlyArray<number | null>): boolean {
  if (definitions.length < 2 || new Set(increments).size > 1) return false
  const positions = new Set(definitions.map(({ address }) => flow.positionOf(address)))
  return [...positions].every((first) => {
    const seen = new Set<number>()
    const open = [first]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const next of flow.successors(at)) {
        // The next iteration begins at the header.
        if (loop.inBody[next] === 0 || next === loop.header || seen.has(next)) continue
        if (positions.has(next)) return false
        seen.add(next)
        open.push(next)
      }
    }
    return true
  })
}

/** Motion of a register that has other uses elsewhere in the loop; null if it is not set from a moving value, or from a link of a chain, right before the access. */
function motionJustBefore(flow: FunctionFlow, loop: Loop, position: number, register: string): AddressMotion | null {
  if (followsDifferences(flow, loop, position, register)) return { kind: 'chased' }
  const at = setJustBefore(flow, loop, position, register)
  const stride = at === null ? null : strideOfSum(flow, loop, flow.instructions[at]!, MOST_STEPS - 1) || null
  if (stride !== null) return { kind: 'strided', stride }
  const origin = onlyOrigin(flow, loop, position, register)
  return origin !== null && isSumWithLink(flow, loop, origin, register, MOST_STEPS) ? { kind: 'chased' } : null
}

/** Position of the last instruction before the access that sets the register, if no other code jumps in between; null if there is none. */
export function setJustBefore(flow: FunctionFlow, loop: Loop, position: number, register: string): number | null {
  for (let at = position; at > position - MOST_BEFORE_ACCESS; at--) {
    const [before, ...others] = flow.predecessors(at)
    if (before !== at - 1 || others.length > 0 || loop.inBody[before] === 0) return null
    if (definedRegisters(flow.instructions[before]!).includes(register)) return before
  }
  return null
}

/** The register holds the position of the chain's next element, from which a number in a table was subtracted. */
function followsDifferences(flow: FunctionFlow, loop: Loop, position: number, register: string): boolean {
  return differenceLoads(flow, loop).length > 0 && isAfterStep(flow, loop, position, register)
}

/** Positions of the loads of links that are differences, from a table that stays where it is. */
export function differenceLoads(flow: FunctionFlow, loop: Loop): number[] {
  return differencesOf(flow, loop).flatMap(({ load }) => (isConstantAt(flow, loop, load, flow.instructions[load]!.memory!.base, MOST_STEPS) ? [load] : []))
}

/** The register has the same value in each iteration when an instruction reads it, whatever it holds elsewhere in the loop. */
function isConstantAt(flow: FunctionFlow, loop: Loop, position: number, register: string | null, steps: number): boolean {
  if (register === null || registerMotion(flow, loop, register, steps).kind === 'invariant') return true
  if (steps === 0) return false
  const [origin, ...others] = originsOf(flow, loop, position, register, (each) => copiedRegister(each) ?? restoredRegister(flow, each))
  return others.length === 0 && (origin === undefined || isInvariantLoad(flow, loop, flow.instructions[origin]!, steps - 1))
}

/** The instruction sets the register to a link of a chain, to which it adds at most what stays the same: the elements of an array that links number. */
function isSumWithLink(flow: FunctionFlow, loop: Loop, at: number, register: string, steps: number): boolean {
  const instruction = flow.instructions[at]!
  const { mnemonic, operands, memory } = instruction
  const isConstant = (each: string | null): boolean => isConstantAt(flow, loop, at, each, steps)
  const isLink = (each: string | null): boolean => {
    if (each === null || steps === 0) return false
    if (registerMotion(flow, loop, each, steps).kind === 'chased' || followsDifferences(flow, loop, at, each)) return true
    const origin = onlyOrigin(flow, loop, at, each)
    return origin !== null && isSumWithLink(flow, loop, origin, each, steps - 1)
  }
  if (mnemonic === 'lea' && memory !== null) return (isLink(memory.base) && isConstant(memory.index)) || (isLink(memory.index) && isConstant(memory.base))
  const copied = copiedRegister(instruction)
  if (copied !== null) return isLink(copied)
  const from = memory === null && /^(?:add|sub)$/.test(mnemonic) ? canonicalRegister(operands[1] ?? '') : null
  return from !== null && ((mnemonic === 'add' && isLink(from) && isConstant(register)) || (isLink(register) && isConstant(from)))
}

/** A register of the address is computed for each access: equal registers are not equal addresses. */
export function isSetAnew(flow: FunctionFlow, loop: Loop, { base, index }: MemoryOperand): boolean {
  return [base, index].some(
    (register) =>
      register !== null &&
      registersOf(flow, loop)
        .definitions(register)
        .some((definition) => incrementOf(definition, register) === null),
  )
}

/** Stride of a register that is set from others that move or stay, such as a 32-bit index before each access; null if it is not. */
function strideOfSum(flow: FunctionFlow, loop: Loop, { mnemonic, operands, memory }: Instruction, steps: number): number | null {
  const from = /^movs?x?d?$/.test(mnemonic) && memory === null ? canonicalRegister(operands[1] ?? '') : null
  const terms =
    from !== null
      ? [{ register: from, factor: 1 }]
      : mnemonic === 'lea' && memory !== null
        ? [
            { register: memory.base, factor: 1 },
            { register: memory.index, factor: memory.scale },
          ]
        : []
  let stride: number | null = terms.length === 0 ? null : 0
  for (const { register, factor } of terms) {
    if (register === null || register === 'rsp' || stride === null) continue
    const motion = registerMotion(flow, loop, register, steps)
    stride = motion.kind === 'invariant' ? stride : motion.kind === 'strided' ? stride + motion.stride * factor : null
  }
  return stride
}

/** The index of the element is read from a list that the loop walks through: "x[list[i]]". A character of a text is a key, not an index. */
export function isGathered(flow: FunctionFlow, loop: Loop, { address, memory }: Instruction): boolean {
  if (memory?.index == null) return false
  // The register may serve for other things elsewhere in the loop.
  const definition = registersOf(flow, loop)
    .definitions(memory.index)
    .filter((each) => each.address < address && each.mnemonic !== 'cdqe')
    .at(-1)
  return definition !== undefined && isEntryOfList(flow, loop, definition)
}

/** The address of the element is read from a list that the loop walks through, on every path: "list[i]->x". */
export function isPointedTo(flow: FunctionFlow, loop: Loop, { address, memory }: Instruction): boolean {
  if (memory?.base == null || memory.index !== null) return false
  const origins = originsOf(flow, loop, flow.positionOf(address), memory.base, (move) => copiedRegister(move) ?? restoredRegister(flow, move))
  return origins.length > 0 && origins.every((at) => isEntryOfList(flow, loop, flow.instructions[at]!))
}

function isEntryOfList(flow: FunctionFlow, loop: Loop, { mnemonic, reads, memory, text }: Instruction): boolean {
  return mnemonic.startsWith('mov') && reads && memory !== null && !/\bbyte ptr\b/.test(text) && addressMotion(flow, loop, memory).kind === 'strided'
}

/** The address moves by a register that the loop does not change: usually by the length of a row or column. */
export function stepRegister(flow: FunctionFlow, loop: Loop, { base, index }: MemoryOperand): string | null {
  for (const register of [base, index]) {
    const [definition, ...others] = register === null ? [] : registersOf(flow, loop).definitions(register)
    if (definition === undefined || others.length > 0) continue
    const { mnemonic, operands, memory } = definition
    const step = mnemonic === 'add' ? canonicalRegister(operands[1] ?? '') : mnemonic === 'lea' && memory?.base === register ? memory.index : null
    if (step !== null && step !== register && registersOf(flow, loop).definitions(step).length === 0) return step
  }
  return null
}

/**
 * Bytes that the registers of an address move from one instruction to a later one of the same iteration; null if they get a new value,
 * or if other code jumps in between.
 */
export function movesBetween(flow: FunctionFlow, from: number, to: number, { base, index, scale }: MemoryOperand): number | null {
  let moved = 0
  for (let at = from; at < to; at++) {
    const instruction = flow.instructions[at]!
    const [before, ...entries] = flow.predecessors(at + 1)
    if (before !== at || entries.length > 0) return null
    for (const register of definedRegisters(instruction)) {
      if (register !== base && register !== index) continue
      const increment = incrementOf(instruction, register)
      if (increment === null) return null
      moved += increment * ((register === base ? 1 : 0) + (register === index ? scale : 0))
    }
  }
  return moved
}

/** Bytes that the instruction adds to the register; null where it does anything else. */
function incrementOf({ mnemonic, operands, memory }: Instruction, register: string): number | null {
  const amount = immediateOf(operands[1] ?? '')
  if (mnemonic === 'inc') return 1
  if (mnemonic === 'dec') return -1
  if (mnemonic === 'add' && amount !== null) return amount
  if (mnemonic === 'sub' && amount !== null) return -amount
  if (mnemonic === 'lea' && memory !== null && memory.base === register && memory.index === null) return memory.displacement
  return null
}

/** Nothing but links sets the register, changed in place (a mask) at most: it carries from one iteration to the next. */
function isChain(flow: FunctionFlow, loop: Loop, definitions: readonly Instruction[], register: string): boolean {
  const links = new Set(definitions.filter((definition) => isChase(flow, loop, definition, register)))
  return links.size > 0 && definitions.every((definition) => links.has(definition) || /^(and|or|shl|shr|sar|add|sub)$/.test(definition.mnemonic))
}

/** register = [register + …], at once or by way of another register. */
function isChase(flow: FunctionFlow, loop: Loop, { mnemonic, operands, memory, reads }: Instruction, register: string): boolean {
  if (!mnemonic.startsWith('mov')) return false
  if (reads && memory !== null) return linkRegister(memory) === register
  const from = canonicalRegister(operands[1] ?? '')
  return from !== null && registersOf(flow, loop).loads(register, from)
}

function isInvariantLoad(flow: FunctionFlow, loop: Loop, definition: Instruction, steps: number): boolean {
  const { mnemonic, operands, memory, reads } = definition
  if (constantRegister(definition) !== null) return true
  if (!mnemonic.startsWith('mov') && mnemonic !== 'lea') return false
  if (memory === null) {
    const from = canonicalRegister(operands[1] ?? '')
    return from !== null && registerMotion(flow, loop, from, steps).kind === 'invariant'
  }
  if (mnemonic !== 'lea' && (!reads || isChangedVariable(flow, loop, memory))) return false
  const position = flow.positionOf(definition.address)
  return [memory.base, memory.index].every((register) => register === 'rsp' || isConstantAt(flow, loop, position, register, steps))
}

/** A variable in the frame that the loop stores to, or that others may, since they are given its address. */
function isChangedVariable({ instructions }: FunctionFlow, loop: Loop, slot: MemoryOperand): boolean {
  if (slot.base !== 'rsp' || slot.index !== null) return false
  const isSlot = ({ memory }: Instruction): boolean => memory !== null && sameAddress(memory, slot)
  return instructions.some((each) => each.mnemonic === 'lea' && isSlot(each)) || loop.body.some((at) => instructions[at]!.writes && isSlot(instructions[at]!))
}

/** Explicit stores and calls in the loop, for fear of which a compiler reads memory anew. */
export function storesIn(flow: FunctionFlow, loop: Loop): { stores: number; calls: number } {
  const inside = loop.body.map((position) => flow.instructions[position]!)
  return { stores: inside.filter(({ writes }) => writes).length, calls: inside.filter(({ mnemonic }) => mnemonic === 'call').length }
}
