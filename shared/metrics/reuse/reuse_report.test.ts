import { describe, expect, test } from 'vitest'
import type { Conversion } from '../../report.ts'
import { OctaveBins, similarity, smoothedSimilarity } from './distance_histogram.ts'
import { reuseReport } from './reuse_report.ts'
import type { ReuseOptions } from './reuse_report.ts'
import { expectedStackDistance } from './stack_distance.ts'
import { survivalOf } from './survival.ts'
import {
  blockedLoop,
  cyclicSweep,
  exactReuse,
  exactWideReuse,
  joined,
  matrixProduct,
  sampled,
  sampledWide,
  twoPhases,
  uniformRandom,
  wideSweeps,
} from './traces.testing.ts'
import type { DistanceSamples } from './survival.ts'
import type { ExactReuse, Trace, WideTrace } from './traces.testing.ts'

const BINS = { firstBin: 4096, binCount: 20 }
const inAccesses: ReuseOptions = { granularity: 'word', distanceUnit: 'accesses', accessRate: null, conversion: 'expectation', ...BINS, distancePerTime: 1 }

function samplesOf(distances: number[], censored: number[] = []): DistanceSamples {
  return {
    distances: Float64Array.from(distances),
    weights: new Float64Array(distances.length).fill(1),
    times: Float64Array.from(distances.keys()),
    censoredDistances: Float64Array.from(censored),
    censoredWeights: new Float64Array(censored.length).fill(1),
  }
}

function reportOf(samples: DistanceSamples, options: Partial<ReuseOptions> = {}) {
  return reuseReport({ own: samples, other: null, traps: samples.distances.length }, { ...inAccesses, ...options })
}

/** The exact stack histogram, from the samples' own binning. */
function exactShares(exact: ExactReuse): number[] {
  const bins = new OctaveBins(BINS.firstBin, BINS.binCount)
  exact.stack.forEach((distance, i) => {
    if (exact.time[i]! > 0) bins.add(distance * 8, 1)
  })
  return bins.shares()
}

const SAMPLES = 3000
const shares = (report: ReturnType<typeof reportOf>): number[] => report.stack!.bins.map(({ share }) => share)

describe('stack distances from samples against the exact computation', () => {
  // 1 - ½ Σ|…| of 3,000 draws from a histogram of few bins is itself about 0.98.
  const traces: Array<[name: string, trace: Trace, atLeast: number]> = [
    ['a cyclic sweep', cyclicSweep(20_000, 400_000), 0.95],
    ['random access', uniformRandom(20_000, 400_000), 0.95],
    ['a blocked loop', blockedLoop(50_000, 1000, 2, 2_000_000), 0.95],
    ['matrix product ijk', matrixProduct(48, 'ijk'), 0.95],
    ['matrix product ikj', matrixProduct(48, 'ikj'), 0.95],
    ['two phases', twoPhases(1000, 50_000, 400_000), 0.6],
  ]
  test.each(traces)('%s', (_, trace, atLeast) => {
    const exact = exactReuse(trace)
    expect(similarity(shares(reportOf(sampled(exact, SAMPLES, 11))), exactShares(exact))).toBeGreaterThanOrEqual(atLeast)
  })

  describe('accesses of several locations', () => {
    const sampledReport = (trace: WideTrace, options: Partial<ReuseOptions> = {}): { report: number[]; exact: number[] } => {
      const exact = exactWideReuse(trace)
      return { report: shares(reportOf(sampledWide(trace, exact, SAMPLES, 11), options)), exact: exactShares(exact) }
    }

    test('leave as many times more locations behind', () => {
      // 3072 accesses in each round touch 6144 locations: one bin further.
      const { report, exact } = sampledReport(
        wideSweeps(
          [
            { from: 0, footprint: 4096, width: 4 },
            { from: 4096, footprint: 2048, width: 1 },
          ],
          100,
        ),
      )
      expect(similarity(report, exact)).toBeGreaterThanOrEqual(0.98)
    })

    test('leave in each phase what its own accesses do', () => {
      // Both halves together have 2.5 locations per access, which would put the first half into a nearer bin.
      const [wide, narrow] = [wideSweeps([{ from: 0, footprint: 12_288, width: 4 }], 60), wideSweeps([{ from: 20_000, footprint: 64, width: 1 }], 2880)]
      const { report, exact } = sampledReport(joined(wide, narrow), { conversion: 'windows' })
      expect(similarity(report, exact)).toBeGreaterThanOrEqual(0.95)
    })
  })

  test('windows by change points mend two phases', () => {
    const exact = exactReuse(twoPhases(1000, 50_000, 400_000))
    const samples = sampled(exact, SAMPLES, 11)
    expect(similarity(shares(reportOf(samples, { conversion: 'windows' })), exactShares(exact))).toBeGreaterThanOrEqual(0.9)
  })

  test('a footprint on the edge of a bin is off by one, which the smoothed similarity tells', () => {
    const exact = exactReuse(blockedLoop(65_536, 1024, 2, 400_000))
    const estimate = shares(reportOf(sampled(exact, SAMPLES, 11)))
    expect(similarity(estimate, exactShares(exact))).toBeLessThan(smoothedSimilarity(estimate, exactShares(exact)) - 0.2)
  })

  test('octave bins lose what raw distances keep', () => {
    const exact = exactReuse(blockedLoop(66_000, 1000, 2, 2_000_000))
    const samples = sampled(exact, SAMPLES, 11)
    const binned = { ...samples, distances: samples.distances.map((distance) => 1.5 * 2 ** Math.floor(Math.log2(distance))) }
    expect(similarity(shares(reportOf(binned)), exactShares(exact))).toBeLessThan(0.6)
  })
})

test('exact distances equal a count by hand', () => {
  const trace = uniformRandom(13, 300, 5)
  const { time, stack } = exactReuse(trace)
  trace.forEach((location, at) => {
    const next = trace.indexOf(location, at + 1)
    expect(time[at]).toBe(next < 0 ? 0 : next - at)
    if (next >= 0) expect(stack[at]).toBe(new Set(trace.slice(at + 1, next)).size)
  })
})

describe('a cyclic sweep', () => {
  const footprint = 4096
  const report = reportOf(sampled(exactReuse(cyclicSweep(footprint, 200_000)), SAMPLES, 3))

  test('has the footprint as its stack distance', () => {
    // 4095 words are 32,760 bytes, 4096 accesses 32,768: neighbours in the histogram, for the sweep itself is one of them.
    expect(report.stack!.bins.filter(({ share }) => share > 0)).toEqual([{ from: 16_384, to: 32_768, share: 1 }])
    expect(report.time.bins.filter(({ share }) => share > 0)).toEqual([{ from: 32_768, to: 65_536, share: 1 }])
    expect(report.stack!.percentiles).toContainEqual({ share: 0.9, distance: 32_768 })
  })

  test('misses in every smaller cache and in no larger one but for its first touches', () => {
    const never = report.missRatio.at(-1)!.ratio
    expect(never).toBeLessThan(0.05)
    for (const { bytes, ratio } of report.missRatio) expect(ratio).toBeCloseTo(bytes < footprint * 8 ? 1 : never)
  })
})

describe('survival with censored samples', () => {
  test('is Kaplan and Meier’s product', () => {
    const survival = survivalOf(samplesOf([2, 4, 4, 9], [3, 4, 20]))
    expect([...survival.distances]).toEqual([2, 4, 9])
    expect([...survival.survival].map((share) => Number(share.toFixed(6)))).toEqual(
      [6 / 7, (6 / 7) * (3 / 5), (6 / 7) * (3 / 5) * (1 / 2)].map((share) => Number(share.toFixed(6))),
    )
    expect(survival.never).toBeGreaterThan(0)
  })

  test('integrates to the expected minimum, never reused accesses being infinitely far', () => {
    const survival = survivalOf(samplesOf([1, 3], [10]))
    // Pr(TD > τ): 1 at 0, 2/3 at 1 and 2, 1/3 from 3 on.
    expect(survival.expectedMinimum(1)).toBeCloseTo(1)
    expect(survival.expectedMinimum(3)).toBeCloseTo(1 + 4 / 3)
    expect(survival.expectedMinimum(6)).toBeCloseTo(1 + 4 / 3 + 1)
    expect(expectedStackDistance(survival, 1, 1)).toBe(0)
  })
})

test('time reuse of distance four over one hot location is one distinct location', () => {
  // The example of RDX section II: three reuses of distance 1 and one of 5 hold one location in between.
  const survival = survivalOf(samplesOf([1, 1, 1, 5]))
  expect(expectedStackDistance(survival, 5, 1)).toBeCloseTo(1)
})

describe('units', () => {
  const samples = samplesOf([1000, 2000, 400_000])

  test('CPU time without a rate stays ns and has no stack distance', () => {
    const report = reportOf(samples, { distanceUnit: 'cpu-time', accessRate: null })
    expect(report.time.unit).toBe('ns')
    expect(reportOf(samples, { distanceUnit: 'cpu-time', firstBin: null }).time.bins[0]!.to).toBe(256)
    expect(reportOf(samples, { firstBin: null }).time.bins[0]!.to).toBe(4096)
    expect(report.stack).toBeNull()
    expect(report.missRatio).toEqual([])
    expect(report.notes.join()).toContain('--access-rate')
  })

  test('a rate turns CPU time into accesses', () => {
    const report = reportOf(samples, { distanceUnit: 'cpu-time', accessRate: 2e9 })
    expect(report).toEqual({
      ...reportOf({ ...samples, distances: samples.distances.map((distance) => 2 * distance) }),
      distanceUnit: 'cpu-time',
      accessRate: 2e9,
      notes: report.notes,
    })
  })

  test('line granularity needs another part of the line, or is word-granular', () => {
    const own = reportOf(samples, { granularity: 'line' })
    expect(own.granularity).toBe('word')
    expect(own.notes.join()).toContain('Word granularity')
    const both = reuseReport({ own: samples, other: samplesOf([100, 100, 100]), traps: 6 }, { ...inAccesses, granularity: 'line' })
    // Another chunk is always touched within 100 accesses: so is the line.
    expect(both.time.bins[1]).toEqual({ from: 4096, to: 8192, share: 1 })
    expect(both.granularity).toBe('line')
  })
})

test('parts of a line are joined context by context', () => {
  const repeated = (distances: number[], times: number): number[] => Array.from({ length: times }, () => distances).flat()
  const contexts = Int32Array.from(repeated([1, 2], 20))
  // Context 1 moves to the next chunk at once; in context 2 nothing but the accessed chunk is ever touched.
  const own = { ...samplesOf(repeated([10_000, 1000], 20)), contexts }
  const other = { ...samplesOf(repeated([1], 20), repeated([20_000], 20)), contexts: new Int32Array(20).fill(1), censoredContexts: new Int32Array(20).fill(2) }
  const report = (samples: DistanceSamples) => reuseReport({ own: samples, other, traps: 60 }, { ...inAccesses, granularity: 'line', firstBin: 64 * 64 })
  expect(report(own).time.bins.filter(({ share }) => share > 0)).toEqual([
    { from: 0, to: 4096, share: 0.5 },
    { from: 32_768, to: 65_536, share: 0.5 },
  ])
  const { contexts: _, ...pooled } = own
  expect(report(pooled).time.bins[0]!.share).toBeGreaterThan(0.9)
})

test('a pair is converted by the program’s distances, not by its own', () => {
  const program = { own: samplesOf([1, 1, 1, 1, 1, 1, 1, 1, 1, 1000]), other: null, traps: 10 }
  const pair = { own: samplesOf([1000]), other: null, traps: 1 }
  const options = { ...inAccesses, granularity: 'byte', firstBin: 128, binCount: 12 } as const
  // E[min(TD, 1000)] - 1 = 0.9 + 100 - 1.
  expect(reuseReport(pair, options, program).stack!.bins[0]!.share).toBe(1)
  expect(reuseReport(pair, options).stack!.bins[0]!.share).toBe(0)
})

test.each<Conversion>(['expectation', 'shen', 'windows'])('%s: shares add up to one and nothing is negative, whatever the samples', (conversion) => {
  for (const samples of [
    samplesOf([]),
    samplesOf([], [5, 7]),
    samplesOf([1]),
    samplesOf([1, 1e12, 3], [2]),
    sampled(exactReuse(uniformRandom(50, 5000)), 500, 9),
  ]) {
    const report = reportOf(samples, { conversion })
    for (const histogram of [report.time, report.stack!]) {
      const total = histogram.bins.reduce((sum, { share }) => sum + share, 0)
      expect(total).toBeCloseTo(samples.distances.length > 0 ? 1 : 0)
      expect(Math.min(...histogram.bins.map(({ share }) => share))).toBeGreaterThanOrEqual(0)
    }
    const ratios = report.missRatio.map(({ ratio }) => ratio)
    expect(ratios).toEqual(ratios.toSorted((a, b) => b - a))
  }
})

test('Shen spreads around the expectation', () => {
  const samples = sampled(exactReuse(uniformRandom(5000, 200_000)), SAMPLES, 4)
  const [spread, expected] = [reportOf(samples, { conversion: 'shen' }), reportOf(samples)]
  expect(similarity(shares(spread), shares(expected))).toBeGreaterThan(0.9)
  expect(shares(spread)).not.toEqual(shares(expected))
})

test('similarity is 1 for equal and 0 for disjoint histograms; being off by one bin costs half when smoothed', () => {
  expect(similarity([0.5, 0.5], [0.5, 0.5])).toBe(1)
  expect(similarity([1, 0, 0], [0, 0, 1])).toBe(0)
  expect(similarity([0, 1, 0, 0], [0, 0, 1, 0])).toBe(0)
  expect(smoothedSimilarity([0, 1, 0, 0], [0, 0, 1, 0])).toBe(0.5)
})
