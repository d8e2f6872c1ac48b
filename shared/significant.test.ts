import { expect, test } from 'vitest'
import { significant } from './significant.ts'

test.each([
  [0.0051, 1, '0.005'],
  [9.4, 1, '9'],
  [9.7, 1, '10'],
  [21, 2, '21'],
  [99.6, 2, '100'],
  [5.1, 3, '5.10'],
  [999.4, 3, '999'],
  [999.6, 3, '1000'],
  [1234.5, 3, '1235'],
  [3e-7, 1, '0.0000003'],
  [1.27e-8, 2, '0.000000013'],
])('%d in %d digits: %s', (value, digits, text) => {
  expect(significant(value, digits)).toBe(text)
})
