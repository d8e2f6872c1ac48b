import { describe, expect, it } from 'vitest'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { distanceBucket } from '../../shared/metrics/reuse/distance_bucket.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { totalsByTool } from '../../shared/metrics/totals.ts'
import { AXIS_FIRST, AXIS_STACK, AXIS_TIME } from '../../shared/profile/tables.ts'
import { pairDistance } from './pair_facts.ts'
import { renderReport } from './render_report.testing.ts'
import { readReuse } from './reuse_observations.ts'

const NEAR = 0
const FAR = 1
const UNCOUNTED = 2
const WHOLE = -1
const QUESTION = { pair: null, object: null, conversion: 'expectation', accessRate: null, firstBin: null, binCount: 20 } as const

type Row = [pair: number, axis: number, granularity: number, distance: number, count: number]

/** 300 near reuses and 100 far ones by lines; by words some near ones are first accesses. */
const COUNTS: Row[] = [
  [WHOLE, AXIS_TIME, 64, 1, 300],
  [WHOLE, AXIS_TIME, 64, 4000, 100],
  [WHOLE, AXIS_STACK, 64, 0, 300],
  [WHOLE, AXIS_STACK, 64, 1024, 100],
  [WHOLE, AXIS_FIRST, 64, 0, 100],
  [WHOLE, AXIS_TIME, 8, 1, 200],
  [WHOLE, AXIS_STACK, 8, 0, 200],
  [WHOLE, AXIS_FIRST, 8, 0, 300],
  [NEAR, AXIS_TIME, 64, 1, 300],
  [NEAR, AXIS_STACK, 64, 0, 300],
  [FAR, AXIS_TIME, 64, 4000, 75],
  [FAR, AXIS_TIME, 64, 9000, 25],
  [FAR, AXIS_STACK, 64, 512, 75],
  [FAR, AXIS_STACK, 64, 1024, 25],
]

function countedProfile(): ProfileTables {
  const drawn = profileFromStacks(`
    main main.c:10   reuse-distance:REUSED_BY   main main.c:11   2400/300
    main main.c:20   reuse-distance:REUSED_BY   main main.c:21   800/100
    main main.c:30   reuse-distance:REUSED_BY   main main.c:31   8/1
  `)
  return {
    ...drawn,
    run: {
      ...drawn.run,
      engine: 'exhaustive',
      driver: 'accesses',
      unit: 'bytes',
      transport: null,
      granularity: 'line',
      granularities: ['word', 'line'],
      distanceUnit: 'accesses',
      caches: [
        { level: 1, bytes: 32768 },
        { level: 2, bytes: 65536 },
      ],
    },
    distanceCounts: {
      length: COUNTS.length,
      pair: Int32Array.from(COUNTS, ([pair]) => pair),
      axis: Uint8Array.from(COUNTS, ([, axis]) => axis),
      granularity: Uint8Array.from(COUNTS, ([, , granularity]) => granularity),
      bucket: Int32Array.from(COUNTS, ([, , , distance]) => distanceBucket(distance)),
      count: Float64Array.from(COUNTS, ([, , , , count]) => count),
    },
  }
}

const filled = (bins: Array<{ from: number; share: number }>) => bins.filter(({ share }) => share > 0).map(({ from, share }) => [from, share])

describe('counted reuse distances', () => {
  it('are the histograms of the whole program, at every granularity', () => {
    const report = readReuse(countedProfile(), QUESTION)
    expect(report).toMatchObject({ granularity: 'line', distanceUnit: 'accesses', traps: 400, censoredShare: 0.2, notes: [], exact: { first: 100 } })
    expect(filled(report.time.bins)).toEqual([
      [0, 0.75],
      [131072, 0.25],
    ])
    expect(filled(report.stack!.bins)).toEqual([
      [0, 0.75],
      [65536, 0.25],
    ])
    const [words, ...further] = report.exact!.otherGranularities
    expect(words).toMatchObject({ granularity: 'word', traps: 200, exact: { first: 300, otherGranularities: [] } })
    expect(further).toEqual([])
  })

  it('convert times by the locations that an access touches', () => {
    // 500 words and lines by 250 accesses.
    const profile = { ...countedProfile(), counters: [150, 100].map((value, i) => ({ name: ['loads', 'stores'][i]!, value, description: '' })) }
    const converted = (counted: ProfileTables) => filled(readReuse(counted, QUESTION).exact!.stackFromTime.bins)
    const narrow = converted(countedProfile())
    expect(converted(profile)).toEqual([narrow[0], [2 * narrow[1]![0]!, narrow[1]![1]]])
  })

  it('miss if the stack distance reaches the cache, and at first accesses', () => {
    const { missRatio } = readReuse(countedProfile(), QUESTION)
    const at = (bytes: number) => missRatio.find((point) => point.bytes === bytes)?.ratio
    expect([at(32768), at(65536)]).toEqual([0.4, 0.4])
    expect(missRatio.at(-1)!.ratio).toBeCloseTo(0.2)
  })

  it('are those of one pair, without other granularities', () => {
    const report = readReuse(countedProfile(), { ...QUESTION, pair: FAR })
    expect(report).toMatchObject({ traps: 100, censoredShare: 0, exact: { first: 0, otherGranularities: [] } })
    expect(filled(report.stack!.bins)).toEqual([
      [32768, 0.75],
      [65536, 0.25],
    ])
  })

  it('give a pair its quantiles, and the share beyond each cache by stack distance', () => {
    const profile = countedProfile()
    expect(pairDistance(profile, NEAR)).toEqual({
      p50: 1,
      p90: 1,
      stack: { p50: 0, p90: 0 },
      beyond: [
        { bytes: 32768, share: 0 },
        { bytes: 65536, share: 0 },
      ],
    })
    const { p50, p90, stack, beyond } = pairDistance(profile, FAR)!
    expect([p50, stack]).toEqual([4000, { p50: 512, p90: 1024 }])
    expect(p90).toBeLessThanOrEqual(9000)
    expect(p90).toBeGreaterThan(9000 * 0.999)
    expect(beyond).toEqual([
      { bytes: 32768, share: 1 },
      { bytes: 65536, share: 0.25 },
    ])
  })

  it('are unknown if the recording had no room for them', () => {
    expect(pairDistance(countedProfile(), UNCOUNTED)).toBeNull()
    expect(() => readReuse(countedProfile(), { ...QUESTION, pair: UNCOUNTED })).toThrow(/no reuse distances/)
    expect(() => readReuse(countedProfile(), { ...QUESTION, pair: 99 })).toThrow(/has no pair 99/)
  })

  it("are the whole of pairs' shares, including reuses in no pair", () => {
    const profile = countedProfile()
    expect(totalsByTool(profile)['reuse-distance']).toMatchObject({ traps: 401, reused: 3208, exact: true })
    expect(totalsByTool(profile)['reuse-distance']).not.toHaveProperty('unpaired')
    expect(renderReport(profile, { view: 'pairs', format: 'text', width: 100, top: 1 })).toContain('74.8 % of the total (exact)')
    const { count, pair, axis, granularity } = profile.distanceCounts
    profile.distanceCounts.count = count.map((reuses, row) =>
      pair[row] === WHOLE && axis[row] !== AXIS_FIRST && granularity[row] === 64 ? reuses * 4.01 : reuses,
    )
    expect(totalsByTool(profile)['reuse-distance']).toMatchObject({ traps: 1604, unpaired: 1203, reused: 4 * 3208, exact: false })
    const report = renderReport(profile, { view: 'pairs', format: 'text', width: 100, top: 1 })
    expect(report).toContain('reuse-distance: 1,604 reuses · 75.0 % of them in no pair · ')
    expect(report).toMatch(/#1 {2}18\.7 % of the total · 300 instances/)
  })

  it("are shown beside the model's prediction", () => {
    const text = renderReport(countedProfile(), { view: 'reuse', format: 'text', width: 100, top: 10 })
    expect(text.slice(text.indexOf('every access'))).toMatchInlineSnapshot(`
      "every access counted: 400 reuses · 100 first accesses · line granularity

      Time distance
        below 4 KiB   75.0 %  ████████████████████████████████████████
        below 8 KiB      0 %
       below 16 KiB      0 %
       below 32 KiB      0 %
       below 64 KiB      0 %
      below 128 KiB      0 %
      below 256 KiB   25.0 %  █████████████
      50.0 % below 4 KiB · 70.0 % below 4 KiB · 75.0 % below 4 KiB · 80.0 % below 256 KiB ·
        85.0 % below 256 KiB · 90.0 % below 256 KiB · 95.0 % below 256 KiB

      Stack distance
        below 4 KiB   75.0 %  ████████████████████████████████████████
        below 8 KiB      0 %
       below 16 KiB      0 %
       below 32 KiB      0 %
       below 64 KiB      0 %
      below 128 KiB   25.0 %  █████████████
      50.0 % below 4 KiB · 70.0 % below 4 KiB · 75.0 % below 4 KiB · 80.0 % below 128 KiB ·
        85.0 % below 128 KiB · 90.0 % below 128 KiB · 95.0 % below 128 KiB

      Stack distance as it follows from time distances
      by expectation · S 1.000 · Ŝ 1.000 against the exact ones
        below 4 KiB   75.0 %  ████████████████████████████████████████
        below 8 KiB      0 %
       below 16 KiB      0 %
       below 32 KiB      0 %
       below 64 KiB      0 %
      below 128 KiB   25.0 %  █████████████
      50.0 % below 4 KiB · 70.0 % below 4 KiB · 75.0 % below 4 KiB · 80.0 % below 128 KiB ·
        85.0 % below 128 KiB · 90.0 % below 128 KiB · 95.0 % below 128 KiB

      Miss ratio of a cache that evicts the least recently used
        L1 32 KiB      40.0 %
        L2 64 KiB      40.0 %

      every access counted: 200 reuses · 300 first accesses · word granularity

      Time distance
      below 4 KiB    100 %  ████████████████████████████████████████
      50.0 % below 4 KiB · 70.0 % below 4 KiB · 75.0 % below 4 KiB · 80.0 % below 4 KiB ·
        85.0 % below 4 KiB · 90.0 % below 4 KiB · 95.0 % below 4 KiB

      Stack distance
      below 4 KiB    100 %  ████████████████████████████████████████
      50.0 % below 4 KiB · 70.0 % below 4 KiB · 75.0 % below 4 KiB · 80.0 % below 4 KiB ·
        85.0 % below 4 KiB · 90.0 % below 4 KiB · 95.0 % below 4 KiB

      Stack distance as it follows from time distances
      by expectation · S 1.000 · Ŝ 1.000 against the exact ones
      below 4 KiB    100 %  ████████████████████████████████████████
      50.0 % below 4 KiB · 70.0 % below 4 KiB · 75.0 % below 4 KiB · 80.0 % below 4 KiB ·
        85.0 % below 4 KiB · 90.0 % below 4 KiB · 95.0 % below 4 KiB

      Miss ratio of a cache that evicts the least recently used
        L1 32 KiB      60.0 %
        L2 64 KiB      60.0 %
      "
    `)
    const csv = renderReport(countedProfile(), { view: 'reuse', format: 'csv', width: 100, top: 10 })
    expect(csv).toMatch(/^stack distance from time,bytes,0,4096,0\.7/m)
    expect(csv).toMatch(/^word stack distance,bytes,0,4096,1,\r$/m)
  })
})
