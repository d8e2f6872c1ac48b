/** Loops by which a thread waits for another one, recognised by their machine code (docs/metrics.md, Waiting). */
import { yields } from '../../names/runtimes/waiting_functions.ts'
import type { FunctionFlow, Loop } from './function_flow.ts'
import { canonicalRegister, constantRegister, definedRegisters, isFloatingPoint, registersIn, type Instruction } from './instruction.ts'
import { exitTest } from './exit_tests.ts'
import { addressMotion } from './loop_facts.ts'
import { registersOf } from './loop_registers.ts'
import { hasFramePointer } from './unoptimised_code.ts'

/** Longer loops do more than wait. */
const LONGEST = 64
const PAUSES = /^(?:pause|tpause|umwait)$/

/**
 * Either it has a pause instruction, which is made for waiting, and writes nothing but locks and its own stack frame. Or all it
 * does is to read the same places again until one of them changes: nothing in it changes them, so another thread must.
 */
export function isWaitingLoop(flow: FunctionFlow, loop: Loop): boolean {
  return loop.body.some((position) => PAUSES.test(flow.instructions[position]!.mnemonic)) ? isPausing(flow, loop) : isRereading(flow, loop)
}

/** A loop of a run-time library for threads that has a pause instruction or a system call somewhere in it. */
export function isWaitingInRuntime(flow: FunctionFlow, loop: Loop): boolean {
  return loop.body.some((position) => /^(?:pause|tpause|umwait|syscall)$/.test(flow.instructions[position]!.mnemonic))
}

/** A loop of a library for tasks that looks for one again and again, but runs none: tasks are called through pointers. */
export function isWaitingForTasks(flow: FunctionFlow, loop: Loop): boolean {
  return isWaitingInRuntime(flow, loop) && !loop.body.some((position) => isCallThroughPointer(flow.instructions[position]!))
}

function isCallThroughPointer({ mnemonic, operands }: Instruction): boolean {
  return mnemonic === 'call' && (operands[0]?.includes('[') === true || canonicalRegister(operands[0] ?? '') !== null)
}

function isPausing(flow: FunctionFlow, loop: Loop): boolean {
  const inside = loop.body.map((position) => flow.instructions[position]!)
  if (hasInnerPausing(flow, loop) || hasRoundWithoutPause(flow, loop)) return false
  return inside.every(
    (instruction) => (!instruction.writes || isOnStack(flow, instruction) || isAtomic(instruction)) && (!isFloatingPoint(instruction) || isMove(instruction)),
  )
}

/** Some rounds do not pause: they work, as those of a loop that takes tasks, or reads a clock again where it changed meanwhile. */
function hasRoundWithoutPause(flow: FunctionFlow, loop: Loop): boolean {
  const seen = new Set<number>()
  const open = [loop.header]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at) || PAUSES.test(flow.instructions[at]!.mnemonic)) continue
    seen.add(at)
    for (const next of flow.successors(at)) {
      if (next === loop.header) return true
      if (loop.inBody[next] === 1) open.push(next)
    }
  }
  return false
}

/** The pause is that of a loop within this one, which may do anything else. */
function hasInnerPausing(flow: FunctionFlow, loop: Loop): boolean {
  const headers = new Set(
    loop.body.flatMap((position) => flow.successors(position).filter((next) => next <= position && next !== loop.header && loop.inBody[next] === 1)),
  )
  return [...headers].some((header) => {
    const inner = flow.loopAt(flow.instructions[header]!.address)
    return inner !== null && inner.body.length < loop.body.length && inner.body.some((position) => PAUSES.test(flow.instructions[position]!.mnemonic))
  })
}

function isRereading(flow: FunctionFlow, loop: Loop): boolean {
  if (!loop.complete || loop.body.length > LONGEST) return false
  const inside = loop.body.map((position) => flow.instructions[position]!)
  const calls = inside.filter(({ mnemonic }) => mnemonic === 'call')
  if (!calls.every(({ note }) => note !== null && yields(note))) return false
  // Arguments of a call that sleeps lie in the frame.
  if (!inside.every((instruction) => !instruction.writes || isTry(flow, loop, instruction) || (calls.length > 0 && isOnStack(flow, instruction)))) return false
  // It may yield until the time is over.
  if (!inside.every((instruction) => isPlain(flow, loop, instruction) || (calls.length > 0 && /^rdtscp?$/.test(instruction.mnemonic)))) return false
  if (!inside.every(({ reads, memory }) => !reads || memory === null || addressMotion(flow, loop, memory).kind === 'invariant')) return false
  return loop.body.some((position) => isWatched(flow, loop, position))
}

/** Control leaves the loop when the value that it reads here is another. */
function isWatched(flow: FunctionFlow, loop: Loop, position: number): boolean {
  const instruction = flow.instructions[position]!
  if (!instruction.reads || instruction.memory === null || isOnStack(flow, instruction)) return false
  if (instruction.mnemonic.startsWith('cmpxchg')) return flow.instructions.slice(position + 1, position + 3).some(({ mnemonic }) => /^j(?!mp)/.test(mnemonic))
  return exitTest(flow, loop, position)?.withKey === true || isPartWatched(flow, loop, position)
}

/** A part of the value decides: "and eax, 0x4", a jump by its result or by a test of it. */
function isPartWatched(flow: FunctionFlow, loop: Loop, position: number): boolean {
  const [value] = definedRegisters(flow.instructions[position]!)
  const mask = flow.instructions[position + 1]
  if (value === undefined || mask === undefined || !/^(?:and|shr|sar|bt)$/.test(mask.mnemonic) || canonicalRegister(mask.operands[0] ?? '') !== value)
    return false
  for (let at = position + 2; at < Math.min(position + 4, flow.instructions.length); at++) {
    const { mnemonic, operands } = flow.instructions[at]!
    if (/^j(?!mp)/.test(mnemonic)) return flow.successors(at).some((next) => loop.inBody[next] === 0)
    if (!/^(?:test|cmp)$/.test(mnemonic) || canonicalRegister(operands[0] ?? '') !== value) return false
  }
  return false
}

/** Tries to take a lock: exchanges the old value for a constant. An update writes a value computed from the old one. */
function isTry(flow: FunctionFlow, loop: Loop, { mnemonic, operands }: Instruction): boolean {
  if (!/^(?:xchg|cmpxchg)$/.test(mnemonic)) return false
  const register = operands.flatMap((operand) => (operand.includes('[') ? [] : [canonicalRegister(operand)]))[0]
  if (register == null) return false
  const definitions = registersOf(flow, loop)
    .definitions(register)
    .filter((definition) => definition.mnemonic !== mnemonic)
  return definitions.every(
    (definition) => constantRegister(definition) !== null || (definition.mnemonic === 'mov' && isConstant(flow, loop, definition.operands[1] ?? '')),
  )
}

function isConstant(flow: FunctionFlow, loop: Loop, operand: string): boolean {
  return !operand.includes('[') && registersIn(operand).every((register) => registersOf(flow, loop).definitions(register).length === 0)
}

/** Whether waiting explains the instruction: a move, comparison, or jump, a count of the rounds, or a test of some bits of a loaded value. Real work is not plain. */
function isPlain(flow: FunctionFlow, loop: Loop, instruction: Instruction): boolean {
  const { mnemonic, operands } = instruction
  if (/^(?:j[a-z]+|cmp|test|nop|endbr64|[lms]fence|call|push|pop|xchg|cmpxchg|cdqe|cwde)$/.test(mnemonic) || constantRegister(instruction) !== null) return true
  if (isFloatingPoint(instruction)) return false
  if (/^(?:mov|movzx|movsx|movsxd|set[a-z]+)$/.test(mnemonic)) return true
  if (/^(?:inc|dec)$/.test(mnemonic) || (/^(?:add|sub)$/.test(mnemonic) && /^-?(?:0x[0-9a-f]+|\d+)$/.test(operands[1] ?? ''))) return true
  if (mnemonic === 'syscall') return false
  if (!/^(?:and|or|xor|shr|shl|sar|not|bt|lea|cmov[a-z]+|add|sub)$/.test(mnemonic)) return false
  // A value that was read in this iteration: values carried from one iteration to the next are computed.
  return definedRegisters(instruction).every((register) =>
    registersOf(flow, loop)
      .definitions(register)
      .some((definition) => definition !== instruction && isMove(definition)),
  )
}

function isMove({ mnemonic }: Instruction): boolean {
  return /^v?mov/.test(mnemonic)
}

function isAtomic({ text, mnemonic }: Instruction): boolean {
  return text.startsWith('lock ') || mnemonic === 'xchg'
}

function isOnStack(flow: FunctionFlow, { memory }: Instruction): boolean {
  return memory !== null && memory.segment === null && (memory.base === 'rsp' || (memory.base === 'rbp' && hasFramePointer(flow)))
}
