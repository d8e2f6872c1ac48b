/** Two accesses of one line that are observed equally often must not take turns as the cause. */
import { expect, test } from 'vitest'
import { elected, type Vote } from './election.ts'

const traversal = (observations: number): Vote => ({ name: 'repeated-traversal', sureness: 'observed', amount: observations, observations })
const invariant = (observations: number): Vote => ({ name: 'loop-invariant-load', sureness: 'likely', amount: observations, observations })

test.each([
  [97, 92],
  [92, 97],
  [110, 80],
])('the surer cause counts if chance alone could make the difference: %d and %d', (one, other) => {
  expect(elected([traversal(one), invariant(other)].sort((a, b) => b.amount - a.amount))).toBe('loop-invariant-load')
})

test('otherwise the larger amount counts', () => {
  expect(elected([traversal(130), invariant(70)])).toBe('repeated-traversal')
  expect(elected([traversal(12), invariant(10)])).toBe('repeated-traversal')
  expect(elected([{ ...traversal(99), sureness: 'certain' }, invariant(97)])).toBe('repeated-traversal')
  expect(elected([{ name: null, sureness: 'observed', amount: 5, observations: 5 }])).toBe(null)
  expect(elected([])).toBe(null)
})
