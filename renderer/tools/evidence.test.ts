import { describe, expect, test } from 'vitest'
import { comparedBasis, evidenceBasis, shareEvidence } from './evidence.ts'

const sampled = evidenceBasis({ engine: 'software' }, { traps: 400, fraction: 0.25 })

describe('of a sampled run a share tells its interval and its traps', () => {
  test('a fraction by its own traps', () => {
    // The same number has the same interval as in the header.
    expect(shareEvidence(evidenceBasis({ engine: 'software' }, { traps: 400, fraction: 0.25, ci95: [0.2, 0.31] }), 0.25, 400)).toBe(
      '95 % interval 20–31 %; 400 observations',
    )
    expect(shareEvidence(sampled, 0.5, 100)).toBe('95 % interval 40–60 %; 100 observations')
  })

  test('a share of the whole by all traps of the whole', () => {
    expect(shareEvidence(sampled, 0.5, 60, 'waste')).toBe('95 % interval 40–60 %; 60 observations, 100 behind all waste')
    expect(shareEvidence(sampled, 0.5, 60, 'all')).toBe('95 % interval 45.1–54.9 %; 60 observations, 400 behind all')
  })

  test('few traps are called few; a whole with few traps has no interval', () => {
    expect(shareEvidence(sampled, 0.01, 4, 'all')).toMatch(/^95 % interval .*; only 4 observations, 400 behind all$/)
    expect(shareEvidence(sampled, 0.5, 9)).toBe('only 9 observations')
    expect(shareEvidence(evidenceBasis({ engine: 'software' }, undefined), 0, 0, 'waste')).toBe('only 0 observations, 0 behind all waste')
  })

  test('rounding above one is no share', () => {
    expect(shareEvidence(sampled, 1 + 1e-12, 100)).toMatch(/^95 % interval 96\.3–100 %/)
  })
})

test('of a counted run it is exact, unless a part of it was counted', () => {
  expect(shareEvidence(evidenceBasis({ engine: 'exhaustive' }, { traps: 3, fraction: 1, exact: true }), 0.5, 3)).toBe(
    'exact: every access was counted; 3 instances',
  )
  expect(shareEvidence(evidenceBasis({ engine: 'exhaustive' }, { traps: 3, fraction: 1 }), 0.5, 1)).toBe(
    'a part of the run was counted, so no interval is known; 1 instance',
  )
})

test('without a share there is nothing to tell', () => {
  expect(shareEvidence(sampled, null, 0)).toBe('')
})

test('each of two runs rests on its own traps', () => {
  const runs = { old: { run: { engine: 'software' as const } }, new: { run: { engine: 'software' as const } } }
  const basis = comparedBasis(runs, { traps: { old: 100, new: 40 }, fraction: { old: 0.5, new: 0.25, change: -0.25, ci95: null, significance: 'noise' } })
  expect([basis.old.wasteTraps, basis.new.wasteTraps]).toEqual([50, 10])
})
