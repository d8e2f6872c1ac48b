import { describe, expect, it } from 'vitest'
import { TOOLS, type Profile } from '../../../shared/profile/profile.ts'
import type { TimelineTable } from '../../../shared/profile/timeline.ts'
import type { PairFilter } from '../../../shared/rpc/pairs.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { loadProfile } from './loaded_profile.ts'
import { PairQueries } from './pairs/pair_queries.ts'
import { readTimeline } from './timeline.ts'

const drawn = profileFromStacks(`
  main main.c:1 > init a.c:5   KILLED_BY                   main main.c:2 > fill b.c:7   40/40
  main main.c:1 > init a.c:6   USED_BY                     main main.c:2 > fill b.c:7   80/80
  main main.c:1 > init a.c:8   false-sharing:SHARED_WITH   main main.c:2 > fill b.c:9   30/30
`)
const [WASTE, USE, SHARED] = [0, 1, 2]

function table(rows: Array<[interval: number, pair: number, amount: number, traps: number]>): TimelineTable {
  return {
    length: rows.length,
    tool: Uint8Array.from(rows, ([, pair]) => drawn.pairs.tool[pair]!),
    interval: Int32Array.from(rows, ([interval]) => interval),
    pair: Int32Array.from(rows, ([, pair]) => pair),
    amount: Float64Array.from(rows, ([, , amount]) => amount),
    accessed: new Float64Array(rows.length),
    traps: Float64Array.from(rows, ([, , , traps]) => traps),
  }
}

/** Sixteen intervals: waste in the first, use in the last eight. */
const sampled: Profile = {
  ...drawn,
  codeAt: () => null,
  timelineAxis: { unit: 'ns', ends: Array.from({ length: 16 }, (_, i) => (i + 1) * 1e9) },
  timeline: table([
    [0, WASTE, 20, 20],
    [0, USE, 20, 20],
    [1, SHARED, 30, 30],
    [3, WASTE, 20, 20],
    [8, USE, 30, 30],
    [15, USE, 10, 10],
  ]),
}

describe('the time line of a sampled run', () => {
  it('joins intervals until they have enough traps, and has shares with intervals from their traps', () => {
    const { unit, counted, covered, intervals } = readTimeline(sampled, 'dead-stores', null)
    expect([unit, counted, covered]).toEqual(['ns', false, 100 / 120])
    expect(intervals.map(({ from, to, first, last }) => [from / 1e9, to / 1e9, first, last]).slice(0, 2)).toEqual([
      [0, 2, 0, 1],
      [2, 4, 2, 3],
    ])
    expect(intervals.map(({ amount, whole, share }) => [amount, whole, share])).toEqual([
      [20, 40, 0.5],
      [20, 20, 1],
      [0, 0, null],
      [0, 0, null],
      [0, 30, 0],
      [0, 0, null],
      [0, 0, null],
      [0, 10, 0],
    ])
    const [half] = intervals
    expect([half!.traps, half!.allTraps]).toEqual([20, 40])
    expect(half!.low).toBeCloseTo(0.352, 2)
    expect(half!.high).toBeCloseTo(0.648, 2)
  })

  it('of a pair is its share of everything that the tool saw meanwhile', () => {
    const { intervals } = readTimeline(sampled, 'dead-stores', WASTE)
    expect(intervals.slice(0, 2).map(({ amount, share }) => [amount, share])).toEqual([
      [20, 0.5],
      [20, 1],
    ])
    expect(readTimeline(sampled, 'dead-stores', USE).intervals.at(-1)).toMatchObject({ amount: 10, share: 1 })
  })

  it('has only amounts if no trap shows use', () => {
    const { intervals } = readTimeline(
      { ...sampled, timelineAxis: { unit: 'ns', ends: [1, 2] }, timeline: table([[1, SHARED, 30, 30]]) },
      'false-sharing',
      null,
    )
    expect(intervals.map(({ amount, whole, share }) => [amount, whole, share])).toEqual([
      [0, null, null],
      [30, null, null],
    ])
  })

  it('shows no interval for few samples, and nothing for none', () => {
    const few = readTimeline({ ...sampled, timeline: table([[0, WASTE, 5, 5]]) }, 'dead-stores', null)
    expect(few.intervals[0]).toMatchObject({ share: 1, low: null, high: null })
    expect(readTimeline(sampled, 'silent-stores', null)).toMatchObject({ intervals: [], covered: 0 })
  })

  it('filters the pairs that trapped meanwhile', () => {
    const names = (first: number, last: number): string[] => {
      const filter: PairFilter = { wastefulOnly: false, search: '', regularExpression: false, side: 'either', during: { first, last } }
      return new PairQueries(loadProfile(sampled)).rows(filter, { column: 'source', descending: false }, 0, 9).rows.map((row) => row.source)
    }
    expect(names(0, 0)).toEqual(['init a.c:5', 'init a.c:6'])
    expect(names(1, 3)).toEqual(['init a.c:5', 'init a.c:8'])
    expect(names(4, 7)).toEqual([])
  })
})

describe('the time line of a counted run', () => {
  const counted: Profile = {
    ...sampled,
    timelineAxis: { unit: 'instructions', ends: [100, 250] },
    timeline: {
      length: 2,
      tool: new Uint8Array(2).fill(TOOLS.indexOf('dead-stores')),
      interval: Int32Array.of(0, 1),
      pair: Int32Array.of(-1, -1),
      amount: Float64Array.of(40, 0),
      accessed: Float64Array.of(80, 40),
      traps: new Float64Array(2),
    },
  }

  it('covers everything accessed meanwhile, exactly', () => {
    expect(readTimeline(counted, 'dead-stores', null)).toMatchObject({
      unit: 'instructions',
      counted: true,
      covered: 1,
      intervals: [
        { from: 0, to: 100, amount: 40, whole: 80, share: 0.5, low: null },
        { from: 100, to: 250, amount: 0, whole: 40, share: 0 },
      ],
    })
  })

  it('has no more bars than can be drawn, which contain all counts', () => {
    const length = 1 << 20
    const ends = Array.from({ length }, (_, i) => (i + 1) * 10)
    const many: Profile = {
      ...counted,
      timelineAxis: { unit: 'instructions', ends },
      timeline: {
        length,
        tool: new Uint8Array(length).fill(TOOLS.indexOf('dead-stores')),
        interval: Int32Array.from(ends.keys()),
        pair: new Int32Array(length).fill(-1),
        amount: new Float64Array(length).fill(1),
        accessed: new Float64Array(length).fill(4),
        traps: new Float64Array(length),
      },
    }
    const { intervals } = readTimeline(many, 'dead-stores', null)
    expect(intervals).toHaveLength(512)
    expect(intervals.at(-1)).toMatchObject({ to: length * 10, amount: length / 512, whole: length / 128, share: 0.25 })
  })

  it('has nothing for pairs, and says so', () => {
    expect(() => readTimeline(counted, 'dead-stores', 0)).toThrow(/only for each tool as a whole/)
    const filter: PairFilter = { wastefulOnly: false, search: '', regularExpression: false, side: 'either', during: { first: 0, last: 0 } }
    expect(() => new PairQueries(loadProfile(counted)).rows(filter, { column: 'waste', descending: true }, 0, 9)).toThrow(/clear the range of times/)
  })
})
