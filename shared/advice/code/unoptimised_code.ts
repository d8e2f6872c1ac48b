/** Whether a function was compiled without optimization: its variables live in its stack frame. */
import { canonicalRegister, definedRegisters, immediateOf, sameAddress, type Instruction } from './instruction.ts'
import type { FunctionFlow } from './function_flow.ts'

/** Least share of the instructions: in optimised code with frame pointers it is below a fifth. */
const LEAST_SHARE = 0.35
/** Where variables are loaded back into the registers that they were just stored from, once or several times. */
const LEAST_SHARE_WITH_RELOAD = 0.25
const LEAST_SHARE_WITH_RELOADS = 0.15
/** Where the function begins by storing its arguments; without a frame pointer, optimised code does so around a single call, too. */
const LEAST_SHARE_WITH_ARGUMENTS = 0.2
const LEAST_ACCESSES_WITHOUT_POINTER = 6

const PROLOGUE = 20
/** Instructions before the first argument is stored. */
const ENTRY = 6
const ARGUMENTS = /^(?:rdi|rsi|rdx|rcx|r8|r9|v[0-7])$/

interface FrameUse {
  /** Share of the instructions that access a variable of the frame. */
  share: number
  accesses: number
  /** Loads of a variable whose value the register that was stored there still holds, and counters that are kept in memory: optimising compilers hardly leave any. */
  reloads: number
}

export function hasFramePointer({ instructions }: FunctionFlow): boolean {
  return instructions.slice(0, 6).some(({ text }) => text === 'mov rbp, rsp')
}

/** The register that variables of the frame are addressed by. */
export function frameRegister(flow: FunctionFlow): 'rbp' | 'rsp' {
  return hasFramePointer(flow) ? 'rbp' : 'rsp'
}

/** Displacement of a variable of the frame; null: another address. */
export function slotOf({ memory }: Instruction, frame: string): number | null {
  return memory !== null && memory.base === frame && memory.index === null && memory.segment === null ? memory.displacement : null
}

const answers = new WeakMap<FunctionFlow, boolean>()

/** Whether variables of the function live in its stack frame, as without optimization. */
export function isUnoptimised(flow: FunctionFlow): boolean {
  let answer = answers.get(flow)
  if (answer === undefined) answers.set(flow, (answer = livesInFrame(flow)))
  return answer
}

function livesInFrame(flow: FunctionFlow): boolean {
  if (savesRegisters(flow)) return false
  const { share, accesses, reloads } = frameUse(flow)
  if (countsInFrame(flow)) return true
  if (storesArguments(flow) && (hasFramePointer(flow) || !needsManyVectors(flow))) {
    if (reloads > 0 && hasFramePointer(flow)) return true
    if (share >= LEAST_SHARE_WITH_ARGUMENTS && (hasFramePointer(flow) || accesses >= LEAST_ACCESSES_WITHOUT_POINTER)) return true
  }
  if (reloads > 0) return share >= (reloads > 1 ? LEAST_SHARE_WITH_RELOADS : LEAST_SHARE_WITH_RELOAD)
  return hasFramePointer(flow) && share >= LEAST_SHARE
}

/** Registers that a function must keep for its caller are of no use to code whose variables live in memory. */
function savesRegisters(flow: FunctionFlow): boolean {
  const saved = flow.instructions.slice(0, PROLOGUE).flatMap(({ mnemonic, operands }) => (mnemonic === 'push' ? (operands[0] ?? []) : []))
  if (saved.filter((each) => /^r1[2-5]$/.test(each)).length >= 2) return true
  // What is not kept by RBP as the frame's pointer is kept for variables.
  return !hasFramePointer(flow) && saved.some((each) => /^(?:rbx|rbp|r1[2-5])$/.test(each))
}

/**
 * A small function that keeps a counter in its frame although it saves no register, which an optimising compiler would have done for it.
 * Of a variable whose address is taken, nothing else is possible.
 */
function countsInFrame(flow: FunctionFlow): boolean {
  const { instructions } = flow
  if (!hasFramePointer(flow) || instructions.some(({ mnemonic, operands }) => mnemonic === 'push' && /^(?:rbx|r1[2-5])$/.test(operands[0] ?? ''))) return false
  const taken = new Set(instructions.flatMap((each) => (each.mnemonic === 'lea' ? (slotOf(each, 'rbp') ?? []) : [])))
  return instructions.some((each, at) => {
    const slot = slotOf(each, 'rbp')
    if (slot === null || slot >= 0 || taken.has(slot) || !each.writes) return false
    if (isStep(each)) return true
    // Clang loads the counter, adds to it, and stores it.
    const [load, step] = [instructions[at - 2], instructions[at - 1]]
    const register = canonicalRegister(each.operands[1] ?? '')
    return (
      register !== null &&
      [each, load].every((move) => move?.mnemonic === 'mov') &&
      slotOf(load!, 'rbp') === slot &&
      canonicalRegister(load!.operands[0] ?? '') === register &&
      isStep(step!) &&
      step!.memory === null &&
      canonicalRegister(step!.operands[0] ?? '') === register
    )
  })
}

/** Adds or subtracts a constant. */
function isStep({ mnemonic, operands }: Instruction): boolean {
  return /^(?:add|sub)$/.test(mnemonic) && immediateOf(operands[1] ?? '') !== null
}

/** Registers of vectors do not survive a call, so optimised code keeps numbers in the frame, too: but it computes in many of them at once. */
function needsManyVectors({ instructions }: FunctionFlow): boolean {
  return instructions.some((each) => definedRegisters(each).some((register) => /^v(?:[89]|1\d)$/.test(register)))
}

/** The first that the function does is to store an argument in its frame, from where it loads it back. */
function storesArguments(flow: FunctionFlow): boolean {
  const frame = frameRegister(flow)
  const entry = flow.instructions.slice(0, ENTRY).findIndex((each) => slotOf(each, frame) !== null)
  const store = flow.instructions[entry]
  if (store === undefined || !store.mnemonic.startsWith('mov') || !store.writes) return false
  const register = canonicalRegister(store.operands[1] ?? '')
  if (register === null || !ARGUMENTS.test(register) || flow.instructions.slice(0, entry).some((each) => definedRegisters(each).includes(register)))
    return false
  return flow.instructions.some(({ reads, memory }) => reads && memory !== null && sameAddress(memory, store.memory!))
}

const known = new WeakMap<FunctionFlow, FrameUse>()

export function frameUse(flow: FunctionFlow): FrameUse {
  let use = known.get(flow)
  if (use === undefined) {
    const base = frameRegister(flow)
    const accesses = flow.instructions.filter(({ memory, mnemonic }) => memory?.base === base && mnemonic !== 'lea').length
    known.set(flow, (use = { share: accesses / flow.instructions.length, accesses, reloads: needlessReloads(flow, base) }))
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
