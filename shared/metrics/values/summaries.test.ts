import { describe, expect, it } from 'vitest'
import { NOT_A_PARAMETER, VALUE_REFERENCE } from '../../profile/tables.ts'
import { LOADED, PARAMETER, RESULT, STORED } from '../../profile/value_names.ts'
import { estimateReport } from './estimate_report.ts'
import { invariances, meanInvariances, tablesOf } from './invariance.ts'
import { convergenceReport, distribution, kindReport, parameterReport, typeReports } from './summaries.ts'
import { drawValues } from './value_profile.testing.ts'

describe('invariance', () => {
  it('is the share of the commonest values in the times profiled', () => {
    const columns = invariances(
      drawValues([
        {
          role: LOADED,
          values: [
            [1, 50],
            [2, 20],
            [3, 10],
            [4, 8],
            [5, 6],
            [6, 4],
          ],
          profiled: 100,
          executions: 900,
          repeats: 30,
          zeros: 0,
        },
        { role: LOADED, values: [], profiled: 0, executions: 5 },
      ]),
    )
    expect([columns.inv1[0], columns.inv5[0], columns.mrv1[0], columns.zero[0]]).toEqual([0.5, 0.94, 0.3, 0])
    expect(columns.inv1[1]).toBeNaN()
  })

  it('is averaged by executions, over what was profiled', () => {
    const profile = drawValues([
      { role: LOADED, values: [[1, 10]], executions: 30 },
      {
        role: LOADED,
        values: [
          [1, 1],
          [2, 1],
        ],
        executions: 10,
      },
      { role: LOADED, values: [], executions: 1000 },
    ])
    expect(meanInvariances(profile, invariances(profile), tablesOf(profile, 'loads'))).toMatchObject({ inv1: 0.875, inv5: 1 })
  })

  it('of a convergent run is apart from the full profile beside it', () => {
    const profile = drawValues([
      { role: LOADED, values: [[1, 2]], executions: 10 },
      {
        role: LOADED,
        at: 0x1000,
        flags: VALUE_REFERENCE,
        values: [
          [1, 8],
          [2, 2],
        ],
      },
    ])
    expect([...tablesOf(profile, 'loads')]).toEqual([0])
    expect([...tablesOf(profile, 'loads', true)]).toEqual([1])
  })
})

describe('summaries of values', () => {
  const profile = drawValues([
    {
      role: LOADED,
      class: 'integer-load',
      at: 0x10,
      values: [
        [0, 90],
        [1, 10],
      ],
      zeros: 90,
      repeats: 80,
    },
    {
      role: RESULT,
      class: 'integer-arithmetic',
      at: 0x10,
      values: [
        [5, 50],
        [6, 50],
      ],
      repeats: 0,
    },
    { role: RESULT, class: 'integer-arithmetic', at: 0x20, slot: 0, values: [[5, 100]], repeats: 99 },
    { role: RESULT, class: 'integer-arithmetic', at: 0x20, slot: 16, values: [[5, 100]], repeats: 99 },
    { role: STORED, class: 'store', values: [[7, 200]], repeats: 199 },
  ])
  const columns = invariances(profile)

  it('know each type with its share of all instructions, an instruction with two registers once', () => {
    expect(typeReports(profile, columns)).toMatchObject([
      { instructionClass: 'integer-load', sites: 1, executions: 100, executedShare: 0.1, inv1: 0.9, zero: 0.9 },
      { instructionClass: 'store', executedShare: 0.2, inv1: 1 },
      { instructionClass: 'integer-arithmetic', sites: 2, executions: 200, executedShare: 0.2, inv1: 2.5 / 3 },
    ])
  })

  it('know how far MRV-1 is from Inv-1, instruction by instruction', () => {
    expect(kindReport(profile, columns, 'results')?.differenceMrvInv).toBeCloseTo((0.5 + 0.01 + 0.01) / 3)
    expect(kindReport(profile, columns, 'operands')).toBeNull()
  })

  it('sort executions by invariance into a hundred parts', () => {
    const { inv1 } = distribution(profile, columns, 'instructions')!
    expect(inv1).toHaveLength(100)
    // 400 of 600 executions always have one value, 100 nine times in ten, 100 every other time.
    expect([inv1[0], inv1[65], inv1[67], inv1[99]]).toEqual([1, 1, 0.9, 0.5])
    expect(inv1[66]).toBeCloseTo((4 * 1 + 2 * 0.9) / 6)
    expect(inv1.reduce((sum, value) => sum + value, 0) / 100).toBeCloseTo((400 + 90 + 50) / 600)
  })

  it('count calls by the most invariant of their parameters', () => {
    const calls = drawValues([
      {
        role: PARAMETER,
        at: 0x100,
        slot: 0,
        values: [
          [1, 60],
          [2, 40],
        ],
      },
      {
        role: PARAMETER,
        at: 0x100,
        slot: 8,
        values: [
          [1, 95],
          [2, 5],
        ],
      },
      {
        role: PARAMETER,
        at: 0x200,
        slot: 0,
        values: [
          [1, 160],
          [2, 140],
        ],
      },
      { role: PARAMETER, at: 0x300, slot: 0, name: NOT_A_PARAMETER, values: [[1, 100]] },
    ])
    expect(parameterReport(calls, invariances(calls))).toEqual({
      calls: 500,
      callShare: 0.5,
      above: [
        { threshold: 0.3, share: 0.8 },
        { threshold: 0.5, share: 0.8 },
        { threshold: 0.7, share: 0.2 },
        { threshold: 0.9, share: 0.2 },
      ],
    })
    expect(parameterReport(profile, columns)).toBeNull()
  })

  it('say how long a convergent profile took', () => {
    const convergent = drawValues(
      [
        { role: LOADED, values: [[1, 80]], executions: 600, retried: 20, converged: 3, increasing: 6, decreasing: 1 },
        { role: LOADED, flags: VALUE_REFERENCE, values: [[1, 600]] },
        { role: RESULT, values: [[1, 20]], executions: 400, retried: 5 },
      ],
      { profile: 'bounds', reference: true },
    )
    expect(convergenceReport(convergent)).toEqual({ profiled: 0.1, tests: 10, converged: 0.3, increasing: 0.6, decreasing: 0.1, backOff: 0.25 })
    expect(convergenceReport(profile)).toBeNull()
  })

  it('hold estimates against what was measured', () => {
    const estimated = drawValues([
      { role: RESULT, values: [[1, 100]], estimated: 0.95 },
      {
        role: RESULT,
        values: [
          [1, 100],
          [2, 100],
        ],
        estimated: 0.8,
      },
      {
        role: RESULT,
        values: [
          [1, 80],
          [2, 20],
        ],
        estimated: 0.4,
      },
      { role: RESULT, values: [[1, 100]] },
    ])
    const report = estimateReport(estimated, invariances(estimated))!
    expect(report).toMatchObject({ executedShare: 0.5, measured: (100 + 100 + 80) / 400, estimated: (95 + 160 + 40) / 400 })
    expect(report.undefinedShare).toBeCloseTo(0.2)
    expect(report.difference).toBeCloseTo((5 + 60 + 40) / 400)
    const at = (threshold: number): unknown => report.thresholds.find((row) => row.threshold === threshold)
    expect(at(0.3)).toEqual({ threshold: 0.3, above: 1, found: 1, overestimated: 0 })
    expect(at(0.7)).toEqual({ threshold: 0.7, above: 0.5, found: 0.5, overestimated: 1 })
    expect(estimateReport(profile, columns)).toBeNull()
  })
})
