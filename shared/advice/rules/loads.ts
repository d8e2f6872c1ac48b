/** Loads whose address does not change: in a loop, from one call to the next, or within one stretch of code. */
import {
  isGuardOfStack,
  isSpilled,
  isStackSlot,
  isGatheredIn,
  isInPassedStructure,
  isOfOneElement,
  loopPlace,
  mayBeOtherRun,
  mostlyRepeats,
  motionOf,
  sameFunction,
  sameInstruction,
  type AccessFacts,
  type Conclusion,
  type PairFacts,
  type Rule,
} from '../pair_facts.ts'
import { isOfChosenElement } from '../code/chosen_element.ts'
import { madeBy } from '../code/definitions.ts'
import { addressMotion, storesIn } from '../code/loop_facts.ts'
import { canonicalRegister, definedRegisters, sameAddress, type Instruction } from '../code/instruction.ts'
import { valuesWithoutRegister } from '../code/loop_registers.ts'
import { counted } from '../../names/counted.ts'
import { accessText, scopeLines, timesText } from '../words.ts'
import { callsLine } from './stack_stores.ts'

export const spillAndReload: Rule = (facts) => {
  const { source, target } = facts
  if (facts.tool !== 'redundant-loads' || !isStackSlot(target) || !isStackSlot(source) || !isSpilled(target) || isPassedOnStack(target)) return null
  return {
    class: 'spill-and-reload',
    sureness: target.loop !== null && sameFunction(facts) && !isInPassedStructure(target) ? 'likely' : 'possible',
    evidence: [
      `${accessText(target)} reloads a variable from the stack frame, with the value that was loaded before, ${timesText(facts)}.`,
      ...callsLine(facts),
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

/** An argument, which each call reads once: no store of the function is to its place. In a loop, a register that is free would hold it. */
function isPassedOnStack({ flow, loop, instruction }: AccessFacts): boolean {
  return (
    loop === null && flow !== null && !flow.instructions.some(({ writes, memory }) => writes && memory !== null && sameAddress(memory, instruction!.memory!))
  )
}

/** Scalar replacement in botsspar, srad and hotspot3D (LOADSPY VII). */
export const loopInvariantLoad: Rule = (facts) => {
  const { source, target } = facts
  if (facts.tool !== 'redundant-loads' || !inOneLoop(facts) || facts.scope?.outside === true) return null
  const motion = motionOf(target)
  if (motion?.kind === 'varies' || motion?.kind === 'indexed') return loadOfChosenElement(facts)
  if (motion?.kind !== 'invariant' || !hasSameAddress(source, target) || isOfOneIteration(facts)) return null
  const { stores, calls } = storesIn(target.flow!, target.loop!.loop!)
  // The next iteration finds a new value: only the loads of one iteration are equal.
  if (isStoredIn(target) && !sameInstruction(facts)) return null
  // Between calls, which may read it too, a global variable that the loop changes has to be in memory.
  if (isStoredIn(target) && calls > 0 && target.instruction!.memory!.base === null) return null
  const kept = motion.throughLoads || isStackSlot(target) ? 0 : valuesWithoutRegister(target.flow!, target.loop!.loop!, target.instruction!)
  if (kept > 0)
    return {
      class: 'spill-and-reload',
      sureness: 'likely',
      evidence: [
        `${accessText(target)} loads the same value again at each iteration of the ${target.loop!.text}, ${timesText(facts)}.`,
        `A local variable would be on the stack, too: the loop already reloads ${counted(kept, 'value')} from there.`,
        ...callsLine(facts),
        ...scopeLines(facts),
      ],
      place: loopPlace(target),
    }
  // A value that the loop itself stores cannot simply be loaded before the loop; a value that changes now and then cannot be at all.
  const mayChange = isStoredIn(target) || isOfPassedObject(target) || (isStackSlot(target) && isInPassedStructure(target))
  return {
    class: 'loop-invariant-load',
    sureness: !mostlyRepeats(facts) ? 'observed' : mayChange ? 'possible' : facts.scope?.measured === true && !motion.throughLoads ? 'certain' : 'likely',
    evidence: [
      `${accessText(target)} loads the same value again at each iteration of the ${target.loop!.text}, ${timesText(facts)}.`,
      motion.throughLoads ? 'Its address comes from loads whose own addresses do not change in that loop.' : 'No register of its address changes in that loop.',
      stores + calls === 0
        ? 'The loop has no store and no call: the compiler could keep it, with a register to spare.'
        : `${storesAndCalls(stores, calls)} in the loop ${stores + calls === 1 ? 'keeps' : 'keep'} the compiler from hoisting it.`,
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

/** The least element so far, for example: a few iterations choose another one, and all load its value. */
function loadOfChosenElement(facts: PairFacts): Conclusion | null {
  const { target } = facts
  const { flow, loop, instruction } = target
  if (!sameInstruction(facts) || !mostlyRepeats(facts) || !isOfChosenElement(flow!, loop!.loop!, target.position, instruction!.memory!)) return null
  const { calls } = storesIn(flow!, loop!.loop!)
  return {
    class: 'loop-invariant-load',
    sureness: calls > 0 || isStoredIn(target) ? 'observed' : 'possible',
    rarelyChanges: true,
    evidence: [
      `${accessText(target)} loads the same value again in the ${loop!.text}, ${timesText(facts)}.`,
      'Only some iterations set its address to that of another element.',
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

/** Instructions before a call in which its first argument is set. */
const NEAR_CALL = 8

/** A call in the loop gets a pointer to the object of the accessed member, and may change it: a buffer grows, for example. */
function isOfPassedObject({ flow, loop, instruction }: AccessFacts): boolean {
  const base = instruction!.memory!.base
  if (base === null) return false
  const { instructions } = flow!
  return loop!.loop!.body.some((at) => {
    if (instructions[at]!.mnemonic !== 'call') return false
    const set = instructions.slice(Math.max(0, at - NEAR_CALL), at).findLast((each) => definedRegisters(each).includes('rdi'))
    return set?.mnemonic === 'mov' && set.memory === null && canonicalRegister(set.operands[1] ?? '') === base
  })
}

/** The next iteration may load something else. */
function isOfOneIteration(facts: PairFacts): boolean {
  return facts.scope?.measured === true && facts.scope.header === null && !sameInstruction(facts)
}

/** The loop stores to the very address that the access loads from. */
function isStoredIn({ flow, loop, instruction }: AccessFacts): boolean {
  return loop!.loop!.body.some((at) => {
    const { writes, memory } = flow!.instructions[at]!
    return writes && memory !== null && sameAddress(memory, instruction!.memory!)
  })
}

/** Tables that are looked up by data or by the next operation, and jumps through them. */
export const tableLookup: Rule = (facts) => {
  const { target, scope } = facts
  if (facts.tool !== 'redundant-loads' || (!sameInstruction(facts) && !inOneTable(facts)) || target.flow === null || target.instruction?.memory == null)
    return null
  const jumps = isDispatch(target)
  // The compiler keeps the table, and the program chooses the case.
  if (jumps)
    return {
      class: 'required-access',
      sureness: 'likely',
      evidence: [`${accessText(target)} finds in a table where to jump to: the cases of a switch, or the next operation of an interpreter.`],
      place: target.place,
    }
  // Elements that a list names are gone through like the list.
  if (mayBeOtherRun(facts) && isGatheredIn(target)) return null
  if (motionOf(target)?.kind !== 'indexed' || scope === null || !isChosenByData(target) || isChangedInLoop(target)) return null
  return {
    class: 'table-lookup',
    sureness: 'likely',
    evidence: [
      `${accessText(target)} reads an element of a table that stays where it is in the ${target.loop!.text}, chosen by data.`,
      `The same element brought the same value, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** By counters alone, elements of a matrix or a set are chosen: that is no lookup of a key. */
function isChosenByData({ flow, loop, position, instruction }: AccessFacts): boolean {
  const around = loop!.loop!
  return madeBy(flow!, position, [instruction!.memory!.index!], around).some(
    ({ reads, memory }) => reads && memory !== null && addressMotion(flow!, around, memory).kind !== 'invariant',
  )
}

/** The loop stores to elements of the same array, as where it counts or sorts: the elements are its result. */
function isChangedInLoop({ flow, loop, instruction }: AccessFacts): boolean {
  const { base, scale, displacement } = instruction!.memory!
  return loop!.loop!.body.some((at) => {
    const { writes, memory } = flow!.instructions[at]!
    return writes && memory?.index != null && memory.base === base && memory.scale === scale && memory.displacement === displacement
  })
}

/** Lookups that a loop makes in several places, of one table. */
function inOneTable(facts: PairFacts): boolean {
  const [a, b] = [facts.source.instruction?.memory, facts.target.instruction?.memory]
  return (
    a != null &&
    b != null &&
    inOneLoop(facts) &&
    a.base !== null &&
    a.base === b.base &&
    a.scale === b.scale &&
    a.displacement === b.displacement &&
    motionOf(facts.source)?.kind === 'indexed'
  )
}

/** A jump through memory, or through a register within the next instructions. */
function isDispatch({ flow, position, instruction }: AccessFacts): boolean {
  if (instruction!.memory!.index === null) return false
  if (instruction!.mnemonic === 'jmp') return true
  const register = definedRegisters(instruction!)[0]
  const jump = flow!.instructions.slice(position + 1, position + 5).find(({ mnemonic }) => mnemonic === 'jmp')
  return register !== undefined && jump?.target === null && jump.memory === null && jump.operands[0] === register
}

/** h264ref in REDSPY 7.1: arguments that do not change in the loop that calls. */
export const callInvariantLoad: Rule = (facts) => {
  const { source, target, scope } = facts
  if (facts.tool !== 'redundant-loads' || target.loop !== null || scope === null || isStackSlot(target) || LIBRARY.test(target.physicalFunction)) return null
  // A caller cannot pass along a library's internal state.
  if (target.libraryCall !== null) return null
  const [a, b] = [source.instruction?.memory, target.instruction?.memory]
  if (a == null || b == null || b.index !== null || isGuardOfStack(b)) return null
  // Nor can a caller that does not know its callee.
  if (!mostlyRepeats(facts) || target.calledThroughPointer()) return null
  if (!sameInstruction(facts)) return calledAgain(facts)
  if (source.loop !== null) return null
  return {
    class: 'call-invariant-load',
    sureness: scope.measured ? 'likely' : 'possible',
    evidence: [
      `${accessText(target)} is in no loop of ${target.physicalFunction}: one run of the function loads it once.`,
      `The next run loaded the same value from the same place, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** Functions of libraries that read the caller's buffers, and so cannot keep the values. */
const LIBRARY = /(^|_)(mem|str|wcs|wmem)[a-z]+(_|$)/

/** A function reads a global variable that another one, its caller or one called before, had read. Data behind a pointer is the callee's matter. */
function calledAgain(facts: PairFacts): Conclusion | null {
  const { source, target } = facts
  if (sameFunction(facts) || source.instruction!.memory!.index !== null || isStackSlot(source) || target.instruction!.memory!.base !== null) return null
  return {
    class: 'call-invariant-load',
    sureness: 'possible',
    evidence: [
      `${accessText(source)} had loaded it; the call of ${target.physicalFunction} loads it again by ${target.instruction!.text}, with the same value, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** Compilers reload a value that a store or a call in between might have changed. */
export const aliasedReload: Rule = (facts) => {
  const { source, target } = facts
  if (facts.tool !== 'redundant-loads' || sameInstruction(facts) || !sameFunction(facts) || source.flow === null || facts.scope?.outside === true) return null
  if (target.loop?.header !== source.loop?.header || isStackSlot(target) || isGuardOfStack(target.instruction?.memory)) return null
  const ofOneElement = isOfOneElement(facts)
  if (!ofOneElement && !hasSameAddress(source, target)) return null
  const { base, index } = target.instruction!.memory!
  const isKept = (between: readonly Instruction[]): boolean =>
    ofOneElement || !between.some((instruction) => definedRegisters(instruction).some((register) => register === base || register === index))
  const between = [inOrder(facts), onWay(facts)].find((each) => each !== null && isKept(each))
  if (between == null || !mostlyRepeats(facts) || findsMethod(target)) return null
  const stores = between.filter(({ writes }) => writes).length
  const calls = between.filter(({ mnemonic }) => mnemonic === 'call').length
  if (stores + calls === 0) return null
  return {
    class: 'aliased-reload',
    sureness: source.position < target.position ? 'likely' : 'possible',
    evidence: [
      `${accessText(source)} and ${accessText(target)} name the same address by the same registers.`,
      `${storesAndCalls(stores, calls)} between them might change it, and did not, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** The instructions between both, as they lie in memory. */
function inOrder({ source, target }: PairFacts): readonly Instruction[] {
  const [low, high] = [Math.min(source.position, target.position), Math.max(source.position, target.position)]
  return source.flow!.instructions.slice(low + 1, high)
}

/** Those that an iteration may pass between both: code of other paths may lie there, too. Null: the later access comes in another iteration only. */
function onWay({ source, target }: PairFacts): Instruction[] | null {
  return source.flow!.between(source.position, target.position, target.loop?.loop ?? null)?.map((at) => source.flow!.instructions[at]!) ?? null
}

/** From an object's first word to the method that is called: the compiler's own pointer, which no local variable can hold. */
function findsMethod({ flow, position, instruction }: AccessFacts): boolean {
  const { displacement, index } = instruction!.memory!
  const [table] = definedRegisters(instruction!)
  if (table === undefined || displacement !== 0 || index !== null) return false
  return flow!.instructions
    .slice(position + 1, position + 1 + LONGEST_DISPATCH)
    .some(({ mnemonic, memory }) => /^(?:call|jmp)$/.test(mnemonic) && memory?.base === table)
}

/** Instructions from the load of the table of methods to the call. */
const LONGEST_DISPATCH = 8

/** "1 store", "2 calls", "1 store and 2 calls". */
function storesAndCalls(stores: number, calls: number): string {
  return [
    [stores, 'store'],
    [calls, 'call'],
  ]
    .flatMap(([count, what]) => (count === 0 ? [] : [counted(count as number, what as string)]))
    .join(' and ')
}

function inOneLoop({ source, target }: PairFacts): boolean {
  return target.loop !== null && target.loop.header === source.loop?.header && target.module === source.module
}

function hasSameAddress(source: AccessFacts, target: AccessFacts): boolean {
  const [a, b] = [source.instruction?.memory, target.instruction?.memory]
  return a != null && b != null && sameAddress(a, b)
}
