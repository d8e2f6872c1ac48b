import { expect, test } from 'vitest'
import { SeededRandom } from '../../metrics/statistics/random.ts'
import { RangeMaxima } from './range_maxima.ts'
import { RangeSums } from './range_sums.ts'
import { RowSet } from './row_set.ts'

const random = new SeededRandom(3)
/** Around the sizes at which further levels begin. */
const LENGTHS = [0, 1, 31, 32, 33, 1023, 1024, 1025, 40_000]

test('a set of rows numbers its members', () => {
  for (const length of LENGTHS) {
    const set = new RowSet(length)
    const members = new Set(Array.from({ length: Math.ceil(length / 3) }, () => random.nextBelow(length)))
    for (const row of members) set.add(row)
    let before = 0
    for (let row = 0; row < length; row++) {
      expect([set.has(row), set.rank(row)]).toEqual([members.has(row), before])
      if (members.has(row)) before++
    }
    expect([set.rank(length), set.size]).toEqual([members.size, members.size])
  }
})

test('sums and maxima of ranges are those of a walk through them', () => {
  for (const length of LENGTHS) {
    const values = Float64Array.from({ length }, () => random.nextBelow(50))
    const [sums, maxima] = [new RangeSums(values), new RangeMaxima(values.length, (at) => values[at]!)]
    for (let round = 0; round < 200; round++) {
      const from = random.nextBelow(length + 1)
      const to = from + random.nextBelow(length + 1 - from)
      const range = values.subarray(from, to)
      expect(sums.sum(from, to)).toBe(range.reduce((sum, value) => sum + value, 0))
      expect(maxima.at(from, to)).toBe(range.length === 0 ? -1 : from + range.indexOf(Math.max(...range)))
    }
  }
})
