import { expect, test } from 'vitest'
import { median } from './statistics.ts'

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([10, 1, 2, 3])).toBe(2.5)
  expect(median([7])).toBe(7)
  expect(() => median([])).toThrow('not defined')
})
