import { describe, expect, it } from 'vitest'
import { distanceBucket } from '../../../../shared/metrics/reuse/distance_bucket.ts'
import type { Profile } from '../../../../shared/profile/profile.ts'
import { AXIS_STACK, AXIS_TIME } from '../../../../shared/profile/tables.ts'
import type { DistanceRange } from '../../../../shared/rpc/charts.ts'
import type { PairFilter } from '../../../../shared/rpc/pairs.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { loadProfile } from '../loaded_profile.ts'
import { PairQueries } from './pair_queries.ts'

const TABLE = `
  main main.c:1 > near a.c:1   reuse-distance:REUSED_BY   main main.c:2 > again a.c:2   5
  main main.c:1 > far a.c:3    reuse-distance:REUSED_BY   main main.c:2 > again a.c:2   5
`
const base: Profile = { ...profileFromStacks(TABLE), codeAt: () => null }
const RANGE: DistanceRange = { axis: 'time', granularity: 'line', from: 0, to: 640, accessRate: null }

function names(profile: Profile, distance: Partial<DistanceRange>): string[] {
  const filter: PairFilter = {
    wastefulOnly: false,
    search: '',
    regularExpression: false,
    side: 'either',
    tool: 'reuse-distance',
    distance: { ...RANGE, ...distance },
  }
  return new PairQueries(loadProfile(profile)).rows(filter, { column: 'source', descending: true }, 0, 9).rows.map((row) => row.sourceFunction)
}

describe('a range of distances', () => {
  it('of samples is given in bytes, or as CPU time until a rate converts it into accesses', () => {
    const reuses = {
      length: 3,
      pair: Int32Array.of(0, 0, 1),
      distance: Float64Array.of(3, 9, 1000),
      weight: Float64Array.of(1, 1, 1),
      time: Float64Array.of(1, 2, 3),
      object: Int32Array.of(-1, -1, -1),
    }
    const counted = { ...base, run: { ...base.run, distanceUnit: 'accesses' as const, granularity: 'line' as const }, reuses }
    expect(names(counted, {})).toEqual(['near'])
    expect(names(counted, { from: 9 * 64, to: null })).toEqual(['near', 'far'])
    expect(names(counted, { from: 9 * 64 + 1, to: null })).toEqual(['far'])
    const timed = { ...counted, run: { ...counted.run, distanceUnit: 'cpu-time' as const } }
    expect(names(timed, { from: 500, to: 2000 })).toEqual(['far'])
    expect(names(timed, { from: 0, to: 64 * 2, accessRate: 1e8 })).toEqual(['near'])
    expect(() => names(timed, { axis: 'stack' })).toThrow('Stack distances of samples are estimated')
  })

  it('of counted reuses is of either axis, at its granularity', () => {
    const rows = [
      [0, AXIS_TIME, 64, 4],
      [0, AXIS_STACK, 64, 2],
      [1, AXIS_TIME, 64, 100],
      [1, AXIS_STACK, 64, 50],
      [0, AXIS_TIME, 8, 100],
      [-1, AXIS_TIME, 64, 7],
    ] as const
    const column = (at: 0 | 1 | 2): number[] => rows.map((row) => row[at])
    const counted: Profile = {
      ...base,
      run: { ...base.run, engine: 'exhaustive', granularity: 'line' },
      distanceCounts: {
        length: rows.length,
        pair: Int32Array.from(column(0)),
        axis: Uint8Array.from(column(1)),
        granularity: Uint8Array.from(column(2)),
        bucket: Int32Array.from(rows, (row) => distanceBucket(row[3])),
        count: new Float64Array(rows.length).fill(1),
      },
    }
    expect(names(counted, {})).toEqual(['near'])
    expect(names(counted, { from: 640, to: null })).toEqual(['far'])
    expect(names(counted, { axis: 'stack', from: 128, to: 129 })).toEqual(['near'])
    expect(names(counted, { granularity: 'word', from: 0, to: null })).toEqual(['near'])
  })
})
