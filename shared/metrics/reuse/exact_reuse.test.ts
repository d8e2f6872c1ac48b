import { describe, expect, test } from 'vitest'
import type { Conversion } from '../../report.ts'
import { exactReuseReport, quantileOf, shareFrom } from './exact_reuse.ts'
import type { DistanceCounts, ExactDistances } from './exact_reuse.ts'
import { reuseReport } from './reuse_report.ts'
import { blockedLoop, cyclicSweep, exactReuse, exactWideReuse, twoPhases, uniformRandom, wideSweeps } from './traces.testing.ts'
import type { Trace } from './traces.testing.ts'

const OPTIONS = { granularity: 'word', conversion: 'expectation', firstBin: 4096, binCount: 20, locationsPerAccess: 1 } as const

function countsOf(distances: number[]): DistanceCounts {
  const counts = new Map<number, number>()
  for (const distance of distances) counts.set(distance, (counts.get(distance) ?? 0) + 1)
  const sorted = [...counts].sort(([a], [b]) => a - b)
  return { distances: Float64Array.from(sorted, ([distance]) => distance), counts: Float64Array.from(sorted, ([, count]) => count) }
}

function measured(trace: Trace): ExactDistances {
  const { time, stack } = exactReuse(trace)
  const reused = Array.from(time.keys()).filter((access) => time[access]! > 0)
  return { time: countsOf(reused.map((access) => time[access]!)), stack: countsOf(reused.map((access) => stack[access]!)), first: new Set(trace).size }
}

const filled = (bins: Array<{ from: number; share: number }>) => bins.filter(({ share }) => share > 0).map(({ from, share }) => [from, share])

test('a sweep: stack distance is the footprint, which misses in every cache that is smaller', () => {
  const report = exactReuseReport(measured(cyclicSweep(2048, 2048 * 5)), OPTIONS)
  expect(report).toMatchObject({ granularity: 'word', distanceUnit: 'accesses', traps: 2048 * 4, censoredShare: 0.2 })
  expect(filled(report.time.bins)).toEqual([[16384, 1]])
  expect(filled(report.stack!.bins)).toEqual([[8192, 1]])
  const ratioAt = (bytes: number) => report.missRatio.find((point) => point.bytes === bytes)?.ratio
  expect(ratioAt(8192)).toBe(1)
  expect(ratioAt(16384)).toBeCloseTo(0.2)
  expect(report.exact).toMatchObject({ first: 2048, otherGranularities: [] })
})

describe('stack distances from exact time distances', () => {
  const similarityOf = (trace: Trace, conversion: Conversion = 'expectation') => exactReuseReport(measured(trace), { ...OPTIONS, conversion }).exact!.similarity

  test('fit where the model holds', () => {
    expect(similarityOf(uniformRandom(20_000, 400_000))).toBeGreaterThan(0.98)
    expect(similarityOf(blockedLoop(50_000, 1000, 2, 2_000_000))).toBeGreaterThan(0.98)
  })

  test('err by the model alone where two phases are taken for one', () => {
    const report = exactReuseReport(measured(twoPhases(1000, 50_000, 400_000)), OPTIONS)
    expect(report.exact!.similarity).toBeLessThan(0.9)
    expect(report.exact!.smoothedSimilarity).toBeGreaterThan(report.exact!.similarity)
  })

  test('follow the locations that an access touches', () => {
    const trace = wideSweeps([{ from: 0, footprint: 4096, width: 4 }], 20)
    const { time, stack } = exactWideReuse(trace)
    const counts = { time: countsOf([...time].filter((distance) => distance > 0)), stack: countsOf([...stack].filter((distance) => distance > 0)), first: 4096 }
    expect(exactReuseReport(counts, { ...OPTIONS, locationsPerAccess: 4 }).exact!.similarity).toBe(1)
    expect(exactReuseReport(counts, OPTIONS).exact!.similarity).toBe(0)
  })

  test("are the sampler's, had it sampled every access", () => {
    const trace = uniformRandom(3000, 40_000)
    const { time } = exactReuse(trace)
    const reused = Array.from(time).filter((distance) => distance > 0)
    const never = time.length - reused.length
    const own = {
      distances: Float64Array.from(reused),
      weights: new Float64Array(reused.length).fill(1),
      times: new Float64Array(reused.length),
      censoredDistances: new Float64Array(never).fill(40_000),
      censoredWeights: new Float64Array(never).fill(1),
    }
    for (const conversion of ['expectation', 'shen'] as const) {
      const sampled = reuseReport({ own, other: null, traps: reused.length }, { ...OPTIONS, conversion, distanceUnit: 'accesses', accessRate: null })
      const exact = exactReuseReport(measured(trace), { ...OPTIONS, conversion }).exact!
      exact.stackFromTime.bins.forEach((bin, i) => expect(bin.share).toBeCloseTo(sampled.stack!.bins[i]!.share, 9))
    }
  })

  test('are by expectation where windows are asked for', () => {
    expect(exactReuseReport(measured(cyclicSweep(100, 1000)), { ...OPTIONS, conversion: 'windows' })).toMatchObject({ conversion: 'expectation' })
  })

  test('of a pair follow from the distribution of the whole program', () => {
    const program = measured(cyclicSweep(1000, 10_000))
    const pair: ExactDistances = { time: countsOf([100_000]), stack: countsOf([900]), first: 0 }
    const { exact, censoredShare } = exactReuseReport(pair, OPTIONS, program)
    expect(censoredShare).toBe(0)
    expect(filled(exact!.stackFromTime.bins)).not.toEqual(filled(exactReuseReport(pair, OPTIONS).exact!.stackFromTime.bins))
  })
})

test('a program without reuses has no shares and no miss ratios', () => {
  const nothing: ExactDistances = { time: countsOf([]), stack: countsOf([]), first: 0 }
  expect(exactReuseReport(nothing, OPTIONS)).toMatchObject({ traps: 0, missRatio: [], censoredShare: 0 })
})

test('quantiles and shares of counts', () => {
  const counts = countsOf([1, 1, 1, 5, 9])
  expect([0.5, 0.6, 0.61, 0.9, 1].map((share) => quantileOf(counts, share))).toEqual([1, 1, 5, 9, 9])
  expect([0, 5, 6, 10].map((distance) => shareFrom(counts, distance))).toEqual([1, 0.4, 0.2, 0])
  expect([quantileOf(countsOf([]), 0.5), shareFrom(countsOf([]), 1)]).toEqual([null, null])
})
