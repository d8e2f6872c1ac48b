import { expect, test } from 'vitest'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { intervalOfWhole, shareOfWhole, wasteWhole } from './waste_whole.ts'

/** 10 s of CPU time, of which stores represent 4 s, 1 s of them dead. */
const summary = {
  run: { unit: 'ns' },
  runCost: { measure: 'cpu-time', amount: 10e9, interrupts: 1000 },
  totals: { 'dead-stores': { waste: 1e9, use: 3e9, traps: 100 } },
} as unknown as ProfileSummary

test('waste is a share of the CPU time of the run', () => {
  const whole = wasteWhole(summary, 'dead-stores', 'run')
  expect([whole.of, shareOfWhole(5e8, whole), whole.words, whole.title]).toEqual(['run', 0.05, "the run's CPU time", 'wasted time'])
  // 100 observations represent 4 s: the whole time for 250.
  expect(whole.evidence).toEqual({ trials: 250 })
  expect(intervalOfWhole([0.1, 0.2], whole)).toEqual([0.04, 0.08])
  // The amount that few samples represent may exceed the run's.
  expect(shareOfWhole(10.3e9, whole)).toBe(1)
})

test('of all waste on wish, and where the CPU time is not known or waste is no time', () => {
  for (const whole of [
    wasteWhole(summary, 'dead-stores', 'waste'),
    wasteWhole({ ...summary, runCost: null }, 'dead-stores', 'run'),
    wasteWhole({ ...summary, run: { ...summary.run, unit: 'bytes' } }, 'dead-stores', 'run'),
  ])
    expect([whole.of, shareOfWhole(5e8, whole), whole.words]).toEqual(['waste', 0.5, 'all waste by dead stores'])
})
