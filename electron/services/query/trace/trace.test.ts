/** The data of a trace view, for a trace whose cells follow from its samples. */
import { expect, it } from 'vitest'
import { join } from 'node:path'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../../profile/write_profile.ts'
import type { Profile, ProfileThread } from '../../../../shared/profile/profile.ts'
import type { TraceCells } from '../../../../shared/rpc/trace.ts'
import { hasRunCost, loadProfile } from '../loaded_profile.ts'
import { QueryEngine } from '../query_engine.ts'
import { restrictToPart } from './restrict_to_part.ts'
import { TraceQueries } from './trace_queries.ts'

const MILLISECOND = 1e6

/**
 * One thread runs A for 10 ms, sleeps for 10 ms and runs B for 20 ms, with a sample each millisecond; another one runs
 * B from 30 ms to 40 ms.
 */
function traced(between = ''): Profile {
  const drawn = profileFromStacks(`
    main main.c:1 > ${between}phase_a a.c:1 > leaf a.c:5   KILLED_BY   main main.c:1 > ${between}phase_a a.c:1 > leaf a.c:5   30/30
    main main.c:2 > ${between}phase_b b.c:1                KILLED_BY   main main.c:2 > ${between}phase_b b.c:1                10/10
    main main.c:2 > ${between}phase_b b.c:1                USED_BY     main main.c:2 > ${between}phase_b b.c:1                30/30
  `)
  const [a, b] = [drawn.pairs.source[0]!, drawn.pairs.source[1]!]
  const thread = (rank: number): ProfileThread => ({
    rank,
    process: 100 + rank,
    thread: 7,
    name: `rank ${rank}`,
    cpuTime: 1e9,
    coverage: 1,
    samples: 1,
    tools: {},
  })
  const first = Array.from({ length: 30 }, (_, i) => ({ node: i < 10 ? a : b, step: i === 10 ? 11_000 : 1000 }))
  const second = Array.from({ length: 10 }, (_, i) => ({ node: b, step: i === 0 ? 31_000 : 1000 }))
  const all = [...second, ...first]
  return {
    ...drawn,
    codeAt: () => null,
    threads: [thread(1), thread(0), { ...thread(2), name: 'without samples' }],
    traceAxis: { unit: 1000, end: 40 * MILLISECOND, firsts: [0, 10, 40, 40], stride: 1 },
    trace: {
      length: 40,
      step: Uint32Array.from(all, ({ step }) => step),
      node: Uint32Array.from(all, ({ node }) => node),
      cpuTime: new Uint32Array(40).fill(1000),
    },
    timelineAxis: { unit: 'ns', ends: [20 * MILLISECOND, 40 * MILLISECOND] },
    timeline: {
      length: 3,
      tool: new Uint8Array(3),
      interval: Int32Array.of(0, 1, 1),
      pair: Int32Array.of(0, 1, 2),
      amount: Float64Array.of(30, 10, 30),
      accessed: new Float64Array(3),
      traps: Float64Array.of(30, 10, 30),
    },
  }
}

/** Rows as text, a letter for each cell. */
function drawn({ runs, names, lanes }: TraceCells, columns: number): string[] {
  let text = ''
  for (let i = 0; i < runs.length; i += 2) text += (runs[i + 1]! < 0 ? '.' : names[runs[i + 1]!]!.at(-1)!).repeat(runs[i]!)
  return lanes.map((lane, row) => `${lane} ${text.slice(row * columns, (row + 1) * columns)}`)
}

const viewport = { from: 0, to: 40 * MILLISECOND, firstLane: 0, lastLane: 2, columns: 8, rows: 2, depth: 2, colour: 'function' } as const

it('has a lane for each thread with samples, by rank', () => {
  const { lanes, deepest, end } = new TraceQueries(loadProfile(traced())).summary()
  expect(lanes.map(({ thread, name, index, samples }) => [thread, name, index, samples])).toEqual([
    [1, 'rank 0', 0, 30],
    [0, 'rank 1', 0, 10],
  ])
  expect([deepest, end]).toEqual([3, 40 * MILLISECOND])
})

it('begins at the depth that tells functions apart', () => {
  const depth = (profile: Profile): number => new TraceQueries(loadProfile(profile)).summary().firstDepth
  expect(depth(traced())).toBe(2)
  const driven = traced('driver d.c:1 > step d.c:2 > ')
  expect(depth(driven)).toBe(4)
  // Only one phase, or the other one only waits.
  const { node } = driven.trace
  expect(depth({ ...driven, trace: { ...driven.trace, node: node.slice().fill(node[0]!) } })).toBe(2)
  const waiting = { length: 1, node: Int32Array.of(node[0]!), interrupts: Float64Array.of(30), time: Float64Array.of(1), waits: Uint8Array.of(1) }
  expect(depth({ ...driven, cpuTimes: waiting })).toBe(2)
})

/** Phase B waits. */
function waiting(): Profile {
  const profile = traced()
  const node = Int32Array.from(new Set(profile.trace.node)).sort()
  const isWaiting = (row: number): boolean => row === profile.pairs.source[1]
  return {
    ...profile,
    cpuTimes: {
      length: 2,
      node,
      interrupts: Float64Array.of(1, 1),
      time: Float64Array.of(1, 1),
      waits: Uint8Array.from(node, (row) => (isWaiting(row) ? 1 : 0)),
    },
  }
}

const told = ({ names, waits, places }: TraceCells): unknown[] => names.map((name, at) => [name, waits[at], places[at]])

it('distinguishes where a function waits from where it works', () => {
  const loaded = loadProfile(waiting())
  expect(told(new TraceQueries(loaded).cells(viewport, loaded))).toEqual([
    ['phase_b (waiting)', 1, -1],
    ['phase_a', 0, 0],
  ])
})

it('shows the same in a filtered part of the run, whose samples do not tell all that waits', () => {
  const path = join(temporaryDirectory(), 'waiting.hagstone')
  writeProfile(path, waiting(), [])
  const engine = new QueryEngine(() => null)
  const { profile: whole } = engine.answer('profile.open', { path })
  const { profile: part } = engine.answer('trace.filter', { profile: whole, from: 0, to: 10 * MILLISECOND })
  const cells = engine.answer('trace.cells', { profile: part, ...viewport })
  expect(told(cells)).toContainEqual(['phase_b (waiting)', 1, -1])
  expect(cells).toEqual(engine.answer('trace.cells', { profile: whole, ...viewport }))
})

it('shows the function at the depth that ran longest in each cell, and where a thread did not run', () => {
  const loaded = loadProfile(traced())
  const trace = new TraceQueries(loaded)
  const at = (change: object, columns = 8): string[] => drawn(trace.cells({ ...viewport, columns, ...change }, loaded), columns)
  expect(at({})).toEqual(['0 aa..bbbb', '1 ......bb'])
  expect(at({ depth: 1 })).toEqual(['0 nn..nnnn', '1 ......nn'])
  expect(at({ depth: 3 })).toEqual(['0 ff..bbbb', '1 ......bb'])
  // Coarser than the pause, finer than the samples, and of a part.
  expect(at({}, 2)).toEqual(['0 ab', '1 .b'])
  expect(at({ from: 9 * MILLISECOND, to: 11 * MILLISECOND, lastLane: 1, rows: 1 })).toEqual(['0 aaaa....'])
  expect(at({ from: 19.5 * MILLISECOND, to: 21.5 * MILLISECOND, lastLane: 1, rows: 1 }, 4)).toEqual(['0 .bbb'])
  // Most of the cell, although not the first in it.
  expect(at({ from: 8 * MILLISECOND, to: 30 * MILLISECOND, lastLane: 1, rows: 1 }, 1)).toEqual(['0 b'])
  // One row for two lanes shows the one in its middle.
  expect(at({ rows: 1 })).toEqual(['1 ......bb'])
})

it('counts cells by name, with the wasted share of the functions at the depth', () => {
  const loaded = loadProfile(traced())
  const { names, cells, waste } = new TraceQueries(loaded).cells({ ...viewport, colour: 'waste' }, loaded)
  expect(names).toEqual(['phase_b', 'phase_a'])
  expect(cells).toEqual([6, 2])
  expect(waste).toEqual([0.25, 1])
})

it('gives functions their places by time in the whole run, also in a part of it', () => {
  const loaded = loadProfile(traced())
  const trace = new TraceQueries(loaded)
  const placed = (change: object): unknown[] => {
    const { names, places } = trace.cells({ ...viewport, ...change }, loaded)
    return names.map((name, at) => [name, places[at]])
  }
  expect(placed({})).toEqual([
    ['phase_b', 0],
    ['phase_a', 1],
  ])
  expect(placed({ to: 12 * MILLISECOND })).toEqual([['phase_a', 1]])
  expect(placed({ depth: 1 })).toEqual([['main', 0]])
})

it('shows the call path at a moment', () => {
  const trace = new TraceQueries(loadProfile(traced()))
  expect(trace.at(0, 5.5 * MILLISECOND)).toMatchObject({
    from: 5 * MILLISECOND,
    to: 6 * MILLISECOND,
    cpuTime: MILLISECOND,
    path: [{ name: 'main' }, { name: 'phase_a' }, { name: 'leaf', line: 5 }],
  })
  expect(trace.at(0, 15 * MILLISECOND)).toBeNull()
  expect(() => trace.at(2, 0)).toThrow(/no such thread/)
})

it('leaves out the frames that start the program: depth 1 is their callee', () => {
  const drawn = profileFromStacks(`
    _start > __libc_start_main_impl > main main.c:1 > leaf a.c:5   KILLED_BY   _start > __libc_start_main_impl > main main.c:1 > leaf a.c:5   1/1
  `)
  const node = drawn.pairs.source[0]!
  const thread: ProfileThread = { rank: null, process: 1, thread: 1, name: 'main', cpuTime: 1e9, coverage: 1, samples: 1, tools: {} }
  const profile = {
    ...drawn,
    codeAt: () => null,
    threads: [thread],
    traceAxis: { unit: 1000, end: MILLISECOND, firsts: [0, 1], stride: 1 },
    trace: { length: 1, step: Uint32Array.of(1000), node: Uint32Array.of(node), cpuTime: Uint32Array.of(1000) },
  }
  const loaded = loadProfile(profile)
  const trace = new TraceQueries(loaded)
  const at = (depth: number): string[] => trace.cells({ ...viewport, to: MILLISECOND, lastLane: 1, columns: 1, rows: 1, depth }, loaded).names
  expect([at(1), at(2), trace.summary().deepest]).toEqual([['main'], ['leaf'], 2])
  expect(trace.at(0, MILLISECOND / 2)!.path.map(({ name }) => name)).toEqual(['main', 'leaf'])
})

it('is unavailable for a profile without a trace', () => {
  const profile = { ...profileFromStacks('main KILLED_BY main 1/1'), codeAt: () => null }
  const loaded = loadProfile(profile)
  expect(new TraceQueries(loaded).summary()).toMatchObject({ lanes: [], samples: 0 })
  expect(() => new TraceQueries(loaded).cells(viewport, loaded)).toThrow(/holds no trace/)
  expect(restrictToPart(profile, { from: 0, to: 1, threads: null })).toBeNull()
})

it('keeps, for a part of the run, the CPU time of its samples and the waste of its intervals', () => {
  const whole = traced()
  const part = restrictToPart(whole, { from: 20 * MILLISECOND, to: 40 * MILLISECOND, threads: null })!
  const loaded = loadProfile(part)
  expect(hasRunCost(loaded)).toBe(true)
  expect([...part.cpuTimes.node]).toEqual([whole.pairs.source[1]])
  // 30 samples less the two that end at the part's own end.
  expect([...part.cpuTimes.time, ...part.threads.map(({ cpuTime }) => cpuTime)].map((time) => time / MILLISECOND)).toEqual([28, 9, 19, 0])
  expect([...part.pairs.amount]).toEqual([0, 10, 30])
  expect(loaded.totals['dead-stores']).toMatchObject({ waste: 10, use: 30, traps: 40 })
  expect(part.run.duration).toBe(0.02)
  expect(part.notes[0]).toMatch(/^Only the time from 0\.02 s to 0\.04 s of the run is shown/)
})

it('keeps, for some threads, their CPU time, and their share of each pair', () => {
  const whole = traced()
  const shared = {
    ...whole,
    threadShares: {
      length: 4,
      pair: Int32Array.of(0, 1, 1, 2),
      thread: Int32Array.of(1, 0, 1, 1),
      amount: Float64Array.of(30, 4, 6, 30),
      traps: Float64Array.of(30, 4, 6, 30),
    },
  }
  const all = restrictToPart(shared, { from: 0, to: 40 * MILLISECOND, threads: [0] })!
  expect([...all.pairs.amount]).toEqual([0, 4, 0])
  expect(all.threads.map(({ cpuTime }) => cpuTime / MILLISECOND)).toEqual([10, 0, 0])
  expect(all.notes[0]).toMatch(/^Only 1 of 3 threads is shown/)
  const part = restrictToPart(shared, { from: 20 * MILLISECOND, to: 40 * MILLISECOND, threads: [1] })!
  expect([...part.pairs.amount]).toEqual([0, 6, 30])
  expect([...part.cpuTimes.time]).toEqual([19 * MILLISECOND])
  expect(part.notes[0]).toMatch(/Waste is estimated/)
})
