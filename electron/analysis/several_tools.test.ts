/** One recording of several tools, threads and ranks: equal contexts are joined, different ones stay apart. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { totalsByTool } from '../../shared/metrics/totals.ts'
import { intervalWithUndecided } from '../../shared/metrics/undecided_interval.ts'
import { commonAncestor } from '../../shared/profile/tree/common_ancestor.ts'
import { RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import { openProfile } from '../profile/open_profile.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { fakeSymbols } from './symbols/symbols.testing.ts'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import { buildReport, threadReports } from '../report/report.ts'
import { analyzeInMemory, analyzeRecording } from './analyze_recording.ts'
import { readRecordingDirectory } from './recording_directory.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from './recording.testing.ts'

const KILLED_BY = 1
const REDUNDANT_WITH = 3
const CHANGED_BY = 4
const REUSED_BY = 5
const DEAD_STORES = 1
const SILENT_STORES = 2
const REUSE_DISTANCE = 4
const FALSE_SHARING = 5
const SECOND = 1_000_000_000
/** Samples are dealt to this many tools in these recordings, so each represents as many. */
const DEALT = 5

async function analyse(files: Record<string, RawFileBuilder>, description = DESCRIPTION, symbols = SOLVER_SYMBOLS): Promise<ProfileTables> {
  const directory = recordingDirectory(files, description)
  return (await analyzeInMemory(readRecordingDirectory(directory), { symbols })).profile
}

/** A process with threads 1 and 2, each with its writer and one store in init and one in fill. */
function twoThreads(header: ConstructorParameters<typeof RawFileBuilder>[0] = {}): { file: RawFileBuilder; stores: [number, number]; kills: [number, number] } {
  const file = new RawFileBuilder({ tools: 0b111110n, ...header }).module(1, PROGRAM).thread(1, 'main').thread(2, 'worker')
  const sides = [1, 2].map((thread) => {
    const main = file.context(thread, file.threadRoot(thread, thread), 1, 0x110, 1)
    return [file.context(thread, main, 1, 0x200), file.context(thread, main, 1, 0x300)] as const
  })
  return { file, stores: [sides[0]![0], sides[1]![0]], kills: [sides[0]![1], sides[1]![1]] }
}

const identity = ({ pairs }: ProfileTables): string[] =>
  Array.from(pairs.tool.keys(), (row) => `${TOOLS[pairs.tool[row]!]} ${RELATIONS[pairs.relation[row]!]} ${pairs.flags[row]} ${pairs.traps[row]}`)

describe('pairs', () => {
  it("are joined over threads by tool, relation and flags, and keep each thread's share", async () => {
    const { file, stores, kills } = twoThreads()
    for (const thread of [1, 2]) {
      const [store, kill] = [stores[thread - 1]!, kills[thread - 1]!]
      const counters = { traps: thread, credit: thread, amount: 10 * thread, bytes: 8 * thread }
      file.pair(thread, store, kill, KILLED_BY, counters, DEAD_STORES)
      file.pair(thread, store, kill, REDUNDANT_WITH, counters, SILENT_STORES)
      file.pair(thread, store, kill, REDUNDANT_WITH, { ...counters, flags: 1 }, SILENT_STORES)
      file.pair(thread, store, kill, CHANGED_BY, { ...counters, latency: 100, latencyCredit: 1, cacheMisses: 1 }, SILENT_STORES)
    }
    const profile = await analyse({ 'process-1-1.hagraw': file })
    expect(identity(profile)).toEqual([
      'dead-stores KILLED_BY 0 3',
      'silent-stores REDUNDANT_WITH 0 3',
      'silent-stores REDUNDANT_WITH 1 3',
      'silent-stores CHANGED_BY 0 3',
    ])
    expect(Array.from(profile.pairs.bytes)).toEqual([24, 24, 24, 24])
    expect([profile.pairs.latency[3], profile.pairs.latencyCredit[3], profile.pairs.cacheMisses[3]]).toEqual([200, 2, 2])
    expect(Array.from(profile.threadShares.pair)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
    expect(Array.from(profile.threadShares.amount)).toEqual([10, 20, 10, 20, 10, 20, 10, 20].map((amount) => amount * DEALT))
    expect(totalsByTool(profile)).toMatchObject({
      'dead-stores': { waste: 30 * DEALT, use: 0, fraction: 1, precise: 30 * DEALT, approximate: 0, sharing: null },
      'silent-stores': { waste: 60 * DEALT, use: 30 * DEALT, fraction: 2 / 3, precise: 30 * DEALT, approximate: 30 * DEALT },
    })
    expect(threadReports(profile).map(({ waste, traps, tools }) => [waste, traps, tools['silent-stores']])).toEqual([
      [10 * DEALT, 4, { traps: 3, waste: 20 * DEALT, use: 10 * DEALT }],
      [20 * DEALT, 8, { traps: 6, waste: 40 * DEALT, use: 20 * DEALT }],
    ])
    const [pair] = buildReport(profile, { top: 1 }).pairs
    expect(pair!.threads).toEqual([
      { rank: null, process: 100, thread: 102, share: 2 / 3 },
      { rank: null, process: 100, thread: 101, share: 1 / 3 },
    ])
  })

  it('have intervals by their own tool alone', async () => {
    const {
      file,
      stores: [store],
      kills: [kill],
    } = twoThreads({ distance_unit: 1, granularity: 64 })
    const dead = file.pair(1, store, kill, KILLED_BY, { traps: 100, credit: 100, amount: 100 }, DEAD_STORES)
    const silent = file.pair(1, store, kill, REDUNDANT_WITH, { traps: 50, credit: 50, amount: 50 }, SILENT_STORES)
    const changed = file.pair(1, store, kill, CHANGED_BY, { traps: 50, credit: 50, amount: 50 }, SILENT_STORES)
    const reuse = file.pair(1, store, kill, REUSED_BY, { traps: 40, credit: 40, amount: 40 }, REUSE_DISTANCE)
    for (let trap = 0; trap < 100; trap++) file.trap(1, trap * 1000, dead).trap(1, trap * 1000, trap % 2 ? silent : changed)
    for (let trap = 0; trap < 40; trap++) file.reuse(1, trap * 1000, reuse, 5)
    const { pairs, intervals } = await analyse({ 'process-1-1.hagraw': file })
    expect(intervals.map((interval) => interval.tool)).toEqual(['dead-stores', 'silent-stores'])
    const [of, other] = intervals
    expect([of!.high, other!.low < 0.5, other!.high > 0.5]).toEqual([1, true, true])
    expect(pairs.intervalLow[1]! < 0.5 && pairs.intervalHigh[1]! > 0.5).toBe(true)
    expect(pairs.intervalHigh[3]).toBe(1)
  })
})

describe('shared cache lines', () => {
  it('are pairs of contexts in two threads, false and true sharing apart, each with its data', async () => {
    const { file, stores, kills } = twoThreads()
    const share = (flags: number, line: { module?: number; offset: number }, amount: number): void => {
      file.trap(2, SECOND, file.sharedPair(2, stores[0], kills[1], { traps: 1, credit: 1, amount, flags }, { writer: 1, ...line }))
    }
    share(0, { module: 1, offset: 0x4040 }, 7)
    share(8, { module: 1, offset: 0x4040 }, 1)
    share(0, { module: 1, offset: 0x4080 }, 2)
    share(0, { offset: 0x7f00_0000_1000 }, 4)
    share(0, { offset: 0x7f00_0000_2000 }, 5)
    const profile = await analyse({ 'process-1-1.hagraw': file })
    const { pairs, totals, objects, threads } = buildReport(profile, { top: 9 })
    expect(pairs.map(({ sharing, waste, object }) => [sharing, waste / DEALT, object])).toEqual([
      ['false', 9, 'heap or stack at 0x7f0000001000'],
      ['false', 7, 'node+0x4040'],
      ['false', 2, 'node+0x4080'],
      ['true', 1, 'node+0x4040'],
    ])
    expect(pairs[0]!.source.at(-1)!.function).toBe('set')
    expect(pairs[0]!.target.at(-1)!.function).toBe('fill')
    expect(totals['false-sharing']).toMatchObject({ waste: 19 * DEALT, sharing: { false: 18 * DEALT, true: DEALT } })
    expect(pairs[0]!.shareOfTotal).toBeCloseTo(9 / 19)
    expect(objects).toEqual([
      { name: 'heap or stack at 0x7f0000001000', module: null, tool: 'false-sharing', waste: 9 * DEALT, use: 0, traps: 2, pairs: 1 },
      { name: 'node+0x4040', module: PROGRAM, tool: 'false-sharing', waste: 8 * DEALT, use: 0, traps: 2, pairs: 2 },
      { name: 'node+0x4080', module: PROGRAM, tool: 'false-sharing', waste: 2 * DEALT, use: 0, traps: 1, pairs: 1 },
    ])
    expect(threads.map((thread) => thread.tools['false-sharing']?.waste)).toEqual([19 * DEALT, undefined])
  })
})

it('reports how many of the watched lines are shared, with an interval', async () => {
  const { file, stores, kills } = twoThreads({ period: 10n })
  const pair = file.sharedPair(2, stores[0], kills[1], { traps: 20, credit: 160, amount: 1600 }, { writer: 1, offset: 64 })
  const random = new SeededRandom(8)
  for (let trap = 0; trap < 20; trap++) file.trap(2, random.nextBelow(1_000_000), pair, 8)
  file.watch(2, kills[1], { sampled: 900, accounted: 640, armed: 640, bytes: 7200, tool: FALSE_SHARING })
  const { totals, pairs } = buildReport(await analyse({ 'process-1-1.hagraw': file }), { top: 1 })
  expect(totals['false-sharing']).toMatchObject({ waste: 1600 * DEALT, use: 4800 * DEALT, fraction: 0.25, unaccounted: 2600 * DEALT })
  const { ci95 } = pairs[0]!
  expect(ci95![0]).toBeLessThan(0.25)
  expect(ci95![1]).toBeGreaterThan(0.25)
  // Watches that ended without an access, but were not given up, may or may not have been on shared lines.
  const { ci95: whole, waste, use, unaccounted } = totals['false-sharing']!
  expect(whole).toEqual(intervalWithUndecided(ci95!, unaccounted, waste + use))
  expect(whole![0]).toBeLessThan(ci95![0])
})

describe('reuse distances', () => {
  const reuseHeader = { distance_unit: 2, granularity: 64, start_time: 1_000n }

  it('stay raw, in order of pair and time, and survive the profile file', async () => {
    const {
      file,
      stores: [use],
      kills: [reuse],
    } = twoThreads(reuseHeader)
    const first = file.pair(1, use, reuse, REUSED_BY, { traps: 3, credit: 4, amount: 4 }, REUSE_DISTANCE)
    const other = file.pair(1, use, reuse, REUSED_BY, { traps: 1, credit: 1, amount: 1, flags: 4 }, REUSE_DISTANCE)
    file.reuse(1, 4_000, first, 1_000_003, 2).reuse(1, 3_000, other, 64).reuse(1, 2_000, first, 10).reuse(1, 3_000, first, 20)
    const output = join(temporaryDirectory(), 'reuse.hagstone')
    const description = {
      ...DESCRIPTION,
      processors: { model: 'AMD EPYC', count: 2 },
      caches: [
        { level: 2, bytes: 1 << 20 },
        { level: 1, bytes: 1024 },
      ],
    }
    await analyzeRecording(recordingDirectory({ 'process-1-1.hagraw': file }, description), output, { symbols: SOLVER_SYMBOLS })
    const { profile, close } = openProfile(output)
    expect(profile.run).toMatchObject({
      distanceUnit: 'accesses',
      granularity: 'line',
      kernel: DESCRIPTION.kernel,
      processors: { model: 'AMD EPYC', count: 2 },
      caches: [
        { level: 1, bytes: 1024 },
        { level: 2, bytes: 1 << 20 },
      ],
    })
    expect(profile.reuses).toEqual({
      length: 4,
      pair: Int32Array.of(0, 0, 0, 1),
      distance: Float64Array.of(10, 20, 1_000_003, 64),
      weight: Float64Array.of(1, 1, 1, 1),
      time: Float64Array.of(1_000, 2_000, 3_000, 2_000),
      object: Int32Array.of(-1, -1, -1, -1),
    })
    const report = buildReport(profile, { top: 9 })
    expect(report.pairs.map(({ relation, reuseOf, shareOfTotal, distance }) => [relation, reuseOf, shareOfTotal, distance])).toEqual([
      [
        'REUSED_BY',
        'same',
        0.8,
        {
          p50: 20,
          p90: 1_000_003,
          beyond: [
            { bytes: 1024, share: 2 / 3 },
            { bytes: 1 << 20, share: 1 / 3 },
          ],
        },
      ],
      [
        'REUSED_BY',
        'other',
        0.2,
        {
          p50: 64,
          p90: 64,
          beyond: [
            { bytes: 1024, share: 1 },
            { bytes: 1 << 20, share: 0 },
          ],
        },
      ],
    ])
    expect(report.reuse).toMatchObject({ granularity: 'line', distanceUnit: 'accesses', traps: 4, censoredShare: 0 })
    expect(report.totals['reuse-distance']).toMatchObject({ waste: 0, use: 0, reused: 5 * DEALT, fraction: null, traps: 4 })
    close()
  })

  it('represent the samples of their context, censored ones those whose reuse was seen further away', async () => {
    const {
      file,
      stores: [use, other],
      kills: [reuse],
    } = twoThreads(reuseHeader)
    const pair = file.pair(1, use, reuse, REUSED_BY, { traps: 2, credit: 8, amount: 8 }, REUSE_DISTANCE)
    file.reuse(1, 5_000, pair, 7, 4).reuse(1, 6_000, pair, 100, 4)
    file.censored(1, 3_000, use, 11, 1).censored(1, 6_000, use, 1_000, 0).censored(1, 9_000, use, 13, 2)
    file.watch(1, use, { sampled: 8, accounted: 8, armed: 5, bytes: 56, tool: REUSE_DISTANCE })
    file.watch(1, use, { sampled: 90, accounted: 0, armed: 9, bytes: 56, tool: DEAD_STORES })
    file.censored(2, 2_000, other, 21)
    const { reuses, censored } = await analyse({ 'process-1-1.hagraw': file })
    expect(reuses.weight[0]).toBeCloseTo(1.6, 9)
    expect(reuses.weight[1]).toBeCloseTo(3.2, 9)
    // Both threads' stores are one context.
    expect(Array.from(censored.distance.keys(), (row) => [censored.distance[row], censored.weight[row], censored.flags[row]])).toEqual([
      [11, 0, 1],
      [1_000, expect.closeTo(3.2, 9), 0],
      [13, 8, 2],
      [21, 0, 0],
    ])
  })

  it('are of the static data around the sampled address, in the module that was loaded then', async () => {
    const {
      file,
      stores: [use],
      kills: [reuse],
    } = twoThreads(reuseHeader)
    const loaded = { bias: 0x7000_0000, start: 0x7000_0000, end: 0x7001_0000 }
    file.module(2, PROGRAM, [], loaded)
    const pair = file.pair(1, use, reuse, REUSED_BY, { traps: 4, credit: 4, amount: 4 }, REUSE_DISTANCE)
    const at = (offset: number): number => loaded.bias + offset
    file
      .reuse(1, 2_000, pair, 10, 1, at(0x4040))
      .reuse(1, 3_000, pair, 20, 1, at(0x4077))
      .reuse(1, 4_000, pair, 30, 1, at(0x4078))
      .reuse(1, 5_000, pair, 40, 1, 0x7fff_0000_0000)
    file.censored(1, 6_000, use, 9, 0, at(0x4050))
    const symbols = fakeSymbols({ [PROGRAM]: { frames: {}, data: [{ name: 'grid', low: 0x4040, high: 0x4078 }] } })
    const { reuses, censored, objects } = await analyse({ 'process-1-1.hagraw': file }, DESCRIPTION, symbols)
    expect(Array.from(reuses.object)).toEqual([0, 0, -1, -1])
    expect(Array.from(censored.object)).toEqual([0])
    expect(objects).toMatchObject([{ name: 'grid', kind: 'static', bytes: 56, allocation: -1 }])
  })

  it('never mixes different units', async () => {
    const files = {
      'process-1-1.hagraw': twoThreads(reuseHeader).file,
      'process-2-1.hagraw': twoThreads({ ...reuseHeader, distance_unit: 1, process_id: 2 }).file,
    }
    await expect(analyse(files)).rejects.toMatchObject({ code: 'unable', message: expect.stringMatching(/different units or granularities/) })
  })
})

describe('ranks', () => {
  function ranksDirectory(ranks: Record<number, RawFileBuilder | null>, rankCount: number): string {
    const directory = temporaryDirectory()
    for (const [rank, file] of Object.entries(ranks)) {
      const own = join(directory, `rank-${rank}`)
      mkdirSync(own)
      if (file) file.write(join(own, 'process-100-1.hagraw'))
      else writeFileSync(join(own, 'process-100-1.hagraw'), 'rubbish')
      const endedAt = `2026-11-20T10:00:1${rank}.000Z`
      writeFileSync(
        join(own, 'recording.json'),
        JSON.stringify({ ...DESCRIPTION, rank: Number(rank), rankCount, exit: { code: Number(rank) === 1 ? 3 : 0, signal: null, endedAt, stopped: false } }),
      )
    }
    return directory
  }

  it('are one profile: equal contexts joined, threads distinguished by rank, each on its own clock', async () => {
    const made = (start: bigint): RawFileBuilder => {
      const {
        file,
        stores: [store],
        kills: [kill],
      } = twoThreads({ start_time: start })
      return file.trap(1, Number(start) + 5_000, file.pair(1, store, kill, KILLED_BY, { traps: 1, credit: 1, amount: 1 }))
    }
    const directory = ranksDirectory({ 0: made(1_000n), 1: made(900_000_000_000n), 2: null }, 4)
    const { profile } = await analyzeInMemory(readRecordingDirectory(directory), { symbols: SOLVER_SYMBOLS })
    expect(profile.run).toMatchObject({ ranks: [0, 1], processes: 2, duration: 11, exit: { code: 3 } })
    expect(profile.pairs.length).toBe(1)
    expect(profile.threads.map((thread) => [thread.rank, thread.process, thread.thread])).toEqual([
      [0, 100, 101],
      [0, 100, 102],
      [1, 100, 101],
      [1, 100, 102],
    ])
    expect(buildReport(profile, { top: 1 }).pairs[0]!.threads.map((thread) => thread.rank)).toEqual([0, 1])
    expect(profile.notes.join('\n')).toMatch(/Rank 2 is omitted: .*is not a raw recording/)
    expect(profile.notes.join('\n')).toMatch(/1 of 4 ranks wrote no recording/)
  })

  it('of a recording around mpirun are those that the processes found themselves; the starter has none', async () => {
    const header = { process_id: 90, executablePath: '/usr/bin/mpirun', rank: 0xffffffff }
    const files = {
      'process-90-1.hagraw': twoThreads(header).file,
      // The starter forks, and then executes the program: one process.
      'process-100-1.hagraw': twoThreads({ ...header, process_id: 100, state: 3 }).file,
      'process-100-2.hagraw': twoThreads({ rank: 0, start_time: 1_000_000_001n }).file,
      'process-101-1.hagraw': twoThreads({ rank: 1, process_id: 101 }).file,
      'process-102-1.hagraw': twoThreads({ rank: 1, process_id: 102, parent_process_id: 101 }).file,
    }
    const profile = await analyse(files)
    expect(profile.run).toMatchObject({ ranks: [0, 1], processes: 4 })
    expect(profile.run.unrecorded).toBe(undefined)
    expect(buildReport(profile, { top: 0 }).ranks).toMatchObject([
      { rank: 0, processes: 1, threads: 2 },
      { rank: 1, processes: 2, threads: 4 },
    ])
    expect(
      profile.threads
        .filter(({ rank }) => rank === null)
        .map(({ process }) => process)
        .toSorted((a, b) => a - b),
    ).toEqual([90, 90, 100, 100])
  })

  it('are unknown in files of the first version', async () => {
    const profile = await analyse({ 'process-100-1.hagraw': twoThreads({ version: 1, rank: 0 }).file })
    expect(profile.run.ranks).toEqual([])
  })

  it('can be analysed alone', async () => {
    const directory = ranksDirectory({ 3: twoThreads().file }, 4)
    const { profile } = await analyzeInMemory(readRecordingDirectory(join(directory, 'rank-3')), { symbols: SOLVER_SYMBOLS })
    expect(profile.run.ranks).toEqual([3])
  })
})

it('gives a thread that still ran at the end the CPU time of its writer', async () => {
  const { file } = twoThreads()
  file.threadEnd(1, 900).statistics(1, { cpu_time: 900 }).thread(3, 'created')
  const creation = file.context(3, file.threadRoot(3, 1), 1, 0x110, 1)
  file.watch(3, file.context(3, file.threadRoot(3, 3, creation), 1, 0x200), { sampled: 1, accounted: 1, armed: 1, bytes: 8 })
  file.statistics(3, { cpu_time: 700, cpu_time_unwatched: 350 })
  const profile = await analyse({ 'process-1-1.hagraw': file })
  expect(profile.threads.map(({ cpuTime, coverage }) => [cpuTime, coverage])).toEqual([
    [900, 1],
    [0, 1],
    [700, 0.5],
  ])
})

describe('coverage', () => {
  it('is the share of its time in which a thread had debug registers', async () => {
    const { file } = twoThreads()
    file.statistics(1, { cpu_time: 1000, cpu_time_unwatched: 0 }).statistics(2, { cpu_time: 1000, cpu_time_unwatched: 750 })
    const profile = await analyse({ 'process-1-1.hagraw': file.thread(3, 'never sampled') })
    expect(profile.threads.map((thread) => thread.coverage)).toEqual([1, 0.25, null])
    expect(threadReports(profile)[2]).not.toHaveProperty('coverage')
  })

  it('is unknown for threads that left nothing if some could not be watched', async () => {
    const coverage = async (unwatched: number): Promise<unknown> => {
      const { file } = twoThreads()
      file.statistics(1, { cpu_time: 1000, threads_unwatched: unwatched }).thread(3, 'left nothing')
      return (await analyse({ 'process-1-1.hagraw': file })).threads.map((thread) => thread.coverage)
    }
    expect(await coverage(0)).toEqual([1, 1, 1])
    expect(await coverage(1)).toEqual([1, 1, null])
  })
})

it.each([
  [{}, []],
  [{ load_event: 0x1cd, store_event: 0x82d0 }, ['loads=r1cd', 'stores=r82d0']],
  [{ store_event: 0x82d0 }, ['stores=r82d0']],
  [{ load_event: 1, store_event: 1 }, ['all=r1']],
])('names the events of %j', async (header, events) => {
  expect((await analyse({ 'process-1-1.hagraw': twoThreads(header).file })).run.events).toEqual(events)
})

it('finds the innermost function that both sides run in', async () => {
  const {
    file,
    stores: [store],
    kills: [kill],
  } = twoThreads()
  file.pair(1, store, kill, REDUNDANT_WITH, { traps: 1, credit: 1, amount: 1 }, SILENT_STORES)
  file.pair(1, store, store, REDUNDANT_WITH, { traps: 1, credit: 1, amount: 1 }, SILENT_STORES)
  const profile = await analyse({ 'process-1-1.hagraw': file })
  expect([0, 1].map((pair) => commonAncestor(profile, profile.pairs.source[pair]!, profile.pairs.target[pair]!))).toEqual(['main main.c:38', 'set set.h:4'])
})
