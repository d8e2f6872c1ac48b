import { expect, test } from 'vitest'
import { causeOfLowSimilarity, type SimilarityFindings } from './low_similarity.ts'

const low: SimilarityFindings = { similarity: 0.6, smoothed: 0.65, model: 0.97, otherPeriods: [0.61, 0.59] }

test('an S that is high enough needs no cause', () => {
  expect(causeOfLowSimilarity({ ...low, similarity: 0.9 })).toBeNull()
})

test('if smoothing over two bins makes it good, bins were off by one', () => {
  expect(causeOfLowSimilarity({ ...low, smoothed: 0.93 })).toBe('off-by-one')
  expect(causeOfLowSimilarity({ ...low, smoothed: 0.8 })).toBe('off-by-one')
  expect(causeOfLowSimilarity({ ...low, smoothed: 0.79, model: 0.5 })).toBe('model')
})

test('if the exact time distances convert as badly, it is the model', () => {
  expect(causeOfLowSimilarity({ ...low, model: 0.7 })).toBe('model')
})

test('nothing converts time distances, so their cause is another one', () => {
  expect(causeOfLowSimilarity({ ...low, model: null })).toBe('pmu-imprecision')
})

test('if another period gives another result, samples are sparse', () => {
  expect(causeOfLowSimilarity({ ...low, otherPeriods: [0.61, 0.85] })).toBe('sparse-samples')
})

test('an unexplained difference is attributed to the PMU', () => {
  expect(causeOfLowSimilarity(low)).toBe('pmu-imprecision')
  expect(causeOfLowSimilarity({ ...low, otherPeriods: [] })).toBe('pmu-imprecision')
})
