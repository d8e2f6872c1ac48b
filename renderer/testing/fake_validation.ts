/** A validation made up for tests only: dead stores over two periods and two register counts with policies, and reuse distances. */
import type { DistanceHistogram } from '../../shared/report.ts'
import type { Estimate, SeededEstimate, ToolValidation, Validation, VirtualSettings } from '../../shared/validation.ts'

const asked: VirtualSettings = { tool: 'dead-stores', period: 1009, registers: 1, reservoir: 'registers', attribution: 'proportional', kernel: false, skid: 0 }
const truth = 0.5

function run(seed: number, fraction: number | null, reuse: SeededEstimate['reuse'] = null): SeededEstimate {
  return {
    seed: String(seed),
    samples: 4000,
    traps: 1200,
    fraction,
    ci95: fraction === null ? null : [fraction - 0.02, fraction + 0.02],
    difference: fraction === null ? null : (fraction - truth) * 100,
    covered: fraction === null ? null : Math.abs(fraction - truth) <= 0.02,
    ranks:
      fraction === null ? null : { pairs: 4, editDistance: seed, setDifference: 1, weightDifference: 0.02, leaders: { pairs: 3, found: 2, byChance: 0.04 } },
    reuse,
    blindShare: 0.0001,
    unaccountedShare: 0.05,
    partialShare: 0,
  }
}

function estimate(change: Partial<VirtualSettings>, variation: Estimate['variation'], fractions: number[]): Estimate {
  const mean = fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length
  const differences = fractions.map((fraction) => (fraction - truth) * 100)
  return {
    settings: { ...asked, ...change },
    variation,
    runs: fractions.map((fraction, index) => run(index + 1, fraction)),
    reuse: null,
    summary: {
      mean,
      deviation: 0.01,
      least: Math.min(...fractions),
      greatest: Math.max(...fractions),
      difference: (mean - truth) * 100,
      absoluteDifference: differences.reduce((sum, value) => sum + Math.abs(value), 0) / differences.length,
      covered: fractions.filter((fraction) => Math.abs(fraction - truth) <= 0.02).length / fractions.length,
      unaccountedShare: 0.05,
      partialShare: 0,
    },
  }
}

const histogram = (shares: number[]): DistanceHistogram => ({
  unit: 'bytes',
  bins: shares.map((share, index) => ({ from: index === 0 ? 0 : 4096 * 2 ** (index - 1), to: index === shares.length - 1 ? null : 4096 * 2 ** index, share })),
  percentiles: [{ share: 0.5, distance: 4096 }],
})
const similarities = { time: { s: 0.93, smoothed: 0.97 }, stack: { s: 0.62, smoothed: 0.7 } }

function reuseEstimate(period: number, variation: Estimate['variation']): Estimate {
  return {
    settings: { ...asked, tool: 'reuse-distance', period },
    variation,
    runs: [run(1, null, similarities)],
    summary: null,
    reuse: { ...similarities, timeCause: null, stackCause: 'model' },
  }
}

const deadStores: ToolValidation = {
  tool: 'dead-stores',
  truth: {
    waste: 5e8,
    use: 5e8,
    fraction: truth,
    interleavedShare: 0,
    unaccountedShare: 0.01,
    reuse: null,
    pairs: [{ share: 0.6, source: 'init_row solver.c:9', target: 'fill_row solver.c:16' }],
  },
  live: {
    engine: 'software',
    driver: 'cpu-time',
    samples: 900,
    traps: 600,
    fraction: 0.44,
    ci95: [0.42, 0.46],
    driverWeightedTruth: 0.43,
    found: 0.98,
    difference: 1,
    reweighted: { fraction: 0.5, ci95: null, difference: 0, covered: 0.97 },
    reuse: null,
  },
  estimates: [
    estimate({}, null, [0.49, 0.51]),
    estimate({ period: 10_007 }, 'period', [0.46, 0.56]),
    estimate({ registers: 4 }, 'registers', [0.5, 0.5]),
    estimate({ registers: 4, period: 10_007 }, 'registers', [0.48, 0.53]),
    estimate({ reservoir: 'oldest' }, 'reservoir', [0.7, 0.8]),
    estimate({ attribution: 'none' }, 'attribution', [0.9, 0.8]),
    estimate({ kernel: true }, 'kernel', [0.5, 0.52]),
  ],
}

const reuse: ToolValidation = {
  tool: 'reuse-distance',
  truth: {
    waste: 0,
    use: 0,
    fraction: null,
    interleavedShare: 0,
    unaccountedShare: 0,
    pairs: [],
    reuse: {
      time: histogram([0.5, 0.3, 0.2]),
      stack: histogram([0.7, 0.2, 0.1]),
      stackFromTime: histogram([0.4, 0.4, 0.2]),
      modelSimilarity: { s: 0.7, smoothed: 0.85 },
    },
  },
  live: null,
  estimates: [reuseEstimate(1009, null), reuseEstimate(251, 'period')],
}

export const fakeValidation: Validation = {
  schema: 'hagstone.validation/1',
  hagstoneVersion: '0.1.0',
  command: ['/home/ada/solver/solver', 'input.dat'],
  workingDirectory: '/home/ada/solver',
  startedAt: '2026-11-12T08:00:00Z',
  host: 'lovelace',
  exit: { code: 0, signal: null },
  duration: 12.4,
  tolerance: 0.01,
  granularity: 'word',
  tools: [deadStores, reuse],
  notes: ['the program was killed after 12 s'],
}
