import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import { survivalOf } from '../../../shared/metrics/reuse/survival.ts'
import { reuseWeights } from './reuse_weights.ts'

const columns = (rows: Array<[group: number, distance: number]>): { group: Int32Array; distance: Float64Array } => ({
  group: Int32Array.from(rows, ([group]) => group),
  distance: Float64Array.from(rows, ([, distance]) => distance),
})

describe('reuseWeights', () => {
  it('reassigns a censored sample to reuses seen further away in its context', () => {
    const weights = reuseWeights({
      reuses: columns([
        [0, 5],
        [0, 20],
        [1, 7],
      ]),
      censored: columns([
        [0, 10],
        [0, 30],
        [1, 9],
      ]),
      samples: Float64Array.of(8, 3),
    })
    expect([...weights.reuses]).toEqual([2, 3, 1.5])
    expect([...weights.censored]).toEqual([0, 3, 1.5])
  })

  it('takes accesses without any reuse as an outcome that represents itself', () => {
    const isNever = (row: number): boolean => row === 0
    const weights = reuseWeights({
      reuses: columns([
        [0, 5],
        [0, 20],
      ]),
      censored: {
        ...columns([
          [0, 10],
          [0, 7],
          [0, 30],
        ]),
        isNever,
      },
      samples: Float64Array.of(10),
    })
    // The one given up at 7 is reassigned to those that lasted longer, including the ended one.
    expect([...weights.reuses]).toEqual([2, 2 * (4 / 3)])
    expect([...weights.censored]).toEqual([2 * (4 / 3), 0, 2 * (4 / 3)])
    const last = reuseWeights({
      reuses: columns([[0, 5]]),
      censored: {
        ...columns([
          [0, 30],
          [0, 10],
        ]),
        isNever,
      },
      samples: Float64Array.of(3),
    })
    expect([...last.censored]).toEqual([2, 0])
  })

  it('weighs samples of longer periods more, and reassigns in the same proportion', () => {
    const weights = reuseWeights({
      reuses: {
        ...columns([
          [0, 5],
          [0, 20],
        ]),
        periods: Float64Array.of(1, 3),
      },
      censored: {
        ...columns([
          [0, 10],
          [0, 30],
        ]),
        periods: Float64Array.of(4, 1),
      },
      samples: Float64Array.of(9),
    })
    // 4 of the 9 are reassigned to the 4 that lasted longer, as 3 and 1.
    expect([...weights.reuses]).toEqual([1, 6])
    expect([...weights.censored]).toEqual([0, 2])
  })

  it('gives each context its samples, and within one the survival of Kaplan and Meier', () => {
    const random = new SeededRandom(17)
    for (let round = 0; round < 50; round++) {
      const draw = (count: number): Array<[number, number]> => Array.from({ length: count }, () => [random.nextBelow(3), 1 + random.nextBelow(12)])
      const reuses = columns(draw(1 + random.nextBelow(30)))
      const censored = columns(draw(random.nextBelow(30)))
      const samples = Float64Array.of(10, 200, 3)
      const weights = reuseWeights({ reuses, censored, samples })
      for (let group = 0; group < 3; group++) {
        const of = (distances: { group: Int32Array; distance: Float64Array }): Float64Array =>
          distances.distance.filter((_, row) => distances.group[row] === group)
        const own = of(reuses)
        const lost = of(censored)
        if (own.length + lost.length === 0) continue
        const sum = (column: Float64Array, groups: Int32Array, wanted: (row: number) => boolean = () => true): number =>
          column.reduce((total, weight, row) => total + (groups[row] === group && wanted(row) ? weight : 0), 0)
        expect(sum(weights.reuses, reuses.group) + sum(weights.censored, censored.group)).toBeCloseTo(samples[group]!, 9)
        const survival = survivalOf({
          distances: own,
          weights: new Float64Array(own.length).fill(1),
          times: own,
          censoredDistances: lost,
          censoredWeights: new Float64Array(lost.length).fill(1),
        })
        for (let distance = 0; distance <= 12; distance++) {
          expect(sum(weights.reuses, reuses.group, (row) => reuses.distance[row]! <= distance) / samples[group]!).toBeCloseTo(1 - survival.after(distance), 9)
        }
      }
    }
  })

  it('does not let a context of near reuses represent one of far reuses', () => {
    // Both contexts were sampled 100 times; in the far one, nine watchpoints in ten were given up early.
    const near = Array.from({ length: 100 }, (): [number, number] => [0, 10])
    const far = Array.from({ length: 10 }, (): [number, number] => [1, 10_000])
    const lost = Array.from({ length: 90 }, (): [number, number] => [1, 50])
    const weights = reuseWeights({ reuses: columns([...near, ...far]), censored: columns(lost), samples: Float64Array.of(100, 100) })
    expect(weights.reuses.subarray(100).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(100, 9)
  })
})
