import { expect, test } from 'vitest'
import { designEffect, effectiveTrials, sampleWeights } from './unequal_periods.ts'

/** So many samples of weight 1 and of weight 10. */
function sums(light: number, heavy: number): { count: number; sum: number; squares: number; longest: number } {
  return { count: light + heavy, sum: light + 10 * heavy, squares: light + 100 * heavy, longest: 10 }
}

const part = (light: number, heavy: number): { amount: number; trials: number } => ({ amount: light + 10 * heavy, trials: light + heavy })

test('equal periods need no weights, and neither do recordings that kept no sums', () => {
  expect(sampleWeights({ count: 100, sum: 400, squares: 1600, longest: 4 })).toBeNull()
  expect(sampleWeights({ count: 100, sum: 0, squares: 0, longest: 0 })).toBeNull()
  expect(effectiveTrials(part(0, 30), part(0, 100), null)).toBe(100)
})

test('the weights of two rates follow from their sums', () => {
  const weights = sampleWeights(sums(2000, 100))!
  expect(weights.heavy / weights.light).toBeCloseTo(10, 9)
  expect((weights.light * 2000 + weights.heavy * 100) / 2100).toBeCloseTo(1, 9)
  expect(designEffect(weights)).toBeCloseTo((2100 * (2000 + 100 * 100)) / 3000 ** 2, 9)
})

test('of two rates the variance of every share is that of its own samples', () => {
  const whole = part(2000, 100)
  const weights = sampleWeights(sums(2000, 100))
  for (const [light, heavy] of [
    [300, 0],
    [0, 30],
    [500, 50],
    [1, 1],
  ] as const) {
    const share = part(light, heavy).amount / whole.amount
    const squares = light + 100 * heavy
    const variance = ((1 - share) ** 2 * squares + share ** 2 * (2000 + 100 * 100 - squares)) / whole.amount ** 2
    expect(effectiveTrials(part(light, heavy), whole, weights)).toBeCloseTo((share * (1 - share)) / variance, 6)
  }
})

test('code that ran while samples were rare has a wider interval than its share of all samples says', () => {
  const [whole, weights] = [part(2000, 100), sampleWeights(sums(2000, 100))]
  expect(effectiveTrials(part(0, 30), whole, weights)).toBeLessThan(400)
  expect(effectiveTrials(part(300, 0), whole, weights)).toBeGreaterThan(2000)
})

test('a part that was never seen, and the whole, rest on what all samples tell', () => {
  const [whole, weights] = [part(2000, 100), sampleWeights(sums(2000, 100))]
  for (const seen of [part(0, 0), whole]) expect(effectiveTrials(seen, whole, weights)).toBeCloseTo(3000 ** 2 / 12_000, 6)
})
