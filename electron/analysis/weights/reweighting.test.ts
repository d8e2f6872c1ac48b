/** A clock that rarely interrupts frequently executed code, corrected by exact execution counts. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { totalsByTool } from '../../../shared/metrics/totals.ts'
import { TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { ACCESS_LOAD, ACCESS_STORE, CONTEXT_RETURN_ADDRESS } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { buildReport } from '../../report/report.ts'
import { analyzeInMemory, analyzeRecording } from '../analyze_recording.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from '../recording.testing.ts'
import type { CountingRecording } from './reweigh_profile.ts'

const KILLED_BY = 1
const USED_BY = 2
const REUSED_BY = 5
const REUSE_DISTANCE = 4
const PERIOD = 10_000_000

/**
 * A quick store in init with 10 samples, 8 of 10 killed, and a slow one in fill with 90, all used. 30 of fill's are
 * unresolved, except those that `freed` memory resolves.
 */
function sampledByTheClock(header: ConstructorParameters<typeof RawFileBuilder>[0] = {}, freed = 0): RawFileBuilder {
  const file = new RawFileBuilder({ period: BigInt(PERIOD), ...header }).module(1, PROGRAM, [0xab]).thread(1, 'main')
  const call = file.context(1, file.threadRoot(1, 1), 1, 0x110, CONTEXT_RETURN_ADDRESS)
  const [quick, slow] = [file.context(1, call, 1, 0x200), file.context(1, call, 1, 0x300)]
  const pair = (watch: number, relation: number, credit: number): void => {
    const id = file.pair(1, watch, slow, relation, { traps: credit, credit, amount: credit * PERIOD, bytes: credit * 8 })
    for (let trap = 0; trap < credit; trap++) file.trap(1, Math.round((1_000_000_000 * (trap + 0.5)) / credit), id)
  }
  pair(quick, KILLED_BY, 8)
  pair(quick, USED_BY, 2)
  pair(slow, USED_BY, 60)
  file.watch(1, quick, { sampled: 10, accounted: 10, armed: 10, bytes: 80 }).watch(1, slow, { sampled: 90, accounted: 60 + freed, armed: 90, bytes: 720 })
  return file.statistics(1, { samples: 100, cpu_time: 1_000_000_000, freed })
}

/** init's store ran 1000 times, fill's 100 times, and a third one that was never sampled 200 times. */
function countingRun(buildId = 0xab): RawFileBuilder {
  const file = new RawFileBuilder({ engine: 4, driver: 1, period: 1n, tools: 0n }).module(1, PROGRAM, [buildId]).thread(1, 'main')
  const store = (offset: number): Array<{ offset: number; kind: number; bytes: number }> => [{ offset, kind: ACCESS_STORE, bytes: 8 }]
  file.blockCount(1, file.block(1, 1, 0x1f0, [...store(0x10), { offset: 0x20, kind: ACCESS_LOAD, bytes: 4 }]), 0, 600)
  // The same instruction in another block.
  file.blockCount(1, file.block(1, 1, 0x200, store(0)), 0, 400)
  return file.blockCount(1, file.block(1, 1, 0x300, store(0)), 0, 100).blockCount(1, file.block(1, 1, 0x400, store(0)), 0, 200)
}

function counting(file = countingRun(), rest: Partial<CountingRecording> = {}): CountingRecording {
  return { directory: recordingDirectory({ 'process-9-9.hagraw': file }, null), command: ['./solver', 'input.dat'], sameInput: true, cpuSeconds: null, ...rest }
}

async function analyse(file: RawFileBuilder, run?: CountingRecording): Promise<ProfileTables> {
  const recording = readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': file }))
  return (await analyzeInMemory(recording, { symbols: SOLVER_SYMBOLS, ...(run ? { counting: run } : {}) })).profile
}

describe('a reweighted profile', () => {
  it('leaves freed memory in neither waste nor use', async () => {
    const ended = 18
    expect(totalsByTool(await analyse(sampledByTheClock({}, ended)))['dead-stores']).toMatchObject({
      fraction: 8 / 70,
      freed: ended * PERIOD,
      unaccounted: (30 - ended) * PERIOD,
    })
    const profile = await analyse(sampledByTheClock({}, ended), counting())
    const bytes = 800 / 90
    expect(totalsByTool(profile)['dead-stores']).toMatchObject({
      waste: 6400,
      use: 1600 + 60 * bytes,
      freed: ended * bytes,
      unaccounted: expect.closeTo((30 - ended) * bytes),
    })
    expect(buildReport(profile, { top: 1 }).totals['dead-stores']).toHaveProperty('freed')
  })

  it('is of accesses, not of time', async () => {
    expect(totalsByTool(await analyse(sampledByTheClock()))['dead-stores']?.fraction).toBeCloseTo(8 / 70)
    const profile = await analyse(sampledByTheClock(), counting())
    // init: 8000 bytes for 10 samples; fill: 800 bytes for 90.
    expect(totalsByTool(profile)['dead-stores']).toMatchObject({ waste: 6400, use: 1600 + (800 * 60) / 90, unaccounted: (800 * 30) / 90, samples: 100 })
    expect(profile.run).toMatchObject({
      driver: 'accesses',
      unit: 'bytes',
      period: 11,
      reweighted: { sameInput: true, covered: 8800 / 10400, counted: 1, accessRate: 1900, period: PERIOD, command: ['./solver', 'input.dat'] },
    })
    expect(profile.threads[0]!.tools['dead-stores']).toEqual({ traps: 70, waste: expect.closeTo(6400), use: 1600 + (800 * 60) / 90 })
    expect(profile.notes.slice(0, 2)).toEqual([
      'Reweighted by a counting run: a sample represents the accesses of its instruction, divided by its samples. Shares are of accessed bytes.',
      '15 % of the counted bytes were accessed by instructions that were never sampled. No number includes them.',
    ])
    expect(profile.notes.some((note) => note.startsWith('Time-weighted'))).toBe(false)
  })

  it('weighs the samples of each tool by the kind of access it watches', async () => {
    const tools = TOOLS.slice(0, 6)
    const file = new RawFileBuilder({ period: BigInt(PERIOD), tools: 0b111111n, distance_unit: 1, granularity: 8 }).module(1, PROGRAM, [0xab]).thread(1, 'main')
    const context = file.context(1, file.threadRoot(1, 1), 1, 0x200)
    for (const tool of tools.keys()) file.watch(1, context, { sampled: 10, accounted: 0, armed: 10, bytes: 80, tool: tool + 1 })
    // The instruction loads 4 bytes and stores 8, 100 times.
    const counts = new RawFileBuilder({ engine: 4, driver: 1, period: 1n, tools: 0n }).module(1, PROGRAM, [0xab]).thread(1, 'main')
    counts.blockCount(
      1,
      counts.block(1, 1, 0x200, [
        { offset: 0, kind: ACCESS_LOAD, bytes: 4 },
        { offset: 0, kind: ACCESS_STORE, bytes: 8 },
      ]),
      0,
      100,
    )
    const { contextTotals } = await analyse(file, counting(counts))
    const accessed = Object.fromEntries(
      Array.from(contextTotals.tool, (tool, row) => [TOOLS[tool]!, [contextTotals.instances[row], contextTotals.accessed[row]]]),
    )
    expect(accessed).toEqual({
      'dead-stores': [100, 800],
      'silent-stores': [100, 800],
      'redundant-loads': [100, 400],
      'spatial-loads': [100, 400],
      'reuse-distance': [200, 1200],
      'false-sharing': [200, 1200],
    })
  })

  it('has intervals of its own', async () => {
    const of = (profile: ProfileTables): number[] => profile.intervals.flatMap(({ low, high }) => [low, high])
    const [low, high] = of(await analyse(sampledByTheClock(), counting()))
    expect(low!).toBeLessThan(6400 / (8000 + (800 * 60) / 90))
    expect(high!).toBeGreaterThan(6400 / (8000 + (800 * 60) / 90))
    // By the clock, eight of seventy traps are dead stores, but ten traps have nearly all bytes.
    expect(of(await analyse(sampledByTheClock()))[1]!).toBeLessThan(0.25)
    expect(low!).toBeGreaterThan(0.3)
  })

  it('names what the counting run did not execute, and its input', async () => {
    const profile = await analyse(sampledByTheClock(), counting(countingRun(0xcd), { sameInput: false, command: ['./solver', 'small.dat'] }))
    expect(profile.run.reweighted).toMatchObject({ covered: 0, counted: 0, accessRate: null })
    expect(totalsByTool(profile)['dead-stores']).toMatchObject({ waste: 0, use: 0, fraction: null })
    expect(profile.notes[0]).toContain('of another input (./solver small.dat)')
    expect(profile.notes[2]).toContain('100 % of the samples are at instructions that the counting run did not execute')
  })

  it("has reuse distances in accesses, each reuse weighted by its instruction's accesses", async () => {
    const file = new RawFileBuilder({ tools: 0b10000n, distance_unit: 1, granularity: 8 }).module(1, PROGRAM, [0xab]).thread(1, 'main')
    const context = file.context(1, file.context(1, file.threadRoot(1, 1), 1, 0x110, CONTEXT_RETURN_ADDRESS), 1, 0x200)
    const pair = file.pair(1, context, context, REUSED_BY, { traps: 2, credit: 2, amount: 2 * PERIOD, bytes: 16 }, REUSE_DISTANCE)
    file.reuse(1, 1, pair, 1_000_000_000).reuse(1, 2, pair, 1).censored(1, 3, context, 2_000_000_000)
    file.watch(1, context, { sampled: 4, accounted: 2, armed: 4, bytes: 32, tool: REUSE_DISTANCE })
    const { run, reuses, censored, pairs } = await analyse(file, counting(countingRun(), { cpuSeconds: 2 }))
    expect(run.distanceUnit).toBe('accesses')
    expect(Array.from(reuses.distance)).toEqual([950, 1])
    expect(Array.from(censored.distance)).toEqual([1900])
    // 1000 accesses for 4 samples, of which three observations are left.
    expect([...reuses.weight, ...censored.weight].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1000)
    expect(Array.from(pairs.amount)).toEqual([4000])
  })

  it('is written and opened like any other', async () => {
    const output = join(temporaryDirectory(), 'out.hagstone')
    await analyzeRecording(recordingDirectory({ 'process-1-1.hagraw': sampledByTheClock() }), output, { symbols: null, counting: counting() })
    const { profile, close } = openProfile(output)
    expect(buildReport(profile, { top: 1 }).run.reweighted?.covered).toBeCloseTo(8800 / 10400)
    close()
  })
})

describe('reweighting is refused', () => {
  it('where accesses drove the profile', async () => {
    await expect(analyse(new RawFileBuilder({ driver: 1, period: 100n }).module(1, PROGRAM), counting())).rejects.toThrow(/Only profiles sampled by the clock/)
  })

  it('where nothing was counted', async () => {
    await expect(analyse(sampledByTheClock(), counting(new RawFileBuilder({ engine: 4, driver: 1 })))).rejects.toThrow(/contains no counted accesses/)
  })
})
