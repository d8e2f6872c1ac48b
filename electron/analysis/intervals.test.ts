import { expect, test } from 'vitest'
import { computeIntervals } from './intervals.ts'
import type { TrapLog } from './merge_pairs.ts'
import type { PairTable, WatchTable } from '../../shared/profile/tables.ts'

const DEAD_STORES = 0
const KILLED_BY = 0
const USED_BY = 1

interface TestedPair { relation: number; traps: number; /** Of each sampled access, bytes. */ length: number }

/** Traps without order in time, each with the credit 1; counted accesses, period 1. */
function sampled(described: TestedPair[]): { pairs: PairTable; traps: TrapLog } {
  const column = (pick: (pair: TestedPair) => number) => Float64Array.from(described, pick)
  const none = new Float64Array(described.length)
  const order = described.flatMap(({ traps }, row) => Array.from({ length: traps }, (_, i) => ({ row, time: (i * Math.sqrt(2 + row)) % 1 }))).sort((a, b) => a.time - b.time)
  return {
    pairs: {
      length: described.length, source: new Int32Array(described.length), target: new Int32Array(described.length),
      tool: new Uint8Array(described.length).fill(DEAD_STORES), relation: Uint8Array.from(described, ({ relation }) => relation), flags: new Uint8Array(described.length),
      amount: column(({ traps, length }) => traps * length), traps: column(({ traps }) => traps), credit: column(({ traps }) => traps), bytes: column(({ traps, length }) => traps * length),
      partial: none, latency: none, latencyCredit: none, cacheMisses: none, object: new Int32Array(described.length).fill(-1), scope: new Int32Array(described.length).fill(-1),
      interleavedInstances: none, interleavedBytes: none, intervalLow: none.map(() => Number.NaN), intervalHigh: none.map(() => Number.NaN),
    },
    traps: { time: Float64Array.from(order, ({ time }) => time * 1e6), pair: Int32Array.from(order, ({ row }) => row), credit: new Float64Array(order.length).fill(1) },
  }
}

const noWatches: WatchTable = { length: 0, node: new Int32Array(), tool: new Uint8Array(), samples: new Float64Array(), accounted: new Float64Array(), armed: new Float64Array(), bytes: new Float64Array() }

test('where bytes are counted, long accesses weigh more in the interval, as they do in the fraction', () => {
  const { pairs, traps } = sampled([{ relation: KILLED_BY, traps: 500, length: 32 }, { relation: USED_BY, traps: 500, length: 4 }])
  const fraction = 32 / 36
  const [interval] = computeIntervals(pairs, traps, noWatches)
  expect(interval!.low).toBeLessThanOrEqual(fraction)
  expect(interval!.high).toBeGreaterThanOrEqual(fraction)
  expect(interval!.low).toBeGreaterThan(0.8)
  expect(pairs.intervalLow[1]!).toBeLessThanOrEqual(1 - fraction)
  expect(pairs.intervalHigh[1]!).toBeGreaterThanOrEqual(1 - fraction)
  expect(pairs.intervalHigh[1]!).toBeLessThan(0.2)
})
