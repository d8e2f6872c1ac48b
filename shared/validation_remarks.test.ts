import { expect, test } from 'vitest'
import type { ToolValidation } from './validation.ts'
import { biasRemark } from './validation_remarks.ts'

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

function validated(covered: number | null, truth: Partial<ToolValidation['truth']> = {}): ToolValidation {
  return {
    tool: 'dead-stores',
    live: null,
    truth: { waste: 1, use: 1, fraction: 0.5, interleavedShare: 0, unaccountedShare: 0, pairs: [], reuse: null, ...truth },
    estimates: [
      {
        settings: { tool: 'dead-stores', period: 1009, registers: 4, reservoir: 'registers', attribution: 'proportional', kernel: false, skid: 0 },
        variation: null,
        runs: [],
        reuse: null,
        summary: { mean: 0.9, deviation: 0, least: 0.9, greatest: 0.9, difference: 40, absoluteDifference: 40, covered, unaccountedShare: 0, partialShare: 0 },
      },
    ],
  }
}

test('there is no remark if the intervals contain the ground truth, and the lack of a cause is reported if they do not', () => {
  expect(biasRemark(validated(1), percent)).toBeNull()
  expect(biasRemark(validated(null), percent)).toBeNull()
  expect(biasRemark(validated(0), percent)).toBe('The ground truth is outside the interval in 100 % of the runs: none of the known biases explains it.')
})

test('other threads’ accesses explain estimates, memory that ended does not: that samplers see', () => {
  expect(biasRemark(validated(0, { interleavedShare: 0.4 }), percent)).toMatch(/another thread accessed 40 % of the bytes in between/)
  expect(biasRemark(validated(0, { freed: { share: 0.4 } }), percent)).toMatch(/none of the known biases/)
})
