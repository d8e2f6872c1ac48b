/** Functions that are called again for the result of the call before (lavaMD in REDSPY 7 and LOADSPY VII, vacation in WITCH 8). */
import { argumentLoads } from '../code/definitions.ts'
import { canonicalRegister, definedRegisters, sameAddress, type Instruction, type MemoryOperand } from '../code/instruction.ts'
import { addressMotion } from '../code/loop_facts.ts'
import { counted } from '../../names/counted.ts'
import type { LibraryCall } from '../call_facts.ts'
import { isSpilled, isStackSlot, mostlyRepeats, motionOf, valueStored, type AccessFacts, type PairFacts, type Rule } from '../pair_facts.ts'
import { withinText } from '../doubts.ts'
import { scopeLines, timesText } from '../words.ts'
import { isOfContainer } from './standard_containers.ts'

const SUFFIX = '(f|l|f32x?|f64x?|_fma\\d?|_avx\\d?\\w*|_sse\\d\\w*|_evex\\w*|_finite)*(@plt|@@?\\w+)?$'
/** Functions of numbers alone, by how many they take. */
const OF_ONE_NUMBER = new RegExp(
  `^(__|__ieee754_)?(exp|exp2|exp10|expm1|log|log2|log10|log1p|sqrt|cbrt|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh|erf|erfc|tgamma|lgamma)${SUFFIX}`,
)
const OF_TWO_NUMBERS = new RegExp(`^(__|__ieee754_)?(pow|atan2|hypot|fmod|remainder|fdim)${SUFFIX}`)
const OF_A_STRING = new RegExp(`^(__)?(strlen|wcslen)${SUFFIX}`)

/** It reads no memory of the program. */
export function isFunctionOfNumbers(callee: string): boolean {
  return OF_ONE_NUMBER.test(callee) || OF_TWO_NUMBERS.test(callee)
}

/** Registers of the arguments; null of functions whose result depends on more. */
function argumentRegisters(callee: string): string[] | null {
  if (OF_ONE_NUMBER.test(callee)) return ['v0']
  if (OF_TWO_NUMBERS.test(callee)) return ['v0', 'v1']
  return OF_A_STRING.test(callee) ? ['rdi'] : null
}

/** Least unchanged share of the executions of each load that an argument depends on. */
const LEAST_UNCHANGED = 0.8

/** In each iteration of the loop around the call, another element is passed. */
function moves({ flow, loop }: LibraryCall, memory: MemoryOperand | null): boolean {
  return flow !== null && loop !== null && memory !== null && addressMotion(flow, loop, memory).kind !== 'invariant'
}

function addressesOf({ address, length }: Instruction): [from: number, to: number] {
  return [address, address + length]
}

/** An argument that the loop around the call keeps on the stack: what it stores there, it has loaded from there. All iterations have the same. */
function isKeptOnStack(target: AccessFacts, { flow, loop }: LibraryCall, load: Instruction): boolean {
  const kept: AccessFacts = { ...target, flow, instruction: load, isMember: false }
  const slot = load.memory
  if (flow === null || loop === null || slot === null || !isStackSlot(kept) || !isSpilled(kept)) return false
  const body = loop.body.map((at) => flow.instructions[at]!)
  const isOfSlot = ({ memory }: Instruction): boolean => memory !== null && sameAddress(memory, slot)
  return body
    .filter((each) => each.writes && isOfSlot(each))
    .every(({ operands }) => {
      const register = canonicalRegister(operands[1] ?? '')
      return register !== null && body.every((each) => !definesNumber(each, register) || (each.reads && isOfSlot(each)))
    })
}

/** A call returns one number, in the first register. */
function definesNumber(instruction: Instruction, register: string): boolean {
  return instruction.mnemonic === 'call' ? register === 'v0' || register === 'rax' : definedRegisters(instruction).includes(register)
}

export const repeatedCall: Rule = (facts) => {
  if (facts.relation !== 'REDUNDANT_WITH' || (facts.tool !== 'redundant-loads' && facts.tool !== 'silent-stores')) return null
  const call = facts.target.libraryCall ?? callOfResult(facts)
  if (call === null || call.flow === null) return null
  const registers = argumentRegisters(call.callee)
  if (registers === null) return null
  // A buffer that is filled anew has the address of the text before.
  if (OF_A_STRING.test(call.callee) && facts.tool === 'redundant-loads' && !mostlyRepeats(facts)) return null
  const loads = argumentLoads(call.flow, call.position, registers, call.loop)
  if (loads === null || (loads.length === 0 && call.loop === null)) return null
  const shares = loads.map(({ address }) => call.unchanged(address))
  if (shares.some((share) => share === null || share < LEAST_UNCHANGED)) return null
  const name = call.callee.replace(/@.*/, '')
  const within = Math.max(0, ...loads.map((load) => (isKeptOnStack(facts.target, call, load) ? 0 : call.equalWithin(load.address))))
  return {
    class: 'repeated-call',
    // Elements of two arrays may meet in other combinations in each pass.
    sureness: within > 0 || loads.filter(({ memory }) => moves(call, memory)).length > 1 ? 'possible' : 'likely',
    callee: name,
    ...(call.position < 0 ? {} : { calledAt: addressesOf(call.flow.instructions[call.position]!) }),
    ...(within > 0 ? { inputsWithin: within } : {}),
    evidence: [
      loads.length === 0
        ? `The loop that calls ${name} does not change its ${counted(registers.length, 'argument')}.`
        : `${counted(loads.length, 'load')} of the arguments of ${name} brought what the load before had brought${withinText(within)} in at least ${(100 * Math.min(...shares.map((share) => share!))).toFixed(0)} % of their executions: ${loads
            .slice(0, 3)
            .map(({ text }) => text)
            .join('; ')}.`,
      `${facts.tool === 'silent-stores' ? `Its result was there already${withinText(within)}` : 'It loaded the same values again'}, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: call.place,
  }
}

/** Returns the call whose result is stored. */
function callOfResult({ target }: PairFacts): LibraryCall | null {
  const { flow, place, loop, unchanged, equalWithin } = target
  const value = valueStored(target)
  if (flow === null || value.kind !== 'computed' || value.by.mnemonic !== 'call' || value.by.note === null) return null
  return { callee: value.by.note, place, flow, position: flow.positionOf(value.by.address), loop: loop?.loop ?? null, unchanged, equalWithin }
}

/** Two calls of one function, or of one container, that read the same. */
export const repeatedLookup: Rule = (facts) => {
  const { siblingCalls, source, target } = facts
  if (facts.tool !== 'redundant-loads' || siblingCalls === null || siblingCalls.differByConstants || facts.scope === null) return null
  const { caller, file, earlier, later, functionsBetween } = siblingCalls
  // How a container finds an entry is its own.
  if (isOfContainer(caller)) return null
  // A function that calls itself looks for something else in each call, such as the children of a node.
  if (caller === earlier.callee && caller === later.callee) return null
  // The same key is hardly inserted twice.
  if (inserts(source) && inserts(target)) return null
  const inContainer = isLookup(source, earlier.callee) && isLookup(target, later.callee)
  // The program does not know what libraries call inside them.
  const twice = earlier.callee === later.callee && earlier.line !== later.line && source.libraryCall === null && target.libraryCall === null && !isOfEach(facts)
  // Deeper below, the calls are phases of the program's work, and use the same data.
  const searches = twice && walks(target, caller) && functionsBetween <= MOST_BELOW_SEARCH && !storesResults(target, later.callee)
  if ((!inContainer && !searches) || changes(later.callee)) return null
  return {
    class: 'repeated-lookup',
    // Two keys have the first steps of the search in common; one key has all of them. A newly inserted key is hardly looked up.
    sureness:
      isOfContainer(earlier.callee) && isOfContainer(later.callee) && !changes(earlier.callee) && (facts.wastedHere() ?? 1) >= SAME_KEY ? 'likely' : 'possible',
    evidence: [
      `${caller} calls ${earlier.callee}${lineText(earlier.line)} and ${later.callee}${lineText(later.line)}.`,
      `The later call loaded what the earlier one had loaded, from the same places, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: { function: caller, file, line: later.line },
  }
}

/** A search calls functions that compare or hash keys. */
const MOST_BELOW_SEARCH = 1

/** Share of repeated loads among those of two calls, if the second call repeats all of its own. */
const SAME_KEY = 0.45

/** The callee goes through elements, or chooses one: every function that is called for an object reads its fixed members. */
function walks({ loop, loopFunction, instruction, around }: AccessFacts, caller: string): boolean {
  if (instruction?.memory?.index != null) return true
  const [at, callerAt] = [around.indexOf(loopFunction ?? ''), around.indexOf(caller)]
  // Where the callee is inlined, the loop may be around both calls.
  return loop !== null && (at < 0 || callerAt < 0 || at < callerAt)
}

/** The callee stores a result for each element that it goes through (a smoother of a solver): it is work, and no search. */
function storesResults({ flow, position, physicalFunction }: AccessFacts, callee: string): boolean {
  if (flow === null || physicalFunction !== callee) return false
  const headers = new Set(
    flow.instructions.flatMap(({ mnemonic, target, address }) => (mnemonic.startsWith('j') && target !== null && target <= address ? [target] : [])),
  )
  return [...headers].some((header) => {
    const loop = flow.loopAt(header)
    if (loop === null || loop.inBody[position] !== 1) return false
    return loop.body.some((at) => {
      const { writes, memory } = flow.instructions[at]!
      return writes && memory !== null && addressMotion(flow, loop, memory, at).kind === 'strided'
    })
  })
}

const CHANGES =
  /^(?:~|(?:\w+_)?(?:push|pop|append|insert|emplace|erase|remove|clear|write|put|add|store|emit|next|advance|skip|read|getc|get_?char)(?:_|[A-Z]|$))/

/** It adds to its argument, removes from it, continues in it, or ends it. */
function changes(callee: string): boolean {
  return CHANGES.test(
    callee
      .replace(/\(.*/s, '')
      .replace(/<[^<>]*>/g, '')
      .split('::')
      .at(-1) ?? '',
  )
}

/** Data that the calls do not look up: a variable of the whole program, or another element in each iteration of one loop around both. */
function isOfEach({ source, target }: PairFacts): boolean {
  const memory = target.instruction?.memory
  if (memory != null && memory.base === null && memory.index === null) return true
  const motion = motionOf(target)
  return target.loop !== null && target.loop.header === source.loop?.header && motion !== null && motion.kind !== 'invariant'
}

function isLookup({ around }: AccessFacts, callee: string): boolean {
  return isOfContainer(callee) || around.slice(0, 3).some(isOfContainer)
}

/** The access is part of the insertion into a container, which looks for the place first. */
function inserts({ around }: AccessFacts): boolean {
  return around.some((name) => isOfContainer(name) && /(?:::|_)(?:insert|emplace)(?:_|[(<]|$)/.test(name))
}

function lineText(line: number | null): string {
  return line === null ? '' : ` at line ${line}`
}
