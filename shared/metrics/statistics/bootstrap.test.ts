import { describe, expect, it } from 'vitest'
import { blockCount, blockOf, drawBlocks, replicateSums, shareInterval, widenRare } from './bootstrap.ts'
import { SeededRandom } from './random.ts'

/** Interval of the share of ones among traps that come evenly in time. */
function intervalOf(ones: boolean[]): [number, number] | null {
  const blocks = blockCount(ones.length)
  const part = new Float64Array(blocks)
  const whole = new Float64Array(blocks)
  ones.forEach((one, i) => {
    const block = blockOf(i, 0, ones.length, blocks)
    whole[block]!++
    if (one) part[block]!++
  })
  const sampler = drawBlocks(blocks)
  const all = Int32Array.from(part.keys())
  return shareInterval(replicateSums(sampler, { block: all, part }), replicateSums(sampler, { block: all, part: whole }))
}

describe('block bootstrap', () => {
  it.each([
    [0.1, 2000],
    [0.5, 2000],
    [0.5, 20_000],
    [0.9, 5000],
  ])('is as wide as the binomial interval for independent traps (p = %f, n = %i)', (p, n) => {
    const random = new SeededRandom(3)
    const interval = intervalOf(Array.from({ length: n }, () => random.nextUnit() < p))!
    const binomial = 2 * 1.96 * Math.sqrt((p * (1 - p)) / n)
    expect(interval[1] - interval[0]).toBeGreaterThan(binomial * 0.8)
    expect(interval[1] - interval[0]).toBeLessThan(binomial * 1.2)
  })

  it('covers the true share in about 95 of 100 runs', () => {
    const random = new SeededRandom(11)
    let covered = 0
    for (let run = 0; run < 200; run++) {
      const [low, high] = intervalOf(Array.from({ length: 500 }, () => random.nextUnit() < 0.3))!
      if (low <= 0.3 && 0.3 <= high) covered++
    }
    // Percentile intervals of about 60 blocks cover a little less than 95 %; at 92 % the binomial bound at 10⁻⁶ for 200 runs is 164.
    expect(covered).toBeGreaterThan(164)
  })

  it('is wider where traps come in phases, which resampling single traps would hide', () => {
    const phases = Array.from({ length: 2000 }, (_, i) => Math.floor(i / 100) % 2 === 0)
    const mixed = Array.from({ length: 2000 }, (_, i) => i % 2 === 0)
    const width = (ones: boolean[]): number => intervalOf(ones)![1] - intervalOf(ones)![0]
    expect(width(phases)).toBeGreaterThan(3 * width(mixed))
  })

  it('repeats exactly with the same seed and differs with another', () => {
    expect(drawBlocks(50, 1).multiplicity).toEqual(drawBlocks(50, 1).multiplicity)
    expect(drawBlocks(50, 1).multiplicity).not.toEqual(drawBlocks(50, 2).multiplicity)
  })

  it('claims little where hardly any trap is of one kind', () => {
    const [low, high] = intervalOf(Array.from({ length: 20 }, () => false))!
    expect([low, high]).toEqual([0, 0])
    // 20 tosses without a head: up to 16.8 % (Clopper-Pearson).
    expect(widenRare([0, 0], 0, 20)).toEqual([0, expect.closeTo(0.1684, 4)])
    expect(widenRare([1, 1], 20, 20)).toEqual([expect.closeTo(0.8316, 4), 1])
    // One of 30: the draws of one block say at most 10 %.
    expect(widenRare([0, 0.1], 1, 30)).toEqual([0, expect.closeTo(0.1722, 4)])
    expect(widenRare([0.2, 0.4], 10, 20)).toEqual([0.2, 0.4])
  })

  it('knows nothing where hardly any replicate saw a trap', () => {
    const empty = new Float64Array(400)
    expect(shareInterval(empty, empty)).toBeNull()
  })
})
