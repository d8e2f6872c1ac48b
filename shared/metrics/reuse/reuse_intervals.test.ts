import { expect, test } from 'vitest'
import { OctaveBins } from './distance_histogram.ts'
import { percentileInterval, sampledShareInterval } from './reuse_intervals.ts'
import { SeededRandom } from '../statistics/random.ts'

test('too few reuses have no interval', () => {
  expect(sampledShareInterval(0.5, 9)).toBeNull()
  expect(percentileInterval(new OctaveBins(64, 4).histogram('bytes'), 0.5, 9)).toBeNull()
})

test('a percentile lies where the interval of its share ends, and in the open bin where that reaches it', () => {
  const bins = new OctaveBins(1, 5)
  // Cumulated: 0.3, 0.55, 0.75, 0.9, 1.
  for (const [distance, amount] of [
    [0, 30],
    [1, 25],
    [2, 20],
    [4, 15],
    [8, 10],
  ] as const)
    bins.add(distance, amount)
  const histogram = bins.histogram('bytes')
  // Wilson of 0.5 with 100: 0.404 to 0.596.
  expect(percentileInterval(histogram, 0.5, 100)).toEqual([2, 4])
  expect(percentileInterval(histogram, 0.9, 100)).toEqual([8, null])
  expect(percentileInterval(histogram, 0.7, 1_000_000)).toEqual([4, 4])
})

test('the interval holds the true percentile of most drawings', () => {
  const random = new SeededRandom(5)
  const draws = 400
  let held = 0
  for (let drawing = 0; drawing < draws; drawing++) {
    const bins = new OctaveBins(1, 12)
    // Distances 0..1023, all equally likely: half of them end at 512, so that 0.6 of them end at 1024.
    for (let reuse = 0; reuse < 60; reuse++) bins.add(random.nextBelow(1024), 1)
    const [low, high] = percentileInterval(bins.histogram('bytes'), 0.6, 60)!
    if (low! <= 1024 && high! >= 1024) held++
  }
  expect(held / draws).toBeGreaterThan(0.93)
})
