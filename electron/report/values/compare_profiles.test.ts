import { describe, expect, it } from 'vitest'
import { drawValues, type DrawnTable } from '../../../shared/metrics/values/value_profile.testing.ts'
import { LOADED } from '../../../shared/profile/value_names.ts'
import type { ValueProfile } from '../../../shared/metrics/values/invariance.ts'
import { compareProfiles } from './compare_profiles.ts'

const LOADS: DrawnTable[] = [
  {
    role: LOADED,
    class: 'integer-load',
    at: 0x10,
    line: 4,
    values: [
      [7, 90],
      [8, 10],
    ],
  },
  { role: LOADED, class: 'integer-load', at: 0x20, line: 4, values: [[1, 100]] },
]

/** Another build of the same source: everything has moved by the same amount, in memory and in the file. */
function rebuilt(tables: DrawnTable[], buildId = 'cd', lines = 3): ValueProfile {
  const profile = drawValues(tables.map((table) => ({ ...table, at: table.at! + 0x100, line: table.line! + lines })))
  return {
    ...profile,
    modules: [{ ...profile.modules[0]!, buildId }],
    functions: profile.functions.map((described) => ({ ...described, name: `${described.name}.constprop.0`, line: described.line + lines })),
  }
}

describe('value profiles of two runs', () => {
  it('are matched by address where the build is the same', () => {
    const compared = compareProfiles({ path: 'a', profile: drawValues(LOADS) }, { path: 'b', profile: drawValues(LOADS.slice(1)) })
    expect(compared).toMatchObject({ matchedBy: 'address', notes: [], first: { path: 'a' } })
    expect(compared.comparisons.find(({ kind }) => kind === 'loads')).toMatchObject({ overlap: 0.5, same1: 1, sites: 1 })
  })

  it('are matched by function and line where it is not, in order of address', () => {
    const compared = compareProfiles({ path: 'a', profile: drawValues(LOADS) }, { path: 'b', profile: rebuilt(LOADS) })
    expect(compared.matchedBy).toBe('line')
    expect(compared.notes[0]).toContain('work: the builds differ')
    expect(compared.comparisons.find(({ kind }) => kind === 'loads')).toMatchObject({ overlap: 1, same1: 1, difference1: 0, sites: 2 })
  })

  it('do not match by address different code that happens to lie there', () => {
    const other = rebuilt(
      LOADS.map((table) => ({ ...table, at: table.at! - 0x100, line: table.line! + 50 })),
      'cd',
      0,
    )
    expect(compareProfiles({ path: 'a', profile: drawValues(LOADS) }, { path: 'b', profile: other }).comparisons[0]).toMatchObject({
      overlap: 0,
      sites: 0,
      same1: null,
    })
  })

  it('report different settings', () => {
    const { notes } = compareProfiles({ path: 'a', profile: drawValues(LOADS) }, { path: 'b', profile: drawValues(LOADS, { tableSize: 4 }) })
    expect(notes).toEqual(['The profiles were made differently: full, tables of 10; full, tables of 4.'])
    const loads = compareProfiles({ path: 'a', profile: drawValues(LOADS) }, { path: 'b', profile: drawValues(LOADS, { roles: ['loaded'] }) })
    expect(loads.notes).toEqual(['The profiles were made differently: full, tables of 10; full, tables of 10, loaded alone.'])
  })

  it('report for each advice of the first whether it holds in the second', () => {
    const loads = (values: Array<DrawnTable['values'] | null>): ValueProfile =>
      drawValues(
        values.flatMap((drawn, i) => (drawn === null ? [] : [{ role: LOADED, class: 'integer-load' as const, at: 0x10 * (i + 1), line: i, values: drawn }])),
      )
    const first = loads([
      [
        [7, 90],
        [8, 10],
      ],
      [
        [1, 80],
        [2, 20],
      ],
      [
        [5, 70],
        [6, 30],
      ],
      [
        [3, 60],
        [4, 40],
      ],
    ])
    const second = loads([
      [
        [7, 9],
        [6, 1],
      ],
      [[12, 10]],
      [
        [5, 4],
        [1, 3],
        [2, 3],
      ],
      null,
    ])
    expect(
      compareProfiles({ path: 'a', profile: first }, { path: 'b', profile: second }).advice.map(({ advice: { condition }, verdict, second: there, text }) => [
        condition,
        verdict,
        there?.executions,
        text,
      ]),
    ).toEqual([
      ['if (value == 7)', 'holds', 10, 'In the second run too: 90.0 %.'],
      [
        'if (value == 1)',
        'other-value',
        10,
        'In the second run it is 12, 100 %: a constant of the run, to be fixed when the program starts and not in its source.',
      ],
      ['if (value == 5)', 'varies', 10, 'In the second run it varies: 5 is the commonest value, 40.0 %.'],
      ['if (value == 3)', 'not-executed', undefined, 'The second run does not come there.'],
    ])
  })
})
