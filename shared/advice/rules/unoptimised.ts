/** Code of a compiler that was told not to optimise: every variable lives on the stack and is read and written at each mention. */
import { counted } from '../../names/counted.ts'
import { canonicalRegister, definedRegisters, type Instruction } from '../code/instruction.ts'
import type { FunctionFlow } from '../code/function_flow.ts'
import { hasFramePointer, isStackSlot, type Rule } from '../pair_facts.ts'
import { placeText } from '../words.ts'

/** Of the instructions: in optimised code with frame pointers it is below a fifth. */
const LEAST_SHARE = 0.35
/** Where variables are loaded back into the registers that they were just stored from, once or several times. */
const LEAST_SHARE_WITH_RELOAD = 0.25
const LEAST_SHARE_WITH_RELOADS = 0.15

export const unoptimised: Rule = ({ source, target }) => {
  const side = [target, source].find((side) => side.flow !== null && isStackSlot(side))
  if (side?.flow == null) return null
  if (!isUnoptimised(side.flow)) return null
  const { share, reloads } = frameUse(side.flow)
  return {
    class: 'unoptimised-code',
    sureness: 'likely',
    evidence: [
      `${(100 * share).toFixed(0)} % of the ${side.flow.instructions.length} instructions of ${side.physicalFunction} read or write variables in its stack frame${reloads > 0 ? `, and ${counted(reloads, 'instruction')} load what a register still holds or would hold` : ''}.`,
      `So does ${side.instruction!.text} in ${placeText(side.place)}.`,
    ],
    place: side.place,
  }
}

/** Whether variables of the function live in its stack frame, as without optimization. */
function isUnoptimised(flow: FunctionFlow): boolean {
  if (savesRegisters(flow)) return false
  const { share, reloads } = frameUse(flow)
  if (reloads > 0) return share >= (reloads > 1 ? LEAST_SHARE_WITH_RELOADS : LEAST_SHARE_WITH_RELOAD)
  return hasFramePointer(flow) && share >= LEAST_SHARE
}

/** Registers that a function must keep for its caller are of no use to code whose variables live in memory. */
function savesRegisters({ instructions }: FunctionFlow): boolean {
  return instructions.slice(0, PROLOGUE).filter(({ mnemonic, operands }) => mnemonic === 'push' && /^r1[2-5]$/.test(operands[0] ?? '')).length >= 2
}

const PROLOGUE = 20

interface FrameUse {
  /** Of the instructions, those that access a variable of the frame. */
  share: number
  /** Loads of a variable whose value the register that was stored there still holds, and counters that are kept in memory: optimising compilers hardly leave any. */
  reloads: number
}

const known = new WeakMap<FunctionFlow, FrameUse>()

function frameUse(flow: FunctionFlow): FrameUse {
  let use = known.get(flow)
  if (use === undefined) {
    const base = hasFramePointer(flow) ? 'rbp' : 'rsp'
    const accesses = flow.instructions.filter(({ memory, mnemonic }) => memory?.base === base && mnemonic !== 'lea').length
    known.set(flow, (use = { share: accesses / flow.instructions.length, reloads: needlessReloads(flow, base) }))
  }
  return use
}

function needlessReloads({ instructions }: FunctionFlow, base: string): number {
  const targets = new Set(instructions.flatMap(({ target }) => target ?? []))
  /** By place in the frame, the register that holds its value. */
  const held = new Map<number, string>()
  let reloads = 0
  for (const instruction of instructions) {
    const { address, mnemonic, operands, reads, writes, memory } = instruction
    if (targets.has(address) || mnemonic.startsWith('j') || mnemonic === 'call') held.clear()
    const slot = slotOf(instruction, base)
    if (slot !== null && base === 'rbp' && /^(add|sub)$/.test(mnemonic) && writes && operands[1] === '0x1') reloads++
    if (slot !== null && reads && !writes && /^mov(s[sd])?$/.test(mnemonic) && held.has(slot)) reloads++
    const defined = definedRegisters(instruction)
    for (const [each, register] of held) if (defined.includes(register)) held.delete(each)
    if (!writes || memory === null) continue
    const from = /^mov(s[sd])?$/.test(mnemonic) && slot !== null ? canonicalRegister(operands[1]!) : null
    // Another place may be the same memory.
    if (slot === null) held.clear()
    else if (from === null) held.delete(slot)
    else held.set(slot, from)
  }
  return reloads
}

/** Displacement of a variable of the frame; null: another address. */
function slotOf({ memory }: Instruction, base: string): number | null {
  return memory !== null && memory.base === base && memory.index === null && memory.segment === null ? memory.displacement : null
}
