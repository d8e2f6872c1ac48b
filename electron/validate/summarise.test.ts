import { expect, test } from 'vitest'
import type { ReuseTruth, SeededEstimate } from '../../shared/validation.ts'
import { meanReuse, summaryOf, withCauses } from './summarise.ts'

const run = (given: Partial<SeededEstimate>): SeededEstimate => ({
  seed: '1',
  samples: 100,
  traps: 50,
  fraction: null,
  ci95: null,
  difference: null,
  covered: null,
  ranks: null,
  reuse: null,
  blindShare: 0,
  unaccountedShare: 0,
  partialShare: 0,
  ...given,
})

test('runs of one setting are summarised by mean, spread and how often the ground truth lies within', () => {
  const summary = summaryOf([
    run({ fraction: 0.5, difference: 2, covered: true }),
    run({ fraction: 0.44, difference: -4, covered: false }),
    run({ fraction: 0.47, difference: -1, covered: null }),
    run({}),
  ])
  expect(summary).toMatchObject({ least: 0.44, greatest: 0.5, difference: -1, covered: 0.5 })
  expect(summary!.mean).toBeCloseTo(0.47)
  expect(summary!.deviation).toBeCloseTo(0.03)
  expect(summary!.absoluteDifference).toBeCloseTo(7 / 3)
})

test('without any fraction there is nothing to summarise', () => {
  expect(summaryOf([run({}), run({})])).toBeNull()
  expect(summaryOf([run({ fraction: 1, difference: 0 })])).toMatchObject({ deviation: 0, covered: null })
})

test('a low S of stack distances is due to the model if the exact time distances convert as badly', () => {
  const histogram = { unit: 'bytes' as const, bins: [], percentiles: [] }
  const truth: ReuseTruth = { time: histogram, stack: histogram, stackFromTime: histogram, modelSimilarity: { s: 0.6, smoothed: 0.7 } }
  const own = meanReuse([
    run({ reuse: { time: { s: 0.95, smoothed: 0.97 }, stack: { s: 0.5, smoothed: 0.55 } } }),
    run({ reuse: { time: { s: 0.97, smoothed: 0.97 }, stack: { s: 0.6, smoothed: 0.65 } } }),
  ])!
  expect(own.stack.s).toBeCloseTo(0.55)
  expect(withCauses(own, [], truth)).toMatchObject({ timeCause: null, stackCause: 'model' })
  const other = { time: own.time, stack: { s: 0.8, smoothed: 0.8 } }
  expect(withCauses(own, [other], { ...truth, modelSimilarity: { s: 0.95, smoothed: 0.95 } })).toMatchObject({ stackCause: 'sparse-samples' })
})
