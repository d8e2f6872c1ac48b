import { expect, it } from 'vitest'
import { binomialInterval } from './binomial.ts'

it.each([
  // Tables of the binomial distribution; 0 and all of n are 1 − 0.025^(1/n).
  [0, 20, 0, 0.1684],
  [20, 20, 0.8316, 1],
  [1, 30, 0.0008, 0.1722],
  [29, 30, 0.8278, 0.9992],
  [5, 10, 0.1871, 0.8129],
])('%i of %i', (seen, trials, low, high) => {
  expect(binomialInterval(seen, trials)).toEqual([expect.closeTo(low, 4), expect.closeTo(high, 4)])
})

it('stays narrow with many trials', () => {
  const [low, high] = binomialInterval(9, 1_000_000)
  expect(low).toBeGreaterThan(4e-6)
  expect(high).toBeLessThan(1.72e-5)
})
