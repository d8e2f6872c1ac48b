/**
 * Addresses of code whose variables live in its stack frame. Its registers are set anew for each statement, so that they are followed
 * back along straight-line code to the variables, and the variables through the loop.
 */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, constantRegister, definedRegisters, immediateOf, type Instruction, type MemoryOperand } from './instruction.ts'
import type { AddressMotion } from './address_motion.ts'
import { frameRegister, slotOf } from './unoptimised_code.ts'

/** A constant plus values times factors: of variables ("slot -8"), of what instructions set ("at 17"), of registers from elsewhere ("in rdi"). */
interface Sum {
  constant: number
  terms: Map<string, number>
}

const LONGEST_STATEMENT = 64
const MOST_STEPS = 4
/** Least address of static data; members of structures lie nearer to a pointer. */
const LEAST_ADDRESS = 0x1000

const INVARIANT: AddressMotion = { kind: 'invariant', throughLoads: false }
const VARIES: AddressMotion = { kind: 'varies' }

/** How the address moves in the loop. @param position of the access */
export function frameMotion(flow: FunctionFlow, loop: Loop, position: number, memory: MemoryOperand): AddressMotion {
  return sumMotion(flow, loop, addressSum(flow, position, memory), MOST_STEPS)
}

/** Memory that the store writes was loaded before and changed by this instruction; null: it stores something else. @param position of the store */
export function changeInPlace(flow: FunctionFlow, position: number): Instruction | null {
  const store = flow.instructions[position]!
  const change = definitionBefore(flow, position, canonicalRegister(store.operands[1] ?? ''))
  if (change === null || store.memory === null || !/^(add|sub|and|or|xor)$/.test(flow.instructions[change]!.mnemonic)) return null
  const load = definitionBefore(flow, change, canonicalRegister(flow.instructions[change]!.operands[0] ?? ''))
  if (load === null) return null
  const { reads, memory, mnemonic } = flow.instructions[load]!
  if (!reads || memory === null || !mnemonic.startsWith('mov')) return null
  return sameSum(addressSum(flow, load, memory), addressSum(flow, position, store.memory)) ? flow.instructions[change]! : null
}

/** Whether the value of the register there was loaded from a place that the loop does not change. */
export function isUnchangedLoad(flow: FunctionFlow, loop: Loop, position: number, register: string): boolean {
  const load = definitionBefore(flow, position, register)
  if (load === null) return false
  const { reads, memory, mnemonic } = flow.instructions[load]!
  if (!reads || memory === null || !/^v?mov/.test(mnemonic)) return false
  const slot = slotOf(flow.instructions[load]!, frameRegister(flow))
  return (slot === null ? frameMotion(flow, loop, load, memory) : slotMotion(flow, loop, slot, MOST_STEPS)).kind === 'invariant'
}

/** Moves between registers are followed. */
function definitionBefore(flow: FunctionFlow, position: number, register: string | null): number | null {
  if (register === null) return null
  for (let at = position - 1; at >= Math.max(0, position - LONGEST_STATEMENT) && leadsOn(flow, at); at--) {
    const instruction = flow.instructions[at]!
    if (!definedRegisters(instruction).includes(register)) continue
    const from = instruction.mnemonic.startsWith('mov') && instruction.memory === null ? canonicalRegister(instruction.operands[1] ?? '') : null
    return from === null ? at : definitionBefore(flow, at, from)
  }
  return null
}

/** Nothing comes in between the instruction and the next one. */
function leadsOn(flow: FunctionFlow, at: number): boolean {
  const before = flow.predecessors(at + 1)
  return before.length === 1 && before[0] === at
}

function addressSum(flow: FunctionFlow, position: number, { base, index, scale, displacement }: MemoryOperand): Sum {
  const sum: Sum = { constant: displacement, terms: new Map() }
  if (base !== null) addTo(sum, registerSum(flow, position, base, LONGEST_STATEMENT), 1)
  if (index !== null) addTo(sum, registerSum(flow, position, index, LONGEST_STATEMENT), scale)
  return sum
}

function single(term: string): Sum {
  return { constant: 0, terms: new Map([[term, 1]]) }
}

function addTo(sum: Sum, other: Sum, factor: number): void {
  sum.constant += factor * other.constant
  for (const [term, times] of other.terms) {
    const all = (sum.terms.get(term) ?? 0) + factor * times
    if (all === 0) sum.terms.delete(term)
    else sum.terms.set(term, all)
  }
}

function scaled(sum: Sum, factor: number): Sum {
  const product: Sum = { constant: 0, terms: new Map() }
  addTo(product, sum, factor)
  return product
}

function sameSum(a: Sum, b: Sum): boolean {
  return a.constant === b.constant && a.terms.size === b.terms.size && [...a.terms].every(([term, times]) => b.terms.get(term) === times)
}

/** @param before position, of whose instruction the register is an input */
function registerSum(flow: FunctionFlow, before: number, register: string, steps: number): Sum {
  const frame = frameRegister(flow)
  if (register === frame || register === 'rsp') return single(`in ${register}`)
  let at = before - 1
  for (; at >= 0 && leadsOn(flow, at); at--) if (definedRegisters(flow.instructions[at]!).includes(register)) break
  if (at < 0 || !leadsOn(flow, at)) return single(`in ${register}`)
  if (steps <= 0) return single(`at ${at}`)
  const instruction = flow.instructions[at]!
  const { mnemonic, operands, memory } = instruction
  const of = (name: string): Sum | null => operandSum(flow, at, name, instruction, steps - 1)
  const former = (): Sum => registerSum(flow, at, register, steps - 1)
  if (mnemonic === 'cdqe') return former()
  if (/^mov(sx|sxd|zx)?$/.test(mnemonic)) return of(operands[1] ?? '') ?? single(`at ${at}`)
  if (mnemonic === 'lea' && memory !== null) return addressSum(flow, at, memory)
  const constant = constantRegister(instruction) === null ? null : 0
  if (constant !== null) return { constant, terms: new Map() }
  const operand = operands[1] === undefined ? null : of(operands[1])
  if (/^(add|sub)$/.test(mnemonic) && operand !== null) {
    const sum = scaled(former(), 1)
    addTo(sum, operand, mnemonic === 'add' ? 1 : -1)
    return sum
  }
  const amount = operand !== null && operand.terms.size === 0 ? operand.constant : null
  if (mnemonic === 'shl' && amount !== null && amount >= 0 && amount < 32) return scaled(former(), 2 ** amount)
  const times = mnemonic === 'imul' && operands.length === 3 ? immediateOf(operands[2]!) : mnemonic === 'imul' ? amount : null
  if (times !== null) return scaled(operands.length === 3 ? (operand ?? single(`at ${at}`)) : former(), times)
  return single(`at ${at}`)
}

/** Null: memory outside of the frame, or not an operand. */
function operandSum(flow: FunctionFlow, at: number, operand: string, instruction: Instruction, steps: number): Sum | null {
  if (operand.includes('[')) {
    const slot = slotOf(instruction, frameRegister(flow))
    return slot === null ? null : single(`slot ${slot}`)
  }
  const constant = immediateOf(operand)
  if (constant !== null) return { constant, terms: new Map() }
  const register = canonicalRegister(operand)
  return register === null ? null : registerSum(flow, at, register, steps)
}

function sumMotion(flow: FunctionFlow, loop: Loop, { terms, constant }: Sum, steps: number): AddressMotion {
  let stride = 0
  let throughLoads = false
  let varying = 0
  for (const [term, times] of terms) {
    const motion = termMotion(flow, loop, term, steps)
    if (motion.kind === 'chased') return motion
    if (motion.kind === 'strided') stride += motion.stride * times
    else if (motion.kind === 'invariant') throughLoads ||= motion.throughLoads
    else varying++
  }
  // One number is computed; the rest is the table, which stays.
  if (varying > 0) return varying === 1 && stride === 0 && (terms.size > 1 || constant >= LEAST_ADDRESS) ? { kind: 'indexed' } : VARIES
  return stride === 0 ? { kind: 'invariant', throughLoads } : { kind: 'strided', stride }
}

function termMotion(flow: FunctionFlow, loop: Loop, term: string, steps: number): AddressMotion {
  const [kind, name] = term.split(' ') as [string, string]
  if (kind === 'in') return loop.body.some((at) => definedRegisters(flow.instructions[at]!).includes(name)) ? VARIES : INVARIANT
  if (kind === 'slot') return slotMotion(flow, loop, Number(name), steps)
  const position = Number(name)
  if (loop.inBody[position] === 0) return INVARIANT
  const { reads, memory, mnemonic } = flow.instructions[position]!
  if (steps <= 0 || !reads || memory === null || !mnemonic.startsWith('mov')) return VARIES
  const motion = sumMotion(flow, loop, addressSum(flow, position, memory), steps - 1)
  return motion.kind === 'invariant' ? { kind: 'invariant', throughLoads: true } : VARIES
}

/** How a variable changes from one iteration to the next. */
function slotMotion(flow: FunctionFlow, loop: Loop, slot: number, steps: number): AddressMotion {
  const frame = frameRegister(flow)
  // Other code may change it.
  if (flow.instructions.some((each) => each.mnemonic === 'lea' && slotOf(each, frame) === slot)) return VARIES
  const stores = loop.body.filter((at) => flow.instructions[at]!.writes && slotOf(flow.instructions[at]!, frame) === slot)
  let stride = 0
  for (const at of stores) {
    const { mnemonic, operands } = flow.instructions[at]!
    const amount = immediateOf(operands[1] ?? '')
    if (/^(add|sub)$/.test(mnemonic) && amount !== null) stride += mnemonic === 'add' ? amount : -amount
    else {
      const register = mnemonic === 'mov' ? canonicalRegister(operands[1] ?? '') : null
      if (register === null || steps <= 0) return VARIES
      const sum = registerSum(flow, at, register, LONGEST_STATEMENT)
      if (isLink(flow, at, register, slot)) return { kind: 'chased' }
      if (sum.terms.size !== 1 || sum.terms.get(`slot ${slot}`) !== 1) return stores.length === 1 ? sumMotion(flow, loop, sum, steps - 1) : VARIES
      stride += sum.constant
    }
  }
  return stride === 0 ? INVARIANT : { kind: 'strided', stride }
}

/** slot = [slot + …] */
function isLink(flow: FunctionFlow, store: number, register: string, slot: number): boolean {
  const load = definitionBefore(flow, store, register)
  if (load === null) return false
  const { reads, memory } = flow.instructions[load]!
  if (!reads || memory === null || slotOf(flow.instructions[load]!, frameRegister(flow)) !== null) return false
  const { terms } = addressSum(flow, load, memory)
  return terms.size === 1 && terms.get(`slot ${slot}`) === 1
}
