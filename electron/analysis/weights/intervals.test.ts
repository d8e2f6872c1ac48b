import { expect, test } from 'vitest'
import { CONTEXT_RETURN_ADDRESS } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { analyzeInMemory } from '../analyze_recording.ts'
import { computeIntervals } from './intervals.ts'
import type { TrapLog } from '../merge/merge_pairs.ts'
import type { WatchEnds } from '../merge/merge_watches.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from '../recording.testing.ts'
import type { PairTable, WatchTable } from '../../../shared/profile/tables.ts'

const DEAD_STORES = 0
const KILLED_BY = 0
const USED_BY = 1

interface TestedPair {
  relation: number
  traps: number
  /** Length of each sampled access, in bytes. */ length: number
}

/** Traps without times, each with the credit 1; counted accesses, period 1. */
function sampled(described: TestedPair[]): { pairs: PairTable; traps: TrapLog } {
  const column = (pick: (pair: TestedPair) => number) => Float64Array.from(described, pick)
  const none = new Float64Array(described.length)
  const order = described
    .flatMap(({ traps }, row) => Array.from({ length: traps }, (_, i) => ({ row, time: (i * Math.sqrt(2 + row)) % 1 })))
    .sort((a, b) => a.time - b.time)
  return {
    pairs: {
      length: described.length,
      source: new Int32Array(described.length),
      target: new Int32Array(described.length),
      tool: new Uint8Array(described.length).fill(DEAD_STORES),
      relation: Uint8Array.from(described, ({ relation }) => relation),
      flags: new Uint8Array(described.length),
      amount: column(({ traps, length }) => traps * length),
      traps: column(({ traps }) => traps),
      credit: column(({ traps }) => traps),
      bytes: column(({ traps, length }) => traps * length),
      partial: none,
      latency: none,
      latencyCredit: none,
      cacheMisses: none,
      object: new Int32Array(described.length).fill(-1),
      scope: new Int32Array(described.length).fill(-1),
      interleavedInstances: none,
      interleavedBytes: none,
      intervalLow: none.map(() => Number.NaN),
      intervalHigh: none.map(() => Number.NaN),
    },
    traps: {
      time: Float64Array.from(order, ({ time }) => time * 1e6),
      pair: Int32Array.from(order, ({ row }) => row),
      credit: new Float64Array(order.length).fill(1),
    },
  }
}

const noWatches: WatchTable = {
  length: 0,
  node: new Int32Array(),
  tool: new Uint8Array(),
  samples: new Float64Array(),
  accounted: new Float64Array(),
  armed: new Float64Array(),
  bytes: new Float64Array(),
}

const noEnds: WatchEnds = { waste: new Float64Array(), use: new Float64Array(), ended: new Float64Array() }

test('where bytes are counted, long accesses weigh more in the interval, as in the fraction', () => {
  const { pairs, traps } = sampled([
    { relation: KILLED_BY, traps: 500, length: 32 },
    { relation: USED_BY, traps: 500, length: 4 },
  ])
  const fraction = 32 / 36
  const [interval] = computeIntervals({ pairs, watches: noWatches, counters: [] }, traps, noEnds)
  expect(interval!.low).toBeLessThanOrEqual(fraction)
  expect(interval!.high).toBeGreaterThanOrEqual(fraction)
  expect(interval!.low).toBeGreaterThan(0.8)
  expect(pairs.intervalLow[1]!).toBeLessThanOrEqual(1 - fraction)
  expect(pairs.intervalHigh[1]!).toBeGreaterThanOrEqual(1 - fraction)
  expect(pairs.intervalHigh[1]!).toBeLessThan(0.2)
})

test("where a context's traps by inclusion probability differ, the interval contains them too", async () => {
  const intervalWith = async (ends?: [number, number, number]): Promise<{ low: number; high: number }> => {
    const file = new RawFileBuilder({}).module(1, PROGRAM, [0xab]).thread(1, 'main')
    const init = file.context(1, file.context(1, file.threadRoot(1, 1), 1, 0x110, CONTEXT_RETURN_ADDRESS), 1, 0x200)
    for (const [relation, traps] of [
      [1, 100],
      [2, 300],
    ] as const) {
      const pair = file.pair(1, init, init, relation, { traps, credit: traps, amount: traps, bytes: traps * 8 })
      for (let trap = 0; trap < traps; trap++) file.trap(1, 1_000_000_000 + Math.round((1e6 * (trap + 0.5)) / traps), pair)
    }
    file.watch(1, init, { sampled: 400, accounted: 400, armed: 400, bytes: 3200, ...(ends ? { ends } : {}) }).statistics(1, { samples: 400, traps: 400 })
    const { profile } = await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': file })), { symbols: SOLVER_SYMBOLS })
    return profile.intervals[0]!
  }
  const { low, high } = await intervalWith()
  expect(low).toBeGreaterThan(0.2)
  expect(high).toBeLessThan(0.3)
  expect(await intervalWith([200, 600, 0])).toMatchObject({ low, high })
  expect(await intervalWith([400, 400, 0])).toMatchObject({ low, high: expect.closeTo(high + 0.25, 6) })
  expect(await intervalWith([80, 720, 0])).toMatchObject({ low: expect.closeTo(low - 0.15, 6), high })
})
