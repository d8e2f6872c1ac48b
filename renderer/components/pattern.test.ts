import { expect, test } from 'vitest'
import { patternProblem, searchPattern } from './pattern.ts'

test('plain text is found literally, in any case', () => {
  expect(searchPattern('Row[j] (a.b)/*', false).exec('x row[J] (A.B)/* y')?.[0]).toBe('row[J] (A.B)/*')
  expect(searchPattern('a.b', false).test('axb')).toBe(false)
})

test('an expression ignores case unless it has capitals of its own', () => {
  expect(searchPattern('^init', true).test('Init_row')).toBe(true)
  expect(searchPattern('^Init', true).test('init_row')).toBe(false)
  expect(searchPattern(String.raw`^init\D`, true).test('INIT_row')).toBe(true)
})

test('an invalid expression is named', () => {
  expect(patternProblem('(row')).toMatch(/^No regular expression: /)
  expect(patternProblem('row|col')).toBeNull()
})
