import { expect, test } from 'vitest'
import { noLimits } from './options.ts'
import { reachedLimit } from './limits.ts'

const recorded = { elapsed: 10, samples: 100, halfWidths: { 'dead-stores': 0.02, 'silent-stores': 0.03, 'reuse-distance': null } } as const

test('without limits nothing ends a recording', () => {
  expect(reachedLimit(noLimits, ['dead-stores'], recorded)).toBeNull()
})

test('the limit itself is reached, as the person wrote it', () => {
  expect(reachedLimit({ ...noLimits, duration: 10 }, ['dead-stores'], recorded)).toBe('--duration 10 s')
  expect(reachedLimit({ ...noLimits, duration: 10.01 }, ['dead-stores'], recorded)).toBeNull()
  expect(reachedLimit({ ...noLimits, maxSamples: 100 }, ['dead-stores'], recorded)).toBe('--max-samples 100')
  expect(reachedLimit({ ...noLimits, maxSamples: 101 }, ['dead-stores'], recorded)).toBeNull()
})

test('until: every recorded tool that has a fraction must be known that well', () => {
  const until = (share: number) => ({ ...noLimits, until: share })
  expect(reachedLimit(until(0.02), ['dead-stores'], recorded)).toBe('--until ci=2%')
  expect(reachedLimit(until(0.02), ['dead-stores', 'silent-stores'], recorded)).toBeNull()
  expect(reachedLimit(until(0.03), ['dead-stores', 'silent-stores', 'reuse-distance'], recorded)).toBe('--until ci=3%')
  expect(reachedLimit(until(0.5), ['dead-stores', 'redundant-loads'], recorded)).toBeNull()
  expect(reachedLimit(until(0.5), ['reuse-distance'], recorded)).toBeNull()
})
