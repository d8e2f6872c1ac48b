/** The instructions of a loop that set each register, gathered once: an interpreter's loop has thousands of them, and hundreds of pairs. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, definedRegisters, registersIn, sameAddress, type Instruction, type MemoryOperand } from './instruction.ts'
import { frameRegister, slotOf } from './unoptimised_code.ts'

export class LoopRegisters {
  readonly #definitions = new Map<string, Instruction[]>()
  /** Entries "by loaded": a load at an address that follows the first register sets the second. */
  readonly #loads = new Set<string>()
  /** Entries "into from". */
  readonly #moves = new Set<string>()

  constructor(flow: FunctionFlow, loop: Loop) {
    for (const position of loop.body) {
      const instruction = flow.instructions[position]!
      const { mnemonic, operands, memory, reads } = instruction
      const registers = new Set(definedRegisters(instruction))
      for (const register of registers) {
        const definitions = this.#definitions.get(register)
        if (definitions) definitions.push(instruction)
        else this.#definitions.set(register, [instruction])
      }
      const by = reads && memory !== null && mnemonic.startsWith('mov') ? linkRegister(memory) : null
      if (by !== null) for (const register of registers) this.#loads.add(`${by} ${register}`)
      const [into, from] = [canonicalRegister(operands[0] ?? ''), canonicalRegister(operands[1] ?? '')]
      if (mnemonic === 'mov' && into !== null && from !== null) this.#moves.add(`${into} ${from}`)
    }
  }

  /** In the order of the code. */
  definitions(register: string): readonly Instruction[] {
    return this.#definitions.get(register) ?? []
  }

  /** Some load at an address that follows `by` sets `loaded`. */
  loads(by: string, loaded: string): boolean {
    return this.#loads.has(`${by} ${loaded}`)
  }

  /** Some plain move sets `into` to `from`. */
  moves(into: string, from: string): boolean {
    return this.#moves.has(`${into} ${from}`)
  }
}

/** The register that points to the element, or is its number in an array of links; null: none. */
export function linkRegister({ base, index }: MemoryOperand): string | null {
  if (index === null) return base
  return index === base ? null : index
}

const known = new WeakMap<Loop, LoopRegisters>()

export function registersOf(flow: FunctionFlow, loop: Loop): LoopRegisters {
  let registers = known.get(loop)
  if (registers === undefined) known.set(loop, (registers = new LoopRegisters(flow, loop)))
  return registers
}

const SAVED_BY_CALLEES = ['rbx', 'rbp', 'r12', 'r13', 'r14', 'r15']
/** Of the registers that could hold a value; some hold one only for a moment. */
const FEWEST_IN_USE = 13
const FEWEST_SAVED_IN_USE = 5

/**
 * Values that the loop loads from the frame and does not store there, where it uses nearly all registers: the compiler would keep one
 * more in the frame, too. 0: a register is free, or may be.
 * @param loads one of the loop's loads, whose value would be kept
 */
export function valuesWithoutRegister(flow: FunctionFlow, { body }: Loop, loads: Instruction): number {
  const inside = body.map((position) => flow.instructions[position]!)
  const frame = frameRegister(flow)
  const isStored = (slot: number, among: readonly Instruction[]): boolean => among.some((each) => each.writes && slotOf(each, frame) === slot)
  const reloaded = new Set(inside.flatMap((each) => (each.reads ? (slotOf(each, frame) ?? []) : [])))
  const count = [...reloaded].filter((slot) => !isStored(slot, inside) && isStored(slot, flow.instructions)).length
  if (count === 0) return 0
  // Its register holds the value instead of the address, if nothing else needs that.
  const base = loads.memory?.base ?? null
  const needsBase = (each: Instruction): boolean => each.operands.some((operand) => registersIn(operand).includes(base!))
  if (base !== null && inside.every((each) => (each.memory !== null && sameAddress(each.memory, loads.memory!)) || !needsBase(each))) return 0
  const used = new Set(inside.flatMap(({ operands }) => operands.flatMap(registersIn)))
  const calls = inside.some(({ mnemonic }) => mnemonic === 'call')
  // No register of vectors survives a call.
  if (definedRegisters(loads)[0]?.startsWith('v') === true) return calls ? count : 0
  if (calls) return SAVED_BY_CALLEES.filter((each) => used.has(each)).length >= FEWEST_SAVED_IN_USE ? count : 0
  return [...used].filter((each) => /^r(?!sp|ip)/.test(each)).length >= FEWEST_IN_USE ? count : 0
}
