import { expect, test } from 'vitest'
import { contextSums, knowContextSums, NO_SUMS } from './context_sums.ts'
import type { ContextTotalTable } from '../tables.ts'

const column = (...values: number[]): Float64Array => Float64Array.from(values)
const table = (): ContextTotalTable => ({
  length: 3,
  node: Int32Array.of(1, 1, 2),
  tool: Uint8Array.of(0, 2, 2),
  instances: column(1, 1, 1),
  accessed: column(8, 4, 2),
  use: column(1, 0, 2),
  unfinished: column(0, 0, 1),
  freed: column(0, 3, 4),
  interleaved: column(0, 0, 0),
  first: column(5, 5, 6),
  waiting: column(3, 2, 1),
})

test('tables add up by tool', () => {
  expect(contextSums(table(), 2)).toEqual({ accessed: 6, use: 2, unfinished: 1, freed: 7, interleaved: 0, first: 11, waiting: 3 })
  expect(contextSums(table(), 1)).toEqual(NO_SUMS)
})

test('known sums of a table are not computed again, and hold for that table alone', () => {
  const known = table()
  knowContextSums(known, [{ ...NO_SUMS, use: 99 }])
  expect([contextSums(known, 0).use, contextSums(known, 1).use, contextSums({ ...known }, 0).use]).toEqual([99, 0, 1])
})
