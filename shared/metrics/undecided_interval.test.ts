import { expect, test } from 'vitest'
import { intervalWithUndecided } from './undecided_interval.ts'

test('without undecided samples the interval is what it was', () => {
  expect(intervalWithUndecided([0.2, 0.3], 0, 500)).toEqual([0.2, 0.3])
})

test('undecided samples may be waste or not', () => {
  expect(intervalWithUndecided([0.4, 0.5], 100, 300)).toEqual([0.4 * 0.75, 0.5 * 0.75 + 0.25])
  expect(intervalWithUndecided([0, 0], 1, 1)).toEqual([0, 0.5])
  expect(intervalWithUndecided([1, 1], 1, 1)).toEqual([0.5, 1])
})
