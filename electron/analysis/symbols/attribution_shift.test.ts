import { describe, expect, test } from 'vitest'
import { RELATIONS } from '../../../shared/profile/profile.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { attributionShifts, widenByShift } from './attribution_shift.ts'
import type { WatchEnds } from '../merge/merge_watches.ts'

const DEAD_STORES = 0
const SILENT_STORES = 1
const relation = (name: (typeof RELATIONS)[number]): number => RELATIONS.indexOf(name)

interface Context {
  waste: number
  use: number
  /** Samples beyond those of the pairs, each of which represents one unit. */ freed?: number
  ends?: [waste: number, use: number, ended: number]
}

/** Contexts at nodes 1, 2, …, each with a wasted and a useful pair. */
function shiftOf(contexts: Context[], tool = DEAD_STORES): number {
  const amounts = Float64Array.from(contexts.flatMap(({ waste, use }) => [waste, use]))
  const both = <T>(values: T[]): T[] => values.flatMap((value) => [value, value])
  const nodes = contexts.map((_, row) => row + 1)
  const tables = {
    pairs: {
      length: amounts.length,
      source: Int32Array.from(both(nodes)),
      tool: new Uint8Array(amounts.length).fill(DEAD_STORES),
      relation: Uint8Array.from(nodes.flatMap(() => [relation('KILLED_BY'), relation('USED_BY')])),
      amount: amounts,
      credit: amounts,
    },
    watches: {
      length: nodes.length,
      node: Int32Array.from(nodes),
      tool: new Uint8Array(nodes.length).fill(DEAD_STORES),
      accounted: Float64Array.from(contexts, ({ waste, use, freed = 0 }) => waste + use + freed),
    },
    counters: [{ name: 'freed', value: 1, description: '' }],
  } as unknown as Pick<ProfileTables, 'pairs' | 'watches' | 'counters'>
  const column = (position: 0 | 1 | 2): Float64Array => Float64Array.from(contexts, ({ ends }) => ends?.[position] ?? 0)
  const ends: WatchEnds = { waste: column(0), use: column(1), ended: column(2) }
  return attributionShifts(tables, ends)(tool)
}

describe('the bias of attribution', () => {
  test("is the difference from each context's outcomes weighted by inclusion probability", () => {
    expect(shiftOf([{ waste: 20, use: 80, ends: [50, 50, 0] }])).toBeCloseTo(0.3, 12)
  })

  test('keeps the weight of each context', () => {
    expect(
      shiftOf([
        { waste: 20, use: 80, ends: [5, 5, 0] },
        { waste: 300, use: 0, ends: [1000, 0, 0] },
      ]),
    ).toBeCloseTo(350 / 400 - 320 / 400, 12)
  })

  test('counts freed memory among the outcomes, as neither waste nor use', () => {
    // 100 samples: attributed 20, 60 and 20 freed; by inclusion probability 40, 40, 20.
    expect(shiftOf([{ waste: 20, use: 60, freed: 20, ends: [40, 40, 20] }])).toBeCloseTo(0.5 - 0.25, 12)
    // Half of all were freed, not a fifth: the context weighs less than another one.
    expect(
      shiftOf([
        { waste: 80, use: 0, freed: 20, ends: [50, 0, 50] },
        { waste: 0, use: 100, ends: [0, 100, 0] },
      ]),
    ).toBeCloseTo(50 / 150 - 80 / 180, 12)
  })

  test('is zero for recordings without such outcomes, and for tools that were not recorded', () => {
    expect(shiftOf([{ waste: 20, use: 80 }])).toBe(0)
    expect(shiftOf([{ waste: 20, use: 80, ends: [50, 50, 0] }], SILENT_STORES)).toBe(0)
  })

  test('widens an interval only on its own side, within 0 to 1', () => {
    expect(widenByShift([0.3, 0.4], 0.1)).toEqual([0.3, 0.5])
    expect(widenByShift([0.3, 0.4], -0.1)).toEqual([expect.closeTo(0.2, 12), 0.4])
    expect(widenByShift([0.05, 0.95], 0.2)).toEqual([0.05, 1])
    expect(widenByShift([0.05, 0.95], -0.2)).toEqual([0, 0.95])
  })
})
