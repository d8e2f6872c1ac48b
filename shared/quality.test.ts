import { expect, test } from 'vitest'
import { qualityOf, type Judged, type QualityLevel } from './quality.ts'
import type { Totals } from './run.ts'

const observed: Totals = {
  waste: 30,
  use: 70,
  reused: 0,
  unaccounted: 0,
  fraction: 0.3,
  traps: 400,
  precise: 0,
  approximate: 0,
  samples: 420,
  unaccountedShare: 0,
  sharing: null,
  ci95: [0.26, 0.34],
}

/** Judges dead stores, with the changes that a case is about. */
function judged({
  totals = {},
  counters = {},
  stats = {},
  run = {},
}: {
  totals?: Partial<Totals>
  counters?: Record<string, number>
  stats?: Partial<Judged['stats']>
  run?: Partial<Judged['run']>
}): Judged {
  return {
    run: {
      driver: 'cpu-time',
      engine: 'software',
      exit: { code: 0, signal: null, state: 'finished' },
      period: 1e7,
      targetCpuSeconds: 10,
      tools: ['dead-stores'],
      ...run,
    },
    stats: {
      blindSpot: { longest: 0, share: 0 },
      handlerShare: 0.01,
      dropped: {},
      counters: Object.entries({ cpu_time: 1e10, timer_signals: 420, samples: 420, ...counters }).map(([name, value]) => ({ name, value, description: name })),
      ...stats,
    },
    totals: { 'dead-stores': { ...observed, ...totals } },
  }
}

const cases: Array<[what: string, changes: Parameters<typeof judged>[0], level: QualityLevel, first: RegExp]> = [
  ['many observations', {}, 'good', /^400 observations: the 95 % interval is 26\.0–34\.0 %\.$/],
  ['a wide interval', { totals: { traps: 40, ci95: [0.1, 0.5] } }, 'fair', /^40 observations: the 95 % interval is 10–50 %\. Record a longer run/],
  ['few observations', { totals: { traps: 9, ci95: null } }, 'poor', /^Only 9 observations: record a longer run/],
  ['a part that was not measured', { counters: { dropped_system_call: 180 } }, 'fair', /^Only 70 % was measured, most often because/],
  ['most of it not measured', { counters: { dropped_system_call: 900 } }, 'poor', /^Only 32 % was measured/],
  // It loads for half of its time: no store is missing there.
  ['half of the time without a store', { counters: { dropped_barren: 430 } }, 'good', /^400 observations: the 95 % interval/],
  ['time without a store beside a loss', { counters: { dropped_barren: 430, dropped_system_call: 180 } }, 'fair', /^Only 41 % was measured/],
  ['too few debug registers', { stats: { blindSpot: { longest: 40, share: 0.2 } } }, 'fair', /^20 % of the samples found no free debug register\.$/],
  ['much overhead', { stats: { handlerShare: 0.3 } }, 'fair', /^Hagstone used 30 % of the CPU time/],
  [
    'no sample',
    { totals: { waste: 0, use: 0, fraction: null, traps: 0, samples: 0, ci95: null }, counters: { samples: 0, timer_signals: 0 } },
    'nothing measured',
    /^Not measured: /,
  ],
  ['every access', { run: { engine: 'exhaustive', driver: 'accesses' } }, 'good', /^Every access was counted: the figures are exact\.$/],
  [
    'bursts',
    { run: { engine: 'exhaustive', driver: 'accesses', windows: { on: 1, off: 9, covered: 0.1 } } },
    'good',
    /in bursts that hold 10 % of the instructions\.$/,
  ],
]

test.each(cases)('%s', (_what, changes, level, first) => {
  const quality = qualityOf(judged(changes), 'dead-stores')
  expect(quality.level).toBe(level)
  expect(quality.reasons[0]).toMatch(first)
})
