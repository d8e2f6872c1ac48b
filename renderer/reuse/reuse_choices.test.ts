import { expect, test } from 'vitest'
import { accessRateOf } from './reuse_choices.ts'

test.each([
  ['1.5e9', 1.5e9],
  ['800M', 8e8],
  ['2 G', 2e9],
  ['1,000,000', 1e6],
  ['12', 12],
])('%s is a rate', (text, rate) => expect(accessRateOf(text)).toEqual({ rate, problem: null }))

test.each(['fast', '0', '-3', '1e', '3 X'])('%s is none', (text) => {
  const { rate, problem } = accessRateOf(text)
  expect(rate).toBeNull()
  expect(problem).toContain('1.5e9')
})

test('an empty field leaves CPU time as it is', () => expect(accessRateOf(' ')).toEqual({ rate: null, problem: null }))
