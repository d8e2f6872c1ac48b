/** Intervals of times by samples hold the true values as often as they should. */
import { expect, it } from 'vitest'
import { differenceInterval, ratioInterval, sharesInterval, sumOfTimes, type SampledTime } from './sampled_time.ts'

/** Numbers between 0 and 1, always the same ones. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

/** Samples of Poisson-distributed number, a third of which represent ten times the time of the others. */
function sampled(expected: number, next: () => number): SampledTime {
  let [time, squares] = [0, 0]
  for (let at = -Math.log(1 - next()); at < expected; at -= Math.log(1 - next())) {
    const each = next() < 1 / 3 ? 10 : 1
    time += each
    squares += each * each
  }
  return { time, squares }
}

const MEAN = 4
const holds = ([low, high]: readonly [number, number], value: number): boolean => low <= value && value <= high

it('holds the true share and difference in 95 % of the runs, with samples of unequal length', () => {
  const next = numbers(7)
  const runs = 4000
  let [shares, differences] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const [first, other] = [sampled(60, next), sampled(20, next)]
    if (holds(sharesInterval(first, sumOfTimes([first, other])), 0.75)) shares++
    if (holds(differenceInterval(first, 0.5, other, 0.5), MEAN * 20)) differences++
  }
  // Samples of two lengths make a normal approximation a little too narrow; chance moves the share of the runs by 1.5 % at most.
  for (const held of [shares, differences]) expect(held / runs).toBeGreaterThan(0.92)
  for (const held of [shares, differences]) expect(held / runs).toBeLessThan(0.975)
})

it('is wider for fewer samples, and reaches to nothing where there are none', () => {
  const of = (count: number): SampledTime => ({ time: count, squares: count })
  const width = ([low, high]: readonly [number, number]): number => high - low
  expect(width(sharesInterval(of(3), of(4)))).toBeGreaterThan(4 * width(sharesInterval(of(300), of(400))))
  const [low, high] = differenceInterval(of(8), 0.5, of(0), 0.5)
  expect(low).toBeGreaterThan(0)
  expect(low).toBeLessThan(3)
  expect(high).toBeGreaterThan(6)
})

it('combines the intervals of two values to that of their ratio', () => {
  expect(ratioInterval(6, [6, 6], 2, [2, 2])).toEqual([3, 3])
  const [low, high] = ratioInterval(6, [5, 7], 2, [1, 3])
  expect([low < 2, low > 5 / 3, high > 6, high < 7]).toEqual([true, true, true, true])
  expect(ratioInterval(6, [5, 7], 2, [0, 3])[1]).toBe(Infinity)
})
