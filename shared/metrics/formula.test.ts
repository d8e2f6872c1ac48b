import { describe, expect, it } from 'vitest'
import type { NodeMetrics } from '../rpc/trees.ts'
import { FormulaError, parseFormula } from './formula.ts'

const row: NodeMetrics = { wasteInclusive: 30, useInclusive: 10, wasteExclusive: 6, useExclusive: 0, traps: 5 }
const whole: NodeMetrics = { wasteInclusive: 120, useInclusive: 80, wasteExclusive: 0, useExclusive: 0, traps: 50 }
const value = (formula: string): unknown => {
  const { kind, evaluate } = parseFormula(formula)
  return [kind, evaluate(row, whole)]
}

describe('formulas', () => {
  it.each([
    ['waste / (waste + use)', ['ratio', 0.75]],
    ['waste - own_waste', ['amount', 24]],
    ['2 * waste / traps', ['rate', 12]],
    ['percent(waste)', ['ratio', 0.25]],
    ['percent(waste + use) * 100', ['ratio', 20]],
    ['1 - waste / (waste + use)', ['ratio', 0.25]],
    ['-(use - waste)', ['amount', 20]],
    ['traps * percent(traps)', ['count', 0.5]],
    ['1e3', ['number', 1000]],
    ['waste / 10 / 3', ['amount', 1]],
  ])('%s', (formula, expected) => expect(value(formula)).toEqual(expected))

  it('have no value where something is divided by nothing', () => {
    expect(value('waste / own_use')).toEqual(['ratio', null])
    expect(value('1 + waste / own_use')).toEqual(['ratio', null])
    expect(value('percent(own_waste)')).toEqual(['ratio', null])
  })

  it('have no value where it is beyond all numbers', () => {
    expect(value('waste * 1e308 - waste * 1e308')).toEqual(['amount', null])
  })

  it.each([
    ['percent(waste / use)', 'A percentage of a ratio has no meaning'],
    ['percent(percent(waste))', 'A percentage of a ratio has no meaning'],
    ['waste + traps', 'an amount and a count have no common sum'],
    ['waste + 1', 'an amount and a number have no common sum'],
    ['waste * use', 'an amount times an amount has no meaning'],
    ['traps / waste', 'a count by an amount has no meaning'],
    ['waste / ', 'A number or a name is missing'],
    ['(waste', 'A parenthesis is not closed'],
    ['waste use', 'continues after its end'],
    ['cycles', '"cycles" is not a metric; use waste, use, own_waste, own_use, traps'],
    ['constructor', '"constructor" is not a metric'],
    ['waste ^ 2', '"^" means nothing in a formula'],
    ['waste * 1e999', 'A number in the formula is too large'],
    ['', 'The formula is empty'],
    ['percent waste', 'percent needs an argument'],
    ['('.repeat(60), 'too many parentheses'],
    ['1+'.repeat(400), 'longer than'],
  ])('refuse %s', (formula, message) => {
    expect(() => parseFormula(formula)).toThrow(FormulaError)
    expect(() => parseFormula(formula)).toThrow(message)
  })
})
