import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../../shared/profile/profile.ts'
import { MOST_INTERVALS, type TimelineTable } from '../../../shared/profile/timeline.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import type { RawTimePoints } from '../../raw/raw_exact.ts'
import { countedTimeline, sampledTimeline } from './merge_timeline.ts'

const DEAD = TOOLS.indexOf('dead-stores')
const LOADS = TOOLS.indexOf('redundant-loads')

const rowsOf = ({ tool, interval, pair, amount, accessed, traps }: TimelineTable): number[][] =>
  Array.from(tool, (_, row) => [tool[row]!, interval[row]!, pair[row]!, amount[row]!, accessed[row]!, traps[row]!])

function points(rows: Array<[instructions: number, tool: number, waste: number, accessed: number]>): RawTimePoints {
  const column = (at: number): Float64Array => Float64Array.from(rows, (row) => row[at]!)
  return { length: rows.length, time: column(0), instructions: column(0), tool: Uint8Array.from(rows, (row) => row[1]), waste: column(2), accessed: column(3) }
}

describe('the time line of a sampled run', () => {
  const { pairs } = profileFromStacks(`
    main main.c:1 > init a.c:5   KILLED_BY   main main.c:2 > fill b.c:7   60/6
    main main.c:1 > init a.c:6   USED_BY     main main.c:2 > fill b.c:7   20/2
  `)

  it('has each trap in its interval, weighted by its share of the pair', () => {
    // Six samples represent 60 of the first pair, two represent 20 of the second.
    pairs.credit.set([6, 2])
    const traps = { time: Float64Array.of(0, 1, 999, 500), pair: Int32Array.of(0, 0, 1, 0), credit: Float64Array.of(1, 2, 2, 3) }
    const { timelineAxis, timeline } = sampledTimeline(pairs, traps, 1000)
    expect([timelineAxis.unit, timelineAxis.ends.length, timelineAxis.ends.at(-1)]).toEqual(['ns', MOST_INTERVALS, 1000])
    expect(rowsOf(timeline)).toEqual([
      [DEAD, 0, 0, 30, 0, 2],
      [DEAD, 128, 0, 30, 0, 1],
      [DEAD, 255, 1, 20, 0, 1],
    ])
  })

  it('is as long as its latest trap', () => {
    const { timelineAxis, timeline } = sampledTimeline(pairs, { time: Float64Array.of(4000), pair: Int32Array.of(0), credit: Float64Array.of(1) }, 1000)
    expect([timelineAxis.ends.at(-1), timeline.interval[0]]).toEqual([4000, MOST_INTERVALS - 1])
  })
})

describe('the time line of a counted run', () => {
  it('has the increase from point to point', () => {
    const { timelineAxis, timeline } = countedTimeline([
      points([
        [100, DEAD, 40, 80],
        [100, LOADS, 0, 64],
        [250, DEAD, 40, 120],
        [250, LOADS, 8, 128],
      ]),
    ])
    expect(timelineAxis).toEqual({ unit: 'instructions', ends: [100, 250] })
    expect(rowsOf(timeline)).toEqual([
      [DEAD, 0, -1, 40, 80, 0],
      [LOADS, 0, -1, 0, 64, 0],
      [DEAD, 1, -1, 0, 40, 0],
      [LOADS, 1, -1, 8, 64, 0],
    ])
  })

  it('joins neighbours if there are too many, and loses nothing', () => {
    const { timelineAxis, timeline } = countedTimeline([points(Array.from({ length: 1001 }, (_, i) => [10 * (i + 1), DEAD, i + 1, 2 * (i + 1)]))])
    expect(timelineAxis.ends.length).toBeLessThanOrEqual(MOST_INTERVALS)
    expect(timelineAxis.ends.at(-1)).toBe(10010)
    expect([timeline.amount.reduce((sum, value) => sum + value), timeline.accessed.reduce((sum, value) => sum + value)]).toEqual([1001, 2002])
  })

  it('adds processes up, each from its own start', () => {
    const { timelineAxis, timeline } = countedTimeline([
      points([
        [100, DEAD, 10, 20],
        [200, DEAD, 30, 40],
      ]),
      points([[500, DEAD, 7, 9]]),
    ])
    expect(timelineAxis.ends).toEqual([100, 200])
    expect(rowsOf(timeline)).toEqual([
      [DEAD, 0, -1, 10, 20, 0],
      [DEAD, 1, -1, 27, 29, 0],
    ])
  })
})
