/** The instructions of a loop that set each register, gathered once: an interpreter's loop has thousands of them, and hundreds of pairs. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, definedRegisters, type Instruction, type MemoryOperand } from './instruction.ts'

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
