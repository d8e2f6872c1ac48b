import { expect, test } from 'vitest'
import { binomialInterval } from './binomial.ts'
import { SeededRandom } from './random.ts'
import { betweenRuns, runsReport, spreadOf, studentQuantile, widenByRuns } from './run_noise.ts'

test('the quantiles fall towards the normal one', () => {
  expect([1, 4, 30].map(studentQuantile)).toEqual([12.706, 2.776, 2.042])
  expect(studentQuantile(31)).toBeCloseTo(2.04, 2)
  expect(studentQuantile(1000)).toBeCloseTo(1.962, 3)
})

test('a spread is that of the runs, its interval that of their mean', () => {
  expect(spreadOf([1])).toBeNull()
  const spread = spreadOf([9, 10, 11])!
  expect(spread).toMatchObject({ mean: 10, deviation: 1 })
  expect(spread.ci95[1] - 10).toBeCloseTo(4.303 / Math.sqrt(3), 9)
})

test('equal runs widen nothing, unequal ones do, and runs that found nothing tell nothing', () => {
  expect(betweenRuns([4, 4, 4], [10, 10, 10])).toBe(0)
  expect(betweenRuns([4, 0, 0], [10, 0, 0])).toBeNull()
  expect(widenByRuns([0.39, 0.41], 0.4, betweenRuns([2, 4, 6], [10, 10, 10]))).toEqual([0, expect.closeTo(0.4 + (0.2 / Math.sqrt(3)) * 4.303, 3)])
  expect(widenByRuns([0.3, 0.5], 0.4, 0.01)).toEqual([0.3, 0.5])
})

test('of runs whose shares vary the interval holds the mean share in about 95 of 100', () => {
  const random = new SeededRandom(11)
  const trials = 400
  let held = 0
  for (let trial = 0; trial < trials; trial++) {
    const wholes = Array.from({ length: 8 }, () => 80 + random.nextBelow(41))
    const parts = wholes.map((whole) => (whole * (200 + random.nextBelow(401))) / 1000)
    const share = parts.reduce((sum, part) => sum + part, 0) / wholes.reduce((sum, whole) => sum + whole, 0)
    if (Math.abs(share - 0.4) <= betweenRuns(parts, wholes)!) held++
  }
  const [low, high] = binomialInterval(held, trials)
  expect(low).toBeLessThan(0.95)
  expect(high).toBeGreaterThan(0.93)
})

test('one run has no report', () => {
  const run = { startedAt: '2026-11-20T10:00:00.000Z', code: 0, signal: null, cpuSeconds: 1, tools: { 'dead-stores': { waste: 1, use: 3, traps: 4 } } }
  expect(runsReport(undefined)).toBeNull()
  expect(runsReport([run])).toBeNull()
  expect(runsReport([run, { ...run, cpuSeconds: 3 }])).toMatchObject({
    cpuSeconds: { mean: 2 },
    tools: { 'dead-stores': { waste: { mean: 1, deviation: 0 }, fraction: { mean: 0.25 } } },
  })
})
