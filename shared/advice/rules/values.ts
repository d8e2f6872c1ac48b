/** Classes that the values themselves tell (imagick and backprop in LOADSPY VII, particlefilter in REDSPY 7). */
import { accessText, timesText } from '../words.ts'
import { computation, nextReaders } from '../code/definitions.ts'
import { canonicalRegister, definedRegisters, isFloatingPoint } from '../code/instruction.ts'
import { judgesStores } from '../../findings/tool_findings.ts'
import { isGatheredIn, isStackSlot, motionOf, valueStored, type AccessFacts, type Conclusion, type PairFacts, type Rule } from '../pair_facts.ts'

/** Least share of zeros in all values that the instruction read or wrote. */
const LEAST_ZEROS = 0.8

export const zerosDominate: Rule = (facts) => {
  const { target } = facts
  if (facts.relation !== 'REDUNDANT_WITH') return null
  if (target.zeros === null || target.zeros < LEAST_ZEROS || !isOfElements(target)) return zeroInput(facts)
  return {
    class: 'zeros-dominate',
    // Elements that are only tested may all have to be looked at.
    sureness: judgesStores(facts.tool) || isComputedWith(target) ? 'certain' : 'possible',
    evidence: [`${(100 * target.zeros).toFixed(0)} % of the values of ${accessText(target)} were zero.`, `It repeated what was there, ${timesText(facts)}.`],
    place: target.place,
  }
}

/** One element after the other: a variable that is zero, or an entry that data chooses, leaves no element out. */
function isOfElements(access: AccessFacts): boolean {
  const motion = isStackSlot(access) ? undefined : motionOf(access)?.kind
  return motion !== undefined && motion !== 'invariant' && ((motion !== 'indexed' && motion !== 'varies') || isGatheredIn(access) || isOfNumbers(access))
}

function isOfNumbers({ instruction }: AccessFacts): boolean {
  return instruction !== null && isFloatingPoint(instruction)
}

/** The loaded value is a factor or a summand: a zero leads to work that could be skipped. */
function isComputedWith(access: AccessFacts): boolean {
  const { flow, position, instruction } = access
  if (flow === null || instruction === null) return false
  if (isOfNumbers(access) || COMPUTES.test(instruction.mnemonic)) return true
  const [register] = definedRegisters(instruction)
  if (register === undefined) return false
  const isOperand = (operand: string): boolean => !operand.includes('[') && canonicalRegister(operand) === register
  return nextReaders(flow, position, register).some(({ mnemonic, operands }) => COMPUTES.test(mnemonic) && operands.some(isOperand))
}

const COMPUTES = /^(?:i?mul|v?p(?:mul|madd)\w*|add|sub|v?cvt\w*)$/

/** The stored value was computed from a value that is mostly zero (backprop in REDSPY 7, pooling in WITCH 8.2). */
function zeroInput(facts: PairFacts): Conclusion | null {
  const { target } = facts
  if (facts.tool !== 'silent-stores' || target.flow === null || isStackSlot(target) || valueStored(target).kind !== 'computed') return null
  const { loads, combines } = computation(target.flow, target.position)
  const input = combines.length === 0 ? undefined : loads.find(({ address }) => (target.zerosOf(address) ?? 0) >= LEAST_ZEROS)
  if (input === undefined) return null
  return {
    class: 'zeros-dominate',
    sureness: 'likely',
    zeroInput: true,
    evidence: [
      `${(100 * target.zerosOf(input.address)!).toFixed(0)} % of the values that ${input.text} loads for it were zero.`,
      `${accessText(target)} stored what was there, ${timesText(facts)}.`,
    ],
    place: target.place,
  }
}

export const uniformData: Rule = (facts) => {
  const { target, object } = facts
  if (facts.tool !== 'spatial-loads' || facts.relation !== 'REDUNDANT_WITH') return null
  return {
    class: 'uniform-data',
    sureness: 'certain',
    evidence: [
      `${accessText(target)} loaded the value that was loaded just before from another element${object === null ? '' : ` of ${object}`}, ${timesText(facts)}.`,
    ],
    place: target.place,
  }
}
