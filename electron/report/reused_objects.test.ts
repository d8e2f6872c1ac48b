import { describe, expect, it } from 'vitest'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { distanceBucket } from '../../shared/metrics/reuse/distance_bucket.ts'
import type { ProfileObject, ProfileTables } from '../../shared/profile/profile.ts'
import { AXIS_FIRST, AXIS_STACK, AXIS_TIME } from '../../shared/profile/tables.ts'
import { buildReport } from './report.ts'
import { reusedObjects } from './reused_objects.ts'
import { renderReport } from './render_report.testing.ts'
import { locationGranularity, observationsOf, readReuse } from './reuse_observations.ts'

const QUESTION = { pair: null, object: null, conversion: 'expectation', accessRate: null, firstBin: null, binCount: 20 } as const
const NEAR = 0
const UNUSED = 1
const FAR = 2

const object = (name: string, kind: ProfileObject['kind']): ProfileObject => ({ name, module: -1, kind, bytes: 64, allocation: -1, loads: {} })
const OBJECTS = [object('near', 'static'), object('unused', 'static'), object('far', 'heap')]
const STACKS = 'main main.c:10   reuse-distance:REUSED_BY   main main.c:11   2400/300'

type Row = [of: number, axis: number, granularity: number, distance: number, count: number]

/** 30 near reuses, 60 far ones, and 10 in no object; words are reused at once. */
function counted(): ProfileTables {
  const columns = (rows: Row[]) => ({
    length: rows.length,
    axis: Uint8Array.from(rows, (row) => row[1]),
    granularity: Uint8Array.from(rows, (row) => row[2]),
    bucket: Int32Array.from(rows, (row) => distanceBucket(row[3])),
    count: Float64Array.from(rows, (row) => row[4]),
  })
  const ofObjects: Row[] = [
    [NEAR, AXIS_TIME, 64, 1, 30],
    [NEAR, AXIS_STACK, 64, 0, 30],
    [NEAR, AXIS_FIRST, 64, 0, 10],
    [NEAR, AXIS_TIME, 8, 1, 7],
    [NEAR, AXIS_STACK, 8, 0, 7],
    [FAR, AXIS_TIME, 64, 4000, 60],
    [FAR, AXIS_STACK, 64, 1024, 60],
    [FAR, AXIS_FIRST, 64, 0, 20],
  ]
  const ofProgram: Row[] = [
    [-1, AXIS_TIME, 64, 1, 40],
    [-1, AXIS_TIME, 64, 4000, 60],
    [-1, AXIS_STACK, 64, 0, 40],
    [-1, AXIS_STACK, 64, 1024, 60],
    [-1, AXIS_FIRST, 64, 0, 30],
  ]
  const drawn = profileFromStacks(STACKS)
  return {
    ...drawn,
    run: {
      ...drawn.run,
      engine: 'exhaustive',
      driver: 'accesses',
      unit: 'bytes',
      transport: null,
      granularity: 'line',
      granularities: ['word', 'line'],
      distanceUnit: 'accesses',
    },
    objects: OBJECTS,
    distanceCounts: { ...columns(ofProgram), pair: Int32Array.from(ofProgram, ([of]) => of) },
    objectDistances: { ...columns(ofObjects), object: Int32Array.from(ofObjects, ([of]) => of) },
  }
}

/** 20 near reuses, 5 far ones of 10 sampled accesses, and one of data without a name. */
function sampled(): ProfileTables {
  const rows = [...Array.from({ length: 20 }, () => [10, NEAR]), ...Array.from({ length: 5 }, () => [5000, FAR]), [10, -1]] as Array<[number, number]>
  const drawn = profileFromStacks(STACKS)
  return {
    ...drawn,
    run: { ...drawn.run, granularity: 'word', distanceUnit: 'accesses' },
    objects: OBJECTS,
    reuses: {
      length: rows.length,
      pair: new Int32Array(rows.length),
      distance: Float64Array.from(rows, ([distance]) => distance),
      weight: new Float64Array(rows.length).fill(1),
      time: Float64Array.from(rows.keys()),
      object: Int32Array.from(rows, ([, of]) => of),
    },
    censored: {
      length: 5,
      node: new Int32Array(5).fill(drawn.pairs.source[0]!),
      distance: new Float64Array(5).fill(9000),
      weight: new Float64Array(5).fill(1),
      time: new Float64Array(5),
      flags: new Uint8Array(5),
      object: new Int32Array(5).fill(FAR),
    },
  }
}

const filled = (bins: Array<{ from: number; share: number }>) => bins.filter(({ share }) => share > 0).map(({ from, share }) => [from, share])

describe('reuses of data objects', () => {
  it('are listed, the most often reused first, with their share of the program’s', () => {
    expect(reusedObjects(counted()).map(({ object, name, kind, reuses, share }) => [object, name, kind, reuses, share])).toEqual([
      [FAR, 'far', 'heap', 60, 0.6],
      [NEAR, 'near', 'static', 30, 0.3],
    ])
    expect(reusedObjects(sampled()).map(({ object, reuses, share }) => [object, reuses, share])).toEqual([
      [NEAR, 20, 20 / 26],
      [FAR, 5, 5 / 26],
    ])
  })

  it('if counted, have histograms, first accesses and a miss-ratio curve of their own, at every granularity', () => {
    const near = readReuse(counted(), { ...QUESTION, object: NEAR })
    expect(near).toMatchObject({ granularity: 'line', traps: 30, exact: { first: 10 } })
    expect(filled(near.time.bins)).toEqual([[0, 1]])
    expect(near.missRatio.map(({ ratio }) => ratio).every((ratio) => Math.abs(ratio - 0.25) < 1e-9)).toBe(true)
    expect(near.exact!.otherGranularities.map(({ granularity, traps }) => [granularity, traps])).toEqual([['word', 7]])
    const far = readReuse(counted(), { ...QUESTION, object: FAR })
    expect(filled(far.stack!.bins)).toEqual([[65536, 1]])
    expect(far.missRatio.find(({ bytes }) => bytes === 32768)!.ratio).toBe(1)
  })

  it('if sampled, are censored by the object’s own samples', () => {
    expect(readReuse(sampled(), { ...QUESTION, object: NEAR })).toMatchObject({ traps: 20, censoredShare: 0 })
    const far = readReuse(sampled(), { ...QUESTION, object: FAR })
    expect(far).toMatchObject({ traps: 5, censoredShare: 0.5 })
    expect(far.notes.at(-1)).toMatch(/calling context/)
    expect(filled(far.time.bins)[0]![0]).toBe(32768)
  })

  it.each(['word', 'line'] as const)('know the words that the accesses of an instruction touch (granularity %s, no other part watched)', (granularity) => {
    const profile = sampled()
    const watched = {
      length: 1,
      node: Int32Array.of(profile.pairs.source[0]!),
      tool: Uint8Array.of(profile.pairs.tool[0]!),
      samples: Float64Array.of(10),
      accounted: Float64Array.of(10),
      armed: Float64Array.of(10),
      bytes: Float64Array.of(320),
    }
    const recorded = { ...profile, run: { ...profile.run, granularity }, watches: watched }
    const { own } = observationsOf(recorded, FAR, locationGranularity(recorded, granularity))
    expect([own.locations, own.censoredLocations]).toEqual([new Float64Array(5).fill(4), new Float64Array(5).fill(4)])
    expect(observationsOf(profile, FAR, 'word').own.locations).toEqual(new Float64Array(5).fill(1))
    expect(observationsOf(recorded, FAR, 'line').own.locations).toEqual(new Float64Array(5).fill(1))
  })

  it('are rejected for an object that is unknown or was not observed', () => {
    for (const profile of [counted(), sampled()]) {
      expect(() => readReuse(profile, { ...QUESTION, object: 3 })).toThrow(/has no object 3/)
      expect(() => readReuse(profile, { ...QUESTION, object: UNUSED })).toThrow(/--by-object/)
    }
  })

  it('are in the report, its table and its CSV', () => {
    expect(buildReport(counted(), { top: 1 }).reusedObjects).toMatchObject([{ name: 'far', reuses: 60, share: 0.6, reuse: { traps: 60 } }])
    const table = (profile: ProfileTables): string[] => {
      const lines = renderReport(profile, { view: 'reuse', format: 'text', width: 100, top: 10 }).split('\n')
      const start = lines.findIndex((line) => line.startsWith('By data object'))
      return lines.slice(start + 1, start + 4).map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))
    }
    expect(table(counted())).toEqual([
      'reuses | share | time, 50 % | time, 90 % | stack, 50 % | stack, 90 % | object',
      '60 | 60.0 % | 256 KiB | 256 KiB | 128 KiB | 128 KiB | far',
      '30 | 30.0 % | 4 KiB | 4 KiB | 4 KiB | 4 KiB | near',
    ])
    expect(table(sampled())[2]).toMatch(/^5 \(few\) \| 19\.2 %/)
    const csv = renderReport(counted(), { view: 'reuse', format: 'csv', width: 100, top: 10 }).split('\r\n')
    expect(csv[0]).toBe('table,unit,from,to,share,object')
    expect(csv.filter((line) => line.endsWith(',1,far') && line.startsWith('stack distance,'))).toEqual(['stack distance,bytes,65536,131072,1,far'])
    expect(csv.filter((line) => line.startsWith('word time distance,bytes,0,4096') && line.endsWith(',near'))).toEqual([
      'word time distance,bytes,0,4096,1,near',
    ])
  })
})
