import { expect, test } from 'vitest'
import { noLimits } from '../options.ts'
import { reachedLimit } from './limits.ts'

const recorded = {
  elapsed: 10,
  samples: 100,
  certainty: {
    'dead-stores': { halfWidth: 0.02, traps: 400 },
    'silent-stores': { halfWidth: 0.03, traps: 300 },
    'reuse-distance': { halfWidth: null, traps: 500 },
  },
} as const

test('without limits nothing ends a recording', () => {
  expect(reachedLimit(noLimits, ['dead-stores'], recorded)).toBeNull()
})

test('the limit itself is reached, as the user wrote it', () => {
  expect(reachedLimit({ ...noLimits, duration: 10 }, ['dead-stores'], recorded)).toBe('--duration 10 s')
  expect(reachedLimit({ ...noLimits, duration: 10.01 }, ['dead-stores'], recorded)).toBeNull()
  expect(reachedLimit({ ...noLimits, maxSamples: 100 }, ['dead-stores'], recorded)).toBe('--max-samples 100')
  expect(reachedLimit({ ...noLimits, maxSamples: 101 }, ['dead-stores'], recorded)).toBeNull()
})

test('until: every recorded tool with a fraction must be that precise', () => {
  const until = (share: number) => ({ ...noLimits, until: share })
  expect(reachedLimit(until(0.02), ['dead-stores'], recorded)).toBe('--until ci=2%')
  expect(reachedLimit(until(0.02), ['dead-stores', 'silent-stores'], recorded)).toBeNull()
  expect(reachedLimit(until(0.03), ['dead-stores', 'silent-stores', 'reuse-distance'], recorded)).toBe('--until ci=3%')
  expect(reachedLimit(until(0.5), ['dead-stores', 'redundant-loads'], recorded)).toBeNull()
  expect(reachedLimit(until(0.5), ['reuse-distance'], recorded)).toBeNull()
})

test('until: it does not wait for ever for a tool without traps', () => {
  const limits = { ...noLimits, until: 0.02 }
  const reached = (traps: number, ofAnother: number) =>
    reachedLimit(limits, ['dead-stores', 'redundant-loads'], {
      ...recorded,
      certainty: { 'dead-stores': { halfWidth: 0.01, traps: ofAnother }, 'redundant-loads': { halfWidth: traps < 10 ? null : 0.3, traps } },
    })
  expect(reached(3, 999)).toBeNull()
  expect(reached(10, 100_000)).toBeNull()
  expect(reached(3, 1000)).toBe('--until ci=2% (redundant-loads has 3 observations, too few to wait for)')
  const none = { ...recorded, certainty: { 'dead-stores': { halfWidth: 0.01, traps: 1000 } } }
  expect(reachedLimit(limits, ['dead-stores', 'silent-stores', 'redundant-loads'], none)).toBe(
    '--until ci=2% (silent-stores has 0 observations, too few to wait for, redundant-loads has 0 observations, too few to wait for)',
  )
})
