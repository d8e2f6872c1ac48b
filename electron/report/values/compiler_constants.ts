/**
 * Operands that the compiler itself put into a register: multipliers that replace divisions, masks, factors in the
 * source.
 */
import { FunctionFlow } from '../../../shared/advice/code/function_flow.ts'
import { canonicalRegister, constantRegister, registersIn, type Instruction } from '../../../shared/advice/code/instruction.ts'
import type { InvarianceColumns, ValueProfile } from '../../../shared/metrics/values/invariance.ts'
import { OPERAND } from '../../../shared/profile/value_names.ts'

/** Smaller numbers occur in code for many other reasons, so their register must be that of the operand. */
const LEAST_UNMISTAKABLE = 0x10000n

export class CompilerConstants {
  readonly #profile: ValueProfile
  readonly #columns: InvarianceColumns
  /** By address of the function's first instruction, module first. */
  readonly #flows = new Map<string, FunctionFlow>()

  constructor(profile: ValueProfile, columns: InvarianceColumns) {
    this.#profile = profile
    this.#columns = columns
  }

  /** The operand always has one value, and the function's code loads it into a register. */
  has(site: number): boolean {
    const {
      valueTables: { role, instruction },
      instructions,
    } = this.#profile
    if (role[site] !== OPERAND || this.#columns.inv1[site] !== 1) return false
    const { module, address } = instructions[instruction[site]!]!
    const flow = module < 0 ? null : this.#flowAt(module, address)
    const operation = flow?.instructions[flow.positionOf(address)]
    if (flow === null || operation === undefined) return false
    const value = this.#valueOf(site)
    const registers = new Set([...operation.operands.flatMap(registersIn), ...(operation.operands.length === 1 ? ['rax'] : [])])
    return flow.instructions.some((other) => {
      const register = constantRegister(other)
      if (register === null) return false
      const immediate = immediateOf(other)
      if (immediate === null) return registers.has(register) && other.note === null && other.reads
      return sameNumber(immediate, value) && (registers.has(register) || magnitude(value) >= LEAST_UNMISTAKABLE)
    })
  }

  #flowAt(module: number, address: number): FunctionFlow | null {
    const code = this.#profile.codeAt?.(module, address) ?? null
    if (code === null) return null
    const key = `${module} ${code.low}`
    let flow = this.#flows.get(key)
    if (flow === undefined) this.#flows.set(key, (flow = new FunctionFlow(code.name, code.lines)))
    return flow
  }

  /** The only value, as a signed number of 64 bits. */
  #valueOf(site: number): bigint {
    const {
      valueEntries: { low, high },
    } = this.#profile
    const entry = this.#columns.start[site]!
    return BigInt.asIntN(64, (BigInt(high[entry]! >>> 0) << 32n) | BigInt(low[entry]! >>> 0))
  }
}

/** mov r, constant; null if the register is cleared, or set from memory beside the code. */
function immediateOf({ mnemonic, operands }: Instruction): bigint | null {
  const text = operands[1] ?? ''
  if (mnemonic !== 'mov' || canonicalRegister(text) !== null || text.includes('[')) return null
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text)
}

/** Registers of 32 bits lose the sign. */
function sameNumber(a: bigint, b: bigint): boolean {
  return BigInt.asIntN(64, a) === BigInt.asIntN(64, b) || BigInt.asUintN(32, a) === BigInt.asUintN(64, b)
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
