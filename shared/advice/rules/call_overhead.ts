/**
 * Work that a call costs by itself: return address, saved registers, the guard of the stack, jumps through the table of
 * dynamic linking (Avro, Chroma and Shogun in LOADSPY VII; povray in WITCH 8).
 */
import type { AccessFacts, PairFacts, Rule } from '../pair_facts.ts'
import { checksGuard, isGuardOfStack, sameFunction, storesGuard } from '../pair_facts.ts'
import type { FunctionFlow } from '../code/function_flow.ts'
import { canonicalRegister, sameAddress, type Instruction } from '../code/instruction.ts'
import { accessText, placeText, scopeLines } from '../words.ts'

const CALLEE_SAVED = new Set(['rbx', 'rbp', 'r12', 'r13', 'r14', 'r15'])

/** Returns the access's purpose within the call; null: none. */
function callWork(access: AccessFacts, isStore: boolean): string | null {
  const { instruction } = access
  if (instruction === null) return null
  // The compiler does not know the target of a call through a pointer, so it cannot inline it.
  if (instruction.mnemonic === 'call' && isStore) return instruction.target === null ? null : 'writes the address to return to'
  const work = workOfCallee(access, instruction)
  return work === null || access.calledThroughPointer() ? null : work
}

/** The same of an access in the called function. */
function workOfCallee(access: AccessFacts, instruction: Instruction): string | null {
  const { flow, position, loop, physicalFunction } = access
  const { mnemonic, memory } = instruction
  if (mnemonic === 'ret') return 'reads the address to return to'
  if (mnemonic === 'push' && memory === null)
    return CALLEE_SAVED.has(canonicalRegister(instruction.operands[0] ?? '') ?? '') ? 'saves a register' : 'puts an argument on the stack, or makes room there'
  if (putsArgument(access)) return 'puts an argument on the stack'
  if (mnemonic === 'pop' && memory === null) return 'restores a saved register'
  if (mnemonic === 'leave') return 'restores the frame pointer'
  if (isGuardOfStack(memory)) return 'reads the guard of the stack'
  if (storesGuard(access)) return 'lays the guard on the stack'
  if (checksGuard(access)) return 'checks the guard of the stack'
  if (
    memory !== null &&
    memory.base === null &&
    memory.index === null &&
    memory.segment === null &&
    (physicalFunction.endsWith('@plt') || mnemonic === 'call' || mnemonic === 'jmp')
  )
    return 'reads the address of a function in another library'
  if (flow !== null && loop === null && memory?.base === 'rsp' && isSavedRegister(flow, position))
    return instruction.writes ? 'saves a register' : 'restores a saved register'
  return null
}

/** Instructions from the store of an argument to the call. */
const NEAR_CALL = 24
/** Bytes of an argument. */
const SLOT = 8

/** Below all variables whose address is taken, just before a call, and never read back: an argument that has no register. */
function putsArgument({ flow, position, instruction }: AccessFacts): boolean {
  const slot = instruction?.memory
  if (
    flow === null ||
    slot?.base !== 'rsp' ||
    slot.index !== null ||
    slot.displacement < 0 ||
    slot.displacement % SLOT !== 0 ||
    instruction!.reads ||
    !/^v?mov/.test(instruction!.mnemonic)
  )
    return false
  const next = flow.instructions.slice(position + 1, position + 1 + NEAR_CALL)
  const end = next.findIndex(({ mnemonic }) => /^(?:j|ret|call)/.test(mnemonic))
  if (next[end]?.mnemonic !== 'call') return false
  return !flow.instructions.some(
    ({ mnemonic, operands, memory, reads }) =>
      (memory?.base === 'rsp' && (mnemonic === 'lea' ? memory.displacement <= slot.displacement : reads && sameAddress(memory, slot))) ||
      (mnemonic === 'mov' && operands[1] === 'rsp' && operands[0] !== 'rbp'),
  )
}

/** A function with more instructions is not inlined, and a few saved registers hardly matter in it. */
const LARGE = 200

/** Whether the called function is large. A call instruction calls another one than its own. */
function isLarge({ flow, instruction }: AccessFacts): boolean {
  return flow !== null && flow.instructions.length > LARGE && instruction?.mnemonic !== 'call'
}

/** Instructions at the beginning where registers are saved, and before a return where they are restored. */
const PROLOGUE = 24

/** mov [rsp+8], rbx before rbx has another value, or mov rbx, [rsp+8] before a return. */
function isSavedRegister({ instructions }: FunctionFlow, position: number): boolean {
  const { operands, writes, mnemonic } = instructions[position]!
  if (mnemonic !== 'mov') return false
  const register = canonicalRegister(operands[writes ? 1 : 0] ?? '')
  if (register === null || !CALLEE_SAVED.has(register)) return false
  if (writes)
    return (
      position < PROLOGUE &&
      !instructions
        .slice(0, position)
        .some((earlier) => canonicalRegister(earlier.operands[0] ?? '') === register && !/^(push|cmp|test)$/.test(earlier.mnemonic))
    )
  return (
    instructions.slice(position, position + PROLOGUE).some(({ mnemonic }) => mnemonic === 'ret') &&
    !instructions.slice(position, position + PROLOGUE).some(({ mnemonic }) => mnemonic === 'call')
  )
}

export const callOverhead: Rule = (facts) => {
  if (facts.tool === 'reuse-distance' || facts.tool === 'false-sharing') return null
  const { source, target } = facts
  const isStore = facts.tool === 'dead-stores' || facts.tool === 'silent-stores'
  const [earlier, later] = [callWork(source, isStore), callWork(target, isStore)]
  // The overwriting access is not the waste: a later call may merely use the stack memory of an earlier variable.
  const decisive = facts.tool === 'dead-stores' ? earlier : later
  if (decisive === null) return null
  const wasted = facts.tool === 'dead-stores' ? source : target
  // However large the function is, its source cannot leave the guard out, nor what the called function takes on the stack.
  if ((isLarge(source) || isLarge(target)) && !storesGuard(wasted) && !checksGuard(wasted) && !putsArgument(wasted)) return null
  return {
    class: 'call-overhead',
    sureness: earlier !== null && later !== null && sameFunction(facts) ? 'likely' : 'possible',
    evidence: [...workLines(facts, earlier, later), ...scopeLines(facts)],
    place: target.place,
  }
}

function workLines({ source, target }: PairFacts, earlier: string | null, later: string | null): string[] {
  return [
    ...(earlier === null ? [] : [`The earlier access, ${accessText(source)}, ${earlier}.`]),
    ...(later === null ? [] : [`The later access, ${accessText(target)}, ${later}.`]),
    ...(source.physicalFunction === target.physicalFunction
      ? [`Both belong to calls of ${source.physicalFunction}.`]
      : [`The calls are those of ${placeText(source.place)} and ${placeText(target.place)}.`]),
  ]
}
