/** Links that are differences: a loop subtracts a number that it has loaded at a position from that position (lz4's chains). */
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, copiedRegister } from './instruction.ts'
import { copiedOrMasked, originsOf } from './origins.ts'

/** One step from an element to the next: both positions are those of instructions in the loop. */
export interface Difference {
  /** Of the load of the number, from a table whose index is the position of the element. */
  load: number
  /** Of the subtraction. */
  step: number
}

const known = new WeakMap<Loop, readonly Difference[]>()

export function differencesOf(flow: FunctionFlow, loop: Loop): readonly Difference[] {
  let differences = known.get(loop)
  if (differences === undefined) known.set(loop, (differences = loop.body.flatMap((step) => differencesAt(flow, loop, step))))
  return differences
}

/** The register may hold the position that a step of the chain has just computed, possibly masked. @param position of an instruction that reads it */
export function isAfterStep(flow: FunctionFlow, loop: Loop, position: number, register: string): boolean {
  const steps = differencesOf(flow, loop).map(({ step }) => step)
  return steps.length > 0 && originsOf(flow, loop, position, register, copiedOrMasked).some((origin) => steps.includes(origin))
}

function differencesAt(flow: FunctionFlow, loop: Loop, step: number): Difference[] {
  const { mnemonic, operands, memory } = flow.instructions[step]!
  if (mnemonic !== 'sub' || canonicalRegister(operands[0] ?? '') === null) return []
  const loaded = canonicalRegister(operands[1] ?? '')
  const loads =
    memory !== null
      ? [step]
      : loaded === null
        ? []
        : originsOf(flow, loop, step, loaded, copiedRegister).filter((origin) => {
            const { mnemonic: moves, reads } = flow.instructions[origin]!
            return moves.startsWith('mov') && reads
          })
  return loads
    .filter((load) => {
      const index = flow.instructions[load]!.memory?.index ?? null
      return index !== null && originsOf(flow, loop, load, index, copiedOrMasked).includes(step)
    })
    .map((load) => ({ load, step }))
}
