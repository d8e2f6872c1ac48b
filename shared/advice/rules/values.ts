/** Classes that the values themselves tell (imagick and backprop in LOADSPY VII, particlefilter in REDSPY 7). */
import { accessText, timesText } from '../words.ts'
import type { Rule } from '../pair_facts.ts'

/** Of all values that the instruction read or wrote. */
const LEAST_ZEROS = 0.8

export const zerosDominate: Rule = (facts) => {
  const { target } = facts
  if (facts.relation !== 'REDUNDANT_WITH' || target.zeros === null || target.zeros < LEAST_ZEROS) return null
  return {
    class: 'zeros-dominate',
    sureness: 'certain',
    evidence: [`${(100 * target.zeros).toFixed(0)} % of the values of ${accessText(target)} were zero.`, `It repeated what was there, ${timesText(facts)}.`],
    place: target.place,
  }
}

export const uniformData: Rule = (facts) => {
  const { target, object } = facts
  if (facts.tool !== 'spatial-loads' || facts.relation !== 'REDUNDANT_WITH') return null
  return {
    class: 'uniform-data',
    sureness: 'certain',
    evidence: [`${accessText(target)} loaded the value that was loaded just before from another element${object === null ? '' : ` of ${object}`}, ${timesText(facts)}.`],
    place: target.place,
  }
}
