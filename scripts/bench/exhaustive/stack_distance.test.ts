import { describe, expect, test } from 'vitest'
import { REUSE_SAMPLES, reuseTruthProgram, stackAccuracy } from './stack_distance.ts'
import type { ReuseSample } from './stack_distance.ts'

describe('stack distances of the reuse samples, from 3,000 sampled accesses', () => {
  const results = new Map(REUSE_SAMPLES.map((sample) => [sample, stackAccuracy(sample, reuseTruthProgram)]))
  const of = (sample: ReuseSample) => results.get(sample)!

  test.each(REUSE_SAMPLES.filter((sample) => sample !== 'two_phases'))('%s: S is at least 0.95', (sample) => {
    expect(of(sample).expectation.exact).toBeGreaterThanOrEqual(0.95)
  })

  test('two phases: at least 0.60 at once, 0.90 by change points', () => {
    expect(of('two_phases').expectation.exact).toBeGreaterThanOrEqual(0.6)
    expect(of('two_phases').windows.exact).toBeGreaterThanOrEqual(0.9)
  })

  test('distances kept in octave bins identify the reuses of a matrix product less well', () => {
    const { octaveBins, expectation } = of('matrix_ikj')
    expect(octaveBins.exact).toBeLessThan(expectation.exact - 0.2)
  })
})
