import { describe, expect, it } from 'vitest'
import { OctaveBins } from '../metrics/reuse/distance_histogram.ts'
import type { DistanceHistogram, ReuseReport } from '../report.ts'
import { compareMissRatios, comparePercentiles, compareReuseShares } from './compared_distances.ts'

const sampled = (traps: number) => ({ traps })
const counted = (traps: number) => ({ traps, exact: {} as NonNullable<ReuseReport['exact']> })

/** Half of the reuses at each distance. */
function halves(near: number, far: number, traps: number): DistanceHistogram {
  const bins = new OctaveBins(4096, 20)
  bins.add(near, traps / 2)
  bins.add(far, traps / 2)
  return bins.histogram('bytes')
}

describe('shares of two runs’ reuses', () => {
  it('differ by noise where few were sampled, and beyond it where many were', () => {
    expect(compareReuseShares(0.4, 0.5, { old: sampled(100), new: sampled(100) })).toMatchObject({ change: expect.closeTo(0.1), significance: 'noise' })
    expect(compareReuseShares(0.4, 0.5, { old: sampled(1000), new: sampled(1000) }).significance).toBe('significant')
  })

  it('are exact where both were counted, and not known below ten reuses', () => {
    expect(compareReuseShares(0.4, 0.5, { old: counted(100), new: counted(100) }).significance).toBe('exact')
    expect(compareReuseShares(0.4, 0.5, { old: counted(1), new: sampled(9) }).significance).toBe('unknown')
    expect(compareReuseShares(0.4, 0.5, { old: counted(1), new: sampled(1000) }).significance).toBe('significant')
  })

  it('are of the cache that is asked for', () => {
    const run = (ratios: number[], traps: number) =>
      ({ ...sampled(traps), missRatio: ratios.map((ratio, i) => ({ bytes: 1024 * 2 ** i, ratio })) }) as ReuseReport
    expect(compareMissRatios(run([0.9, 0.2], 500), run([0.9, 0.6], 500), 2048)).toMatchObject({ old: 0.2, new: 0.6, significance: 'significant' })
    expect(compareMissRatios(run([0.9, 0.2], 500), run([0.9, 0.6], 500), 1500)).toMatchObject({ change: 0, significance: 'noise' })
  })
})

describe('percentiles of two runs', () => {
  const median = (rows: ReturnType<typeof comparePercentiles>) => rows.find(({ share }) => share === 0.9)!

  it('differ beyond the noise where their intervals share no bin', () => {
    const [old, recent] = [halves(5000, 6000, 400), halves(5000, 1e6, 400)]
    expect(median(comparePercentiles(old, recent, { old: sampled(400), new: sampled(400) }))).toMatchObject({
      old: 8192,
      new: 1048576,
      intervals: { old: [8192, 8192], new: [1048576, 1048576] },
      significance: 'significant',
    })
    expect(median(comparePercentiles(old, old, { old: sampled(400), new: sampled(400) })).significance).toBe('noise')
  })

  it('may be noise where one interval reaches the other', () => {
    // Just above a half of few reuses lie far away: whether the median does is chance.
    const lopsided = (far: number): DistanceHistogram => {
      const bins = new OctaveBins(4096, 20)
      bins.add(5000, 40 - far)
      bins.add(1e6, far)
      return bins.histogram('bytes')
    }
    const at = (rows: ReturnType<typeof comparePercentiles>) => rows.find(({ share }) => share === 0.5)!
    const evidence = { old: sampled(40), new: sampled(40) }
    expect(at(comparePercentiles(lopsided(19), lopsided(21), evidence))).toMatchObject({ old: 8192, new: 1048576, significance: 'noise' })
    // The old run's interval ends where the new one's begins: a bin in common.
    const further = new OctaveBins(4096, 20)
    for (const [distance, reuses] of [
      [5000, 5],
      [1e6, 16],
      [8e6, 19],
    ] as const)
      further.add(distance, reuses)
    expect(at(comparePercentiles(lopsided(19), further.histogram('bytes'), evidence))).toMatchObject({
      intervals: { old: [8192, 1048576], new: [1048576, 8388608] },
      significance: 'noise',
    })
    expect(at(comparePercentiles(lopsided(19), lopsided(21), { old: counted(40), new: counted(40) })).significance).toBe('exact')
    expect(at(comparePercentiles(lopsided(4), lopsided(36), evidence)).significance).toBe('significant')
    expect(at(comparePercentiles(lopsided(4), lopsided(36), { old: sampled(9), new: sampled(40) })).significance).toBe('unknown')
  })

  it('have none where their units differ', () => {
    expect(comparePercentiles(halves(1, 2, 9), { ...halves(1, 2, 9), unit: 'ns' }, { old: sampled(99), new: sampled(99) })).toEqual([])
  })
})
