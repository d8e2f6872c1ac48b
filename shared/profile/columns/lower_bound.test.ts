import { expect, test } from 'vitest'
import { lowerBound } from './lower_bound.ts'

test.each([
  [0, 0],
  [2, 0],
  [3, 1],
  [5, 1],
  [6, 3],
  [9, 4],
])('the first value that is at least %d is at %d', (wanted, at) => {
  expect(lowerBound(Int32Array.of(2, 5, 5, 8), wanted)).toBe(at)
})

test('within a part of the values', () => {
  const values = Uint32Array.of(1, 2, 3, 4, 5)
  expect(lowerBound(values, 1, 2, 4)).toBe(2)
  expect(lowerBound(values, 4, 2, 4)).toBe(3)
  expect(lowerBound(values, 9, 2, 4)).toBe(4)
})
