/** Whether a stored value is computed from what the same iteration has loaded from the same place, on any path. */
import type { FunctionFlow, Loop } from './function_flow.ts'
import {
  canonicalRegister,
  constantRegister,
  definedRegisters,
  immediateOf,
  registersIn,
  sameAddress,
  type Instruction,
  type MemoryOperand,
} from './instruction.ts'

export interface OwnInput {
  load: Instruction
  /** A loop within the iteration steps on from the loaded value. */
  isMovedOn: boolean
}

/** More are not examined: the code of a large function. */
const MOST_STEPS = 4000

/** @param loop the innermost around the store @returns null: none is known */
export function ownInputOnPaths(flow: FunctionFlow, loop: Loop, position: number): OwnInput | null {
  const store = flow.instructions[position]!
  const own = store.memory
  const value = canonicalRegister(store.operands[1] ?? '')
  if (own === null || value === null) return null
  const seen = new Set<string>()
  const open: Array<[at: number, wanted: string]> = [[position, value]]
  let [load, isMovedOn] = [null as Instruction | null, false]
  for (let each = open.pop(); each !== undefined && seen.size < MOST_STEPS; each = open.pop()) {
    const [at, wanted] = each
    // Before it is the iteration before.
    if (at === loop.header) continue
    for (const before of flow.predecessors(at)) {
      if (loop.inBody[before] === 0 || seen.has(`${before} ${wanted}`)) continue
      seen.add(`${before} ${wanted}`)
      const instruction = flow.instructions[before]!
      if (!sets(instruction, wanted)) open.push([before, wanted])
      else if (isLoadOf(instruction, own) && isKept(flow, loop, before, position, own)) load ??= instruction
      else {
        open.push(...inputsOf(instruction, wanted).map((input): [number, string] => [before, input]))
        isMovedOn ||= isStep(instruction) && flow.laterInIteration(loop, before)[before] === 1
      }
    }
  }
  return load === null ? null : { load, isMovedOn }
}

/** A register, or a place of the stack frame: "rsp+16". */
function sets(instruction: Instruction, wanted: string): boolean {
  return slotOf(instruction) === wanted ? instruction.writes : definedRegisters(instruction).includes(wanted)
}

function slotOf({ memory }: Instruction): string | null {
  return memory?.base === 'rsp' && memory.index === null ? `rsp+${memory.displacement}` : null
}

function isLoadOf({ mnemonic, reads, writes, memory }: Instruction, own: MemoryOperand): boolean {
  return reads && !writes && mnemonic !== 'call' && memory !== null && sameAddress(memory, own)
}

/** The registers of the address have the same values at both positions. */
function isKept(flow: FunctionFlow, loop: Loop, from: number, to: number, { base, index }: MemoryOperand): boolean {
  const onWay = [from, ...(flow.between(from, to, loop) ?? [])]
  return !onWay.some((at) => definedRegisters(flow.instructions[at]!).some((register) => register === base || register === index))
}

/** Registers, and places of the frame, whose values go into what the instruction sets. */
function inputsOf(instruction: Instruction, wanted: string): string[] {
  const { mnemonic, operands, reads } = instruction
  if (mnemonic === 'call' || constantRegister(instruction) !== null) return []
  const slot = reads ? slotOf(instruction) : null
  const named = operands.slice(1).filter((operand) => mnemonic === 'lea' || !operand.includes('['))
  return [...(changesOwn(instruction) ? [wanted] : []), ...(slot === null || slot === wanted ? [] : [slot]), ...named.flatMap(registersIn)]
}

/** "add rax, rdx", not "mov rax, rdx" or "imul rax, rdx, 0x8". */
function changesOwn({ mnemonic, operands }: Instruction): boolean {
  return !/^(?:v?mov|lea|pop|set)/.test(mnemonic) && operands.length < 3
}

function isStep({ mnemonic, operands }: Instruction): boolean {
  if (/^(?:inc|dec)$/.test(mnemonic)) return true
  return /^(?:add|sub)$/.test(mnemonic) && immediateOf(operands[1] ?? '') !== null
}
