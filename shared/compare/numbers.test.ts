import { describe, expect, it } from 'vitest'
import { compareNumbers, compareRatios, intervalByTraps, proportionInterval, type Estimate } from './numbers.ts'

const exact = (value: number): Estimate => ({ value, interval: null, exact: true })
const within = (value: number, low: number, high: number): Estimate => ({ value, interval: [low, high], exact: false })

describe('the interval of a difference', () => {
  it.each([
    // Newcombe 1998 (Statistics in Medicine 17), Table II, method 10.
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 10, 0.6075, 1],
  ])('of %i/%i and %i/%i is that of the score method', (a, m, b, n, low, high) => {
    const share = (count: number, total: number): Estimate => within(count / total, ...proportionInterval(count / total, total))
    const { ci95, significance } = compareRatios(share(b, n), share(a, m))
    expect(ci95![0]).toBeCloseTo(low, 3)
    expect(Math.min(1, ci95![1])).toBeCloseTo(high, 3)
    expect(significance).toBe('significant')
  })

  it('is noise where it holds zero, and takes the uncertainty of the one that has any', () => {
    expect(compareNumbers(within(100, 90, 110), within(108, 98, 118), 1)).toMatchObject({ change: 8, relative: 0.08, significance: 'noise' })
    expect(compareNumbers(exact(100), within(108, 98, 118), 1)).toMatchObject({ ci95: [-2, 18], significance: 'noise' })
    expect(compareNumbers(exact(100), within(112, 102, 122), 1)).toMatchObject({ ci95: [2, 22], significance: 'significant' })
  })

  it('does not exist if nothing is estimated or known', () => {
    expect(compareNumbers(exact(100), exact(108), 1)).toMatchObject({ ci95: null, significance: 'exact' })
    expect(compareNumbers(exact(100), { value: 108, interval: null, exact: false }, 1)).toMatchObject({ ci95: null, significance: 'unknown' })
    expect(compareRatios(null, exact(0.5))).toEqual({ old: null, new: 0.5, change: null, ci95: null, significance: 'unknown' })
  })
})

describe('a change', () => {
  it('is of the normalised new amount, and no percentage of nothing', () => {
    expect(compareNumbers(exact(100), exact(50), 3)).toMatchObject({ new: 150, change: 50, relative: 0.5 })
    expect(compareNumbers(exact(0), exact(5), 1).relative).toBeNull()
    expect(compareNumbers(within(100, 90, 110), within(50, 48, 52), 2).ci95).toEqual([-Math.hypot(4, 10), Math.hypot(4, 10)])
  })

  it('is none where sums differ by rounding alone', () => {
    expect(compareNumbers(exact(0.1 + 0.2), exact(0.3), 1).change).toBe(0)
  })
})

describe('the interval of an amount by its traps', () => {
  it('reaches as far as one may have missed', () => {
    const [low, high] = intervalByTraps(0, 0, 10)
    expect(low).toBe(0)
    expect(high).toBeCloseTo(10 * 1.96 * 1.96, 6)
  })

  it('is the score interval of a Poisson count', () => {
    const [low, high] = intervalByTraps(100, 100, 1)
    expect(low).toBeCloseTo(82.2, 1)
    expect(high).toBeCloseTo(121.6, 1)
  })
})
