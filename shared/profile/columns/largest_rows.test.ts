import { expect, it } from 'vitest'
import { SeededRandom } from '../../metrics/statistics/random.ts'
import { largestRows } from './largest_rows.ts'

it('is what sorting all rows and cutting them gives, also of equal values', () => {
  const random = new SeededRandom(20261126)
  for (const [length, different] of [
    [0, 1],
    [1, 1],
    [10, 3],
    [5000, 40],
    [20_000, 1],
    [20_000, 1e9],
  ] as const) {
    const values = Float64Array.from({ length }, () => random.nextBelow(different) - different / 2)
    const wanted = (row: number): boolean => row % 3 !== 0
    for (const count of [0, 1, 7, 1500, Infinity]) {
      const sorted = Array.from(values.keys()).sort((a, b) => values[b]! - values[a]! || a - b)
      expect(largestRows(values, count)).toEqual(sorted.slice(0, count))
      expect(largestRows(values, count, wanted)).toEqual(sorted.filter(wanted).slice(0, count))
    }
  }
})

it('is right of values that rise, and that fall', () => {
  const rising = Float64Array.from({ length: 10_000 }, (_, row) => row)
  expect(largestRows(rising, 3)).toEqual([9999, 9998, 9997])
  expect(largestRows(rising.toReversed(), 3)).toEqual([0, 1, 2])
})
