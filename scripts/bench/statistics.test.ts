import { expect, test } from 'vitest'
import { geometricMean, mean, median } from './statistics.ts'

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([10, 1, 2, 3])).toBe(2.5)
  expect(median([7])).toBe(7)
  expect(() => median([])).toThrow('not defined')
})

test('the geometric mean of ratios undoes a ratio and its inverse', () => {
  expect(geometricMean([2, 0.5, 1])).toBeCloseTo(1)
  expect(geometricMean([4, 1])).toBeCloseTo(2)
})

test('the mean weighs every value alike', () => {
  expect(mean([3, 1, 2])).toBe(2)
  expect(mean([])).toBeNaN()
})
