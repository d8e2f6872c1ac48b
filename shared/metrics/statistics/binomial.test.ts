import { expect, it } from 'vitest'
import { binomialInterval, exactInterval, scoreInterval } from './binomial.ts'

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

it('the approximate interval is near the exact one, and holds for any number of trials', () => {
  const [low, high] = scoreInterval(30, 100)
  const exact = binomialInterval(30, 100)
  expect(low).toBeCloseTo(exact[0], 1)
  expect(high).toBeCloseTo(exact[1], 1)
  // Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263.
  expect(scoreInterval(81, 263).map((bound) => Number(bound.toFixed(4)))).toEqual([0.2553, 0.3662])
  expect(scoreInterval(0, 10)[0]).toBe(0)
  expect(scoreInterval(500_000, 1_000_000)[0]).toBeCloseTo(0.499, 3)
})

it('the exact interval at any level is that of the sums of terms, also of many trials and of parts of a trial', () => {
  for (const [seen, trials] of [
    [0, 20],
    [3, 3],
    [5, 10],
    [30, 100],
    [9, 100_000],
  ] as const)
    expect(exactInterval(seen, trials, 0.025).map((end) => end.toFixed(8))).toEqual(summedInterval(seen, trials).map((end) => end.toFixed(8)))
  // All of n: chance^(1/n).
  expect(exactInterval(5, 5, 0.001)[0]).toBeCloseTo(0.001 ** 0.2, 8)
  expect(exactInterval(5000, 10_000, 1e-4).map((end) => end.toFixed(3))).toEqual(['0.481', '0.519'])
  const lows = [5, 5.25, 5.5, 6].map((seen) => exactInterval(seen, 10, 0.025)[0])
  expect(lows).toEqual(lows.toSorted((a, b) => a - b))
})

/** The 95 % interval by the terms of the distribution themselves, for trials whose terms are no smaller than a number can be. */
function summedInterval(seen: number, trials: number): [number, number] {
  // The rarer kind has the shorter sums.
  if (seen > trials - seen) {
    const [low, high] = summedInterval(trials - seen, trials)
    return [1 - high, 1 - low]
  }
  return [seen === 0 ? 0 : shareWith(seen - 1, trials, 0.975), shareWith(seen, trials, 0.025)]
}

/** The share at which at most `most` of the trials are of the kind with this probability, which falls as it grows. */
function shareWith(most: number, trials: number, probability: number): number {
  let low = 0
  let high = 1
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2
    if (probabilityOfAtMost(most, trials, middle) > probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function probabilityOfAtMost(most: number, trials: number, share: number): number {
  let term = (1 - share) ** trials
  let sum = term
  for (let count = 0; count < most; count++) {
    term *= ((trials - count) / (count + 1)) * (share / (1 - share))
    sum += term
  }
  return sum
}
