import { expect, test } from 'vitest'
import { totalsByTool } from '../../../shared/metrics/totals.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { CONTEXT_RETURN_ADDRESS } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { analyzeInMemory } from '../analyze_recording.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from '../recording.testing.ts'

const BASE = 250_000
const [KILLED_BY, USED_BY] = [1, 2]
const [LIGHT, HEAVY] = [4, 40]

/** A second of waste at 1,000 samples, then ten of use at 100 a second, found in one context. */
async function falling(): Promise<ProfileTables> {
  const file = new RawFileBuilder({ period: BigInt(BASE), early_periods: LIGHT, steady_periods: HEAVY, early_time: 1_000_000_000n })
    .module(1, PROGRAM, [0xab])
    .thread(1, 'main')
  const store = file.context(1, file.context(1, file.threadRoot(1, 1), 1, 0x110, CONTEXT_RETURN_ADDRESS), 1, 0x200)
  const counters = (traps: number, periods: number): { traps: number; credit: number; amount: number; bytes: number } => ({
    traps,
    credit: traps * periods,
    amount: traps * periods * BASE,
    bytes: traps * 8,
  })
  const killed = file.pair(1, store, store, KILLED_BY, counters(1000, LIGHT))
  const used = file.pair(1, store, store, USED_BY, counters(1000, HEAVY))
  for (let i = 0; i < 1000; i++) file.trap(1, 1_000_000_000 + i * 1_000_000, killed, LIGHT)
  for (let i = 0; i < 1000; i++) file.trap(1, 2_000_000_000 + i * 10_000_000, used, HEAVY)
  const periods = 1000 * (LIGHT + HEAVY)
  file.watch(1, store, { sampled: periods, samples: 2000, accounted: periods, armed: 2000, bytes: periods * 8, ends: [1000 * LIGHT, 1000 * HEAVY, 0] })
  file.interrupted(1, store, 2000, periods)
  file.statistics(1, {
    samples: 2000,
    traps: 2000,
    timer_signals: 2000,
    cpu_time: 11_000_000_000,
    sampled_periods: periods,
    squared_periods: 1000 * (LIGHT ** 2 + HEAVY ** 2),
    longest_period: HEAVY,
  })
  return (await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': file })), { symbols: SOLVER_SYMBOLS })).profile
}

test('samples at a falling rate are weighted by their own periods', async () => {
  const profile = await falling()
  const totals = totalsByTool(profile)['dead-stores']!
  // Counted as equal they would give one half.
  expect(totals.fraction).toBeCloseTo(LIGHT / (LIGHT + HEAVY), 9)
  expect(totals).toMatchObject({ waste: 1000 * LIGHT * BASE, use: 1000 * HEAVY * BASE, samples: 2000, traps: 2000, unaccounted: 0 })
  expect(profile.threads.map(({ samples }) => samples)).toEqual([2000])
  expect(profile.cpuTimes.time[0]).toBe(1000 * (LIGHT + HEAVY) * BASE)
  expect(totals.ci95![0]).toBeLessThan(totals.fraction!)
  expect(totals.ci95![1]).toBeGreaterThan(totals.fraction!)
  expect(totals.ci95![1]).toBeLessThan(0.2)
})

test('the run has the requested and the achieved rate, and the weight of samples', async () => {
  const { run } = await falling()
  expect(run).toMatchObject({ period: HEAVY * BASE, early: { period: LIGHT * BASE, time: 1e9 }, meanPeriod: ((LIGHT + HEAVY) / 2) * BASE })
  expect(run.sampleWeights!.light).toBeCloseTo((2 * LIGHT) / (LIGHT + HEAVY), 9)
  expect(run.sampleWeights!.heavy).toBeCloseTo((2 * HEAVY) / (LIGHT + HEAVY), 9)
})

test('the time line shows each second by its own content', async () => {
  const { timeline } = await falling()
  const perTrap = timeline.amount.map((amount, row) => amount / timeline.traps[row]! / BASE)
  expect(Math.min(...perTrap)).toBeCloseTo(LIGHT, 6)
  expect(Math.max(...perTrap)).toBeCloseTo(HEAVY, 6)
})
