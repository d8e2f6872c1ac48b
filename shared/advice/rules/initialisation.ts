/** Memory set to constants that was set before, or is overwritten before it is read (gcc's cselib_init in WITCH 1, NWChem's dfill in REDSPY 7.2). */
import { isSystemSource } from '../../findings/own_code.ts'
import type { FunctionFlow } from '../code/function_flow.ts'
import { accessBytes, canonicalRegister, definedRegisters, immediateOf, sameAddress, sameRegisters, type Instruction } from '../code/instruction.ts'
import { isStackSlot, motionOf, sameInstruction, valueStored, type AccessFacts, type PairFacts, type Rule } from '../pair_facts.ts'
import { accessText, placeText, scopeLines, timesText } from '../words.ts'

const FILLS =
  /(^|_)(memset|bzero|calloc|wmemset)(_|$|@)|\bstd::(__)?(fill|uninitialized_fill|uninitialized_default)|_M_default_(append|initialize)|value_construct|(^|::)(dfill|dlaset|dzero)_?$/

/** glibc's notes in free blocks, against blocks that are freed twice: code outside of glibc cannot leave them out. */
const ALLOCATOR = /^(tcache_(get|put)|_int_(malloc|free))$/

/** Sets memory to a value that does not depend on the program's computation. */
export function initialises({ place, physicalFunction, libraryCall }: AccessFacts, value: { kind: string }): boolean {
  if (ALLOCATOR.test(place.function)) return false
  if (fills({ place, physicalFunction })) return true
  // A library function's own data, such as the state of a stream: its caller has no initialization to remove.
  if (libraryCall !== null || (place.file !== null && isSystemSource(place.file))) return false
  // A destructor clears memory for later users, so the clearing cannot be left out at the start of the next object.
  return value.kind === 'constant' && !DESTRUCTOR.test(place.function)
}

const DESTRUCTOR = /::~\w+|\bdrop_in_place\b/

function fills({ place, physicalFunction }: Pick<AccessFacts, 'place' | 'physicalFunction'>): boolean {
  return FILLS.test(place.function) || FILLS.test(physicalFunction)
}

/** Instructions around a store among which its neighbors are stored. */
const NEARBY = 4
/** Bytes: scalar stores are no wider. */
const WORD = 8

/** It fills memory, or a structure: not a single variable. @param alike its neighbors are given the same value, or constants */
export function isOfMany(access: AccessFacts, alike = true): boolean {
  const { flow, position, instruction } = access
  if (fills(access) || instruction === null) return true
  if (accessBytes(instruction) > WORD || motionOf(access)?.kind === 'strided') return true
  const place = instruction.memory
  if (flow === null || place === null) return true
  // Beside a variable on the stack is another one.
  if (isStackSlot(access)) return false
  return flow.instructions.slice(Math.max(0, position - NEARBY), position + NEARBY + 1).some(({ address, operands, reads, writes, memory }) => {
    if (!writes || reads || memory === null || address === instruction.address || !sameRegisters(memory, place)) return false
    if (alike && operands[1] !== instruction.operands[1] && immediateOf(operands[1] ?? '') === null) return false
    const apart = Math.abs(memory.displacement - place.displacement)
    return apart > 0 && apart <= WORD
  })
}

function setsLine(when: string, access: AccessFacts): string {
  const how = fills(access) ? `${placeText(access.place)} fills memory` : `${accessText(access)} stores a constant`
  return `The ${when} store: ${how}.`
}

export const repeatedInitialisation: Rule = (facts) => {
  if (!isStorePair(facts)) return null
  const { source, target } = facts
  const isSet = initialises(source, valueStored(source))
  // The filled memory held the value already, stored by any code.
  if ((!isSet && (facts.tool === 'dead-stores' || !fills(target))) || !initialises(target, valueStored(target))) return null
  if (facts.relation === 'REDUNDANT_WITH' && (beginsCount(target) || isOneOutcome(target))) return null
  // A flag that is reset each time: it cannot be reset less often, unless nothing sets it.
  if (!isOfMany(target)) return facts.relation === 'KILLED_BY' && sameInstruction(facts) ? unreadResult(facts) : null
  return {
    class: 'repeated-initialisation',
    sureness: facts.relation === 'REDUNDANT_WITH' || sameInstruction(facts) ? 'certain' : 'likely',
    evidence: [
      ...(isSet ? [setsLine('earlier', source)] : []),
      setsLine('later', target),
      facts.relation === 'KILLED_BY' ? `Nothing read the bytes in between, ${timesText(facts)}.` : `They held the same value already, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}

/** The same loop counts on in the elements of the array: a constant is where the next count begins. */
export function beginsCount({ flow, loop, position, instruction }: AccessFacts): boolean {
  const place = instruction?.memory
  if (place?.index == null || flow === null || loop?.loop == null) return false
  const { body, header } = loop.loop
  const element = (index: string, at: number): string => {
    const widened = flow.instructions.slice(Math.max(0, at - NEARBY), at).findLast((each) => definedRegisters(each).includes(index))
    return (widened !== undefined && /^mov(?:sxd)?$|^cdqe$/.test(widened.mnemonic) ? canonicalRegister(widened.operands[1] ?? '') : null) ?? index
  }
  const own = element(place.index, position)
  return body.some((at) => {
    const { reads, writes, memory } = flow.instructions[at]!
    if (!reads || !writes || memory?.index == null || memory.scale !== place.scale) return false
    return element(memory.index, at) === own && !isDeeper(flow, body, header, at)
  })
}

/** Another path through the loop stores something else at the same place: the constant is the outcome of a decision, for example `false` of a comparison. */
export function isOneOutcome(access: AccessFacts): boolean {
  return !fills(access) && otherOutcomes(access).length > 0
}

/** Stores at the place of the access by iterations of its loop that do not come to the access. */
export function otherOutcomes({ flow, loop, position, instruction }: AccessFacts): Instruction[] {
  const place = instruction?.memory
  const body = loop?.loop
  if (place == null || flow === null || body == null) return []
  const stores = body.body.filter((at) => {
    const { reads, writes, memory } = flow.instructions[at]!
    return at !== position && writes && !reads && memory !== null && sameAddress(memory, place)
  })
  if (stores.length === 0) return []
  const after = flow.laterInIteration(body, position)
  return stores.filter((at) => after[at] === 0 && flow.laterInIteration(body, at)[position] === 0).map((at) => flow.instructions[at]!)
}

/** In a loop within the loop: a jump goes back over it, not over the header. */
function isDeeper(flow: FunctionFlow, body: readonly number[], header: number, position: number): boolean {
  return body.some((at) => {
    const { mnemonic, target } = flow.instructions[at]!
    if (at < position || !mnemonic.startsWith('j') || target === null) return false
    const to = flow.positionOf(target)
    return to >= 0 && to <= position && (to > header || at < header) && body.includes(to)
  })
}

/** Unread share of an initialisation: below it, the initialisation is usually needed. */
const LEAST_UNREAD = 0.5

export const overwrittenBeforeUse: Rule = (facts) => {
  const { source } = facts
  if (facts.relation !== 'KILLED_BY' || !initialises(source, valueStored(source))) return null
  // Most paths read the value that it sets.
  if ((facts.wastedHere() ?? 1) < LEAST_UNREAD) return null
  return { class: 'overwritten-before-use', sureness: 'likely', evidence: [setsLine('earlier', source), ...overwrittenLines(facts)], place: source.place }
}

/** Any other store that is overwritten unread: a table that has to hold the newest entry has such, too. */
export const unreadResult: Rule = (facts) => {
  const { source } = facts
  if (facts.relation !== 'KILLED_BY' || source.instruction === null) return null
  return {
    class: 'unread-result',
    sureness: 'possible',
    evidence: [`The earlier store: ${accessText(source)}.`, ...overwrittenLines(facts)],
    place: source.place,
  }
}

/** The loop compares the value that it is going to overwrite: a mark for visited elements. */
export function isMark({ flow, loop, instruction }: AccessFacts): boolean {
  const place = instruction?.memory
  if (place == null || flow === null || loop?.loop == null) return false
  return loop.loop.body
    .map((at) => flow.instructions[at]!)
    .some((each) => each.memory !== null && /^(cmp|mov)$/.test(each.mnemonic) && each.reads && !each.writes && sameAddress(each.memory, place))
}

function overwrittenLines(facts: PairFacts): string[] {
  return [`${accessText(facts.target)} overwrote the bytes before anything read them, ${timesText(facts)}.`, ...scopeLines(facts)]
}

function isStorePair({ tool }: PairFacts): boolean {
  return tool === 'dead-stores' || tool === 'silent-stores'
}
