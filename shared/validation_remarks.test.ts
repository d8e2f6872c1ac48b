import { expect, test } from 'vitest'
import type { ToolValidation } from './validation.ts'
import { biasRemark } from './validation_remarks.ts'

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

function validated(covered: number | null, truth: Partial<ToolValidation['truth']> = {}): ToolValidation {
  return {
    tool: 'dead-stores', live: null,
    truth: { waste: 1, use: 1, fraction: 0.5, interleavedShare: 0, unaccountedShare: 0, pairs: [], reuse: null, ...truth },
    estimates: [{
      settings: { tool: 'dead-stores', period: 1009, registers: 4, reservoir: 'registers', attribution: 'proportional', kernel: false, skid: 0 }, variation: null, runs: [], reuse: null,
      summary: { mean: 0.9, deviation: 0, least: 0.9, greatest: 0.9, difference: 40, absoluteDifference: 40, covered, unaccountedShare: 0, partialShare: 0 },
    }],
  }
}

test('nothing is said while the intervals hold the truth, and the lack of a cause is said where they do not', () => {
  expect(biasRemark(validated(1), percent)).toBeNull()
  expect(biasRemark(validated(null), percent)).toBeNull()
  expect(biasRemark(validated(0), percent)).toBe('The truth lies outside of the interval in 100 % of the runs: none of the known biases explains it.')
})

test('memory that ended explains estimates, within what its next owner can do', () => {
  const freed = { share: 0.4, leastFraction: 0.3, greatestFraction: 0.7 }
  expect(biasRemark(validated(0, { freed }), percent)).toMatch(/40 % of the bytes ended with their memory \(free, munmap\), .* between 30 % and 70 %\.$/)
  expect(biasRemark(validated(0, { freed: { ...freed, share: 0.001 } }), percent)).toMatch(/none of the known biases/)
})
