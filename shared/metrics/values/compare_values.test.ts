import { describe, expect, it } from 'vitest'
import { VALUE_REFERENCE } from '../../profile/tables.ts'
import { LOADED } from '../../profile/value_names.ts'
import { compareValues, convergentAgainstFull, type ComparedProfile } from './compare_values.ts'
import { invariances, tablesOf } from './invariance.ts'
import { drawValues, type DrawnTable } from './value_profile.testing.ts'

function compared(tables: DrawnTable[]): ComparedProfile {
  const profile = drawValues(tables)
  return {
    profile,
    columns: invariances(profile),
    tables: tablesOf(profile, 'loads'),
    key: (table) => String(profile.instructions[profile.valueTables.instruction[table]!]!.address),
  }
}

const load = (at: number, values: Array<[number, number]>): DrawnTable => ({ role: LOADED, at, values })

describe('two value profiles', () => {
  it('that are the same agree in everything', () => {
    const same = compared([
      load(1, [
        [7, 60],
        [8, 40],
      ]),
      load(2, [[1, 100]]),
    ])
    expect(compareValues('loads', same, same)).toMatchObject({
      overlap: 1,
      difference1: 0,
      difference5: 0,
      same1: 1,
      find1: 1,
      find5: 1,
      aboveThreshold: 1,
      sites: 2,
      first: { inv1: 0.8 },
    })
  })

  it('are weighted by the first, over instructions that both executed', () => {
    const first = compared([
      load(1, [[7, 300]]),
      load(2, [
        [7, 50],
        [8, 50],
      ]),
      load(3, [[1, 100]]),
    ])
    const second = compared([
      load(1, [
        [7, 1],
        [8, 1],
      ]),
      load(2, [[8, 10]]),
      load(9, [[1, 5]]),
    ])
    const comparison = compareValues('loads', first, second)
    expect(comparison).toMatchObject({ overlap: 0.8, difference1: 0.5, difference5: 0, sites: 2, aboveThreshold: 1 })
    // 300 of 350 occurrences of commonest values; 8 is the other's commonest where 7 is the first's.
    expect([comparison.same1, comparison.find1, comparison.find5]).toEqual([300 / 350, 300 / 350, 350 / 400])
  })

  it('are searched for values of invariant instructions only, among five', () => {
    const many = (shift: number): Array<[number, number]> => [0, 1, 2, 3, 4, 5].map((value) => [value + shift, 10])
    const first = compared([
      load(1, many(0)),
      load(
        2,
        [
          [9, 40],
          [8, 60],
        ].reverse() as Array<[number, number]>,
      ),
    ])
    const second = compared([
      load(1, many(50)),
      load(2, [
        [1, 6],
        [2, 5],
        [3, 4],
        [4, 3],
        [8, 2],
        [9, 1],
      ]),
    ])
    expect(compareValues('loads', first, second)).toMatchObject({ same1: 0, find1: 1, find5: 0.6, aboveThreshold: 100 / 160 })
  })

  it('of one run are its full and its convergent profile', () => {
    const profile = drawValues(
      [
        { role: LOADED, at: 1, values: [[5, 10]], executions: 100 },
        {
          role: LOADED,
          at: 1,
          flags: VALUE_REFERENCE,
          values: [
            [5, 80],
            [6, 20],
          ],
        },
        { role: LOADED, at: 2, values: [[1, 3]], executions: 3 },
        { role: LOADED, at: 2, flags: VALUE_REFERENCE, values: [[1, 3]] },
      ],
      { profile: 'rising', reference: true },
    )
    const [loads] = convergentAgainstFull(profile, invariances(profile))
    expect(loads).toMatchObject({ kind: 'loads', overlap: 1, find1: 1, same1: 1, sites: 2 })
    expect(loads!.difference1).toBeCloseTo((100 * 0.2) / 103)
    expect(convergentAgainstFull(drawValues([load(1, [[1, 1]])]), invariances(profile))).toEqual([])
  })
})
