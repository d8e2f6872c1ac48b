import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runsReport } from '../../shared/metrics/statistics/run_noise.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { CONTEXT_RETURN_ADDRESS } from '../raw/raw_layout.ts'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import { analyzeInMemory } from './analyze_recording.ts'
import { readRecordingDirectory } from './recording_directory.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from './recording.testing.ts'

const PERIOD = 10_000_000
const [KILLED_BY, USED_BY] = [1, 2]
const start = Date.parse('2026-11-20T10:00:00.000Z')

/** Runs of 300 samples each, 10 s apart, with this many wasted. */
async function runs(wastes: number[]): Promise<ProfileTables> {
  const files = Object.fromEntries(
    wastes.map((waste, run) => {
      const file = new RawFileBuilder({
        period: BigInt(PERIOD),
        process_id: 100 + run,
        start_time: BigInt(run) * 10_000_000_000n + 1n,
        start_realtime: BigInt(start + run * 10_000 + 5) * 1_000_000n,
      })
        .module(1, PROGRAM, [0xab])
        .thread(1, 'main')
      const store = file.context(1, file.context(1, file.threadRoot(1, 1), 1, 0x110, CONTEXT_RETURN_ADDRESS), 1, 0x200)
      for (const [relation, traps] of [
        [KILLED_BY, waste],
        [USED_BY, 300 - waste],
      ] as const) {
        const pair = file.pair(1, store, store, relation, { traps, credit: traps, amount: traps * PERIOD, bytes: traps * 8 })
        for (let trap = 0; trap < traps; trap++) file.trap(1, run * 10_000_000_000 + Math.round((3e9 * (trap + 0.5)) / traps), pair)
      }
      file
        .watch(1, store, { sampled: 300, accounted: 300, armed: 300, bytes: 2400 })
        .statistics(1, { samples: 300, traps: 300, cpu_time: 3_000_000_000 + run * 100_000_000 })
      return [`process-${100 + run}-${run + 1}.hagraw`, file]
    }),
  )
  const directory = recordingDirectory(files)
  const described = wastes.map((_, run) => ({ startedAt: new Date(start + run * 10_000).toISOString(), exit: { code: run === 1 ? 3 : 0, signal: null } }))
  writeFileSync(join(directory, 'recording.json'), JSON.stringify({ ...DESCRIPTION, runs: described }))
  return (await analyzeInMemory(readRecordingDirectory(directory), { symbols: SOLVER_SYMBOLS })).profile
}

test('each run has its CPU time, its outcome and its findings', async () => {
  const { run } = await runs([100, 200, 150])
  expect(run.runs!.map(({ code, cpuSeconds, tools }) => [code, cpuSeconds, tools['dead-stores']])).toEqual([
    [0, 3, { waste: 100 * PERIOD, use: 200 * PERIOD, traps: 300 }],
    [3, 3.1, { waste: 200 * PERIOD, use: 100 * PERIOD, traps: 300 }],
    [0, 3.2, { waste: 150 * PERIOD, use: 150 * PERIOD, traps: 300 }],
  ])
  expect(runsReport(run.runs)).toMatchObject({
    cpuSeconds: { mean: expect.closeTo(3.1, 9) },
    tools: { 'dead-stores': { fraction: { mean: expect.closeTo(0.5, 9) } } },
  })
})

test('intervals of tools and pairs include the difference between runs if it is larger', async () => {
  const width = ({ low, high }: { low: number; high: number }): number => high - low
  const [equal, unequal] = [await runs([150, 150, 150, 150]), await runs([75, 225, 80, 220])]
  expect(width(equal.intervals[0]!)).toBeLessThan(0.15)
  expect(width(unequal.intervals[0]!)).toBeGreaterThan(0.6)
  expect(unequal.pairs.intervalHigh[0]! - unequal.pairs.intervalLow[0]!).toBeGreaterThan(0.6)
})
