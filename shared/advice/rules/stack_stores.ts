/** Useless stores to a function's stack frame: registers that are spilled but not reloaded, and variables that are never read. */
import { shortFunctionName } from '../../findings/wording/short_names.ts'
import {
  isInPassedStructure,
  isSpilled,
  isStackSlot,
  loopPlace,
  sameFunction,
  sameInstruction,
  storesGuard,
  valueStored,
  type PairFacts,
  type Rule,
} from '../pair_facts.ts'
import { accessText, placeText, scopeLines, timesText } from '../words.ts'

export const unreadStackStore: Rule = (facts) => {
  const { source, target } = facts
  if (facts.relation !== 'KILLED_BY' || !isStackSlot(source) || storesGuard(source)) return null
  return {
    class: 'unread-stack-store',
    sureness: isStackSlot(target) ? 'likely' : 'possible',
    evidence: [
      `${accessText(source)} writes to the stack frame of ${source.physicalFunction}.`,
      sameFunction(facts)
        ? `${accessText(target)} overwrote it before anything read it, ${timesText(facts)}.`
        : `The frame was given up and ${placeText(target.place)} took its memory before anything read it, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: source.place,
  }
}

/**
 * A register that is given up and, on this path, not read back: another path reads the slot. No variable of the source is
 * stored there, so none can be removed. Stores whose frame was given up count, too.
 */
export const unreadSpill: Rule = (facts) => {
  const { source } = facts
  if (
    facts.relation !== 'KILLED_BY' ||
    source.flow === null ||
    !isStackSlot(source) ||
    storesGuard(source) ||
    !isSpilled(source) ||
    valueStored(source).kind === 'constant'
  )
    return null
  return {
    class: 'spill-and-reload',
    sureness: sameInstruction(facts) && !isInPassedStructure(source) ? 'likely' : 'possible',
    evidence: [
      `${accessText(source)} keeps a register in the stack frame of ${source.physicalFunction}, which other paths read back; on this one it was overwritten unread, ${timesText(facts)}.`,
      ...callsLine({ ...facts, target: source }),
      ...scopeLines(facts),
    ],
    place: loopPlace(source),
  }
}

export const unchangedSpill: Rule = (facts) => {
  const { source, target } = facts
  if (facts.tool !== 'silent-stores' || !isStackSlot(source) || !isStackSlot(target) || !sameFunction(facts) || storesGuard(target) || !isSpilled(target))
    return null
  // No register was given up for it.
  if (valueStored(target).kind === 'constant') return null
  return {
    class: 'spill-and-reload',
    sureness: sameInstruction(facts) && !isInPassedStructure(target) ? 'likely' : 'possible',
    evidence: [`${accessText(target)} writes to the stack frame what it held already, ${timesText(facts)}.`, ...callsLine(facts), ...scopeLines(facts)],
    place: loopPlace(target),
  }
}

/** Calls in the loop around the access, for which registers must be given up. */
export function callsLine({ target: { flow, loop } }: PairFacts): string[] {
  if (flow === null || loop?.loop == null) return []
  const calls = loop.loop.body.filter((position) => flow.instructions[position]!.mnemonic === 'call').length
  return [`The ${loop.text} has ${loop.loop.body.length} instructions and ${calls === 0 ? 'no call' : calls === 1 ? '1 call' : `${calls} calls`}.`]
}

const CONSTRUCTOR = /(?:^|::)(\w+)::\1$/

/**
 * An object that is built on the stack because a call is given its address. Constants outside of constructors are an initialization.
 * The function itself reads spilled registers back.
 */
export const builtOnStack: Rule = (facts) => {
  const { target } = facts
  if (facts.tool !== 'silent-stores' || facts.relation !== 'REDUNDANT_WITH' || !isStackSlot(target) || storesGuard(target)) return null
  if (isSpilled(target) || !isInPassedStructure(target)) return null
  if (valueStored(target).kind === 'constant' && !CONSTRUCTOR.test(shortFunctionName(target.place.function))) return null
  return {
    class: 'built-anew',
    sureness: 'observed',
    onStack: true,
    evidence: [
      `${accessText(target)} stores a part of an object on the stack, whose address ${shortFunctionName(target.physicalFunction)} passes on.`,
      `That part was already there, ${timesText(facts)}.`,
      ...scopeLines(facts),
    ],
    place: target.place,
  }
}
