import { expect, test } from 'vitest'
import { freedSamples } from './freed_samples.ts'
import type { ProfileTables } from '../profile/profile.ts'

/** Two contexts of one tool, the second in two rows that were folded into one node. */
function profile(freed: number): ProfileTables {
  return {
    counters: [{ name: 'freed', value: freed, description: '' }],
    watches: { length: 3, node: Int32Array.of(4, 7, 7), tool: new Uint8Array(3), accounted: Float64Array.of(10, 6, 5) },
    pairs: { length: 3, source: Int32Array.of(4, 4, 7), tool: Uint8Array.of(0, 1, 0), credit: Float64Array.of(4, 100, 8) },
  } as unknown as ProfileTables
}

test('memory that ended accounts for what no pair of the tool and context has as credit', () => {
  expect([...freedSamples(profile(3))]).toEqual([6, 0, 3])
})

test('nothing ended with its memory where no watchpoint did, or samplers did not see it', () => {
  expect([...freedSamples(profile(0))]).toEqual([0, 0, 0])
  expect([...freedSamples({ ...profile(3), counters: [] })]).toEqual([0, 0, 0])
})

test('rounding is not memory that ended', () => {
  const rounded = profile(3)
  rounded.pairs.credit[0] = 10 - 1e-12
  expect(freedSamples(rounded)[0]).toBe(0)
})
