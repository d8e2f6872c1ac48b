/**
 * Recordings of the exhaustive engine: the counts and the useful share derived from them, at the rows where they
 * belong.
 */
import { describe, expect, it } from 'vitest'
import { nodeMetrics } from '../../shared/metrics/node_metrics.testing.ts'
import { totalsByTool } from '../../shared/metrics/totals.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { INSTRUCTION, isFunctionRow, LINE, LOOP } from '../../shared/profile/tables.ts'
import { ACCESS_LOAD, ACCESS_STORE, CONTEXT_RETURN_ADDRESS, MODULE_SYSTEM_CALL } from '../raw/raw_layout.ts'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import { threadReports } from '../report/report.ts'
import { analyzeInMemory } from './analyze_recording.ts'
import { readRecordingDirectory } from './recording_directory.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory } from './recording.testing.ts'
import { fakeSymbols } from './symbols/symbols.testing.ts'

const KILLED_BY = 1
const REDUNDANT_WITH = 3
const REUSED_BY = 5
const DEAD_STORES = 1
const REDUNDANT_LOADS = 3
const REUSE_DISTANCE = 4
const SPATIAL_LOADS = 6
const LOOP_SCOPE = 1
const FUNCTION_SCOPE = 2

/** main calls fill in a loop (line 44); fill stores (131) and loads (132) in a loop of its own. */
const SYMBOLS = fakeSymbols({
  [PROGRAM]: {
    frames: {
      0x11f: [{ name: 'main', file: '/src/main.c', line: 44, functionLine: 38 }],
      0x300: [{ name: 'fill', file: '/src/fill.c', line: 131, functionLine: 128 }],
      0x304: [{ name: 'fill', file: '/src/fill.c', line: 131, functionLine: 128 }],
      0x310: [
        { name: 'fill', file: '/src/fill.c', line: 132, functionLine: 128 },
        { name: 'get', file: '/src/get.h', line: 7, functionLine: 6, inlined: true },
      ],
      0x320: [{ name: 'fill', functionLine: 128 }],
    },
    loops: {
      0x11f: [{ frame: 0, header: 0x118, file: '/src/main.c', line: 43 }],
      0x300: [{ frame: 0, header: 0x2f0, file: '/src/fill.c', line: 130 }],
      0x304: [{ frame: 0, header: 0x2f0, file: '/src/fill.c', line: 130 }],
      0x310: [{ frame: 0, header: 0x2f0, file: '/src/fill.c', line: 130 }],
    },
  },
})

interface Program {
  file: RawFileBuilder
  call: number
  store: number
  load: number
}

function program(header: ConstructorParameters<typeof RawFileBuilder>[0] = {}): Program {
  const file = new RawFileBuilder({ engine: 4, driver: 1, period: 1n, attribution: 2, tools: 0b110n, ...header }).module(1, PROGRAM).thread(1, 'main')
  const call = file.context(1, file.threadRoot(1, 1), 1, 0x120, CONTEXT_RETURN_ADDRESS)
  return { file, call, store: file.context(1, call, 1, 0x300), load: file.context(1, call, 1, 0x310) }
}

async function analyse(file: RawFileBuilder, symbols = SYMBOLS): Promise<ProfileTables> {
  return (
    await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': file }, { ...DESCRIPTION, engine: 'exhaustive' })), { symbols })
  ).profile
}

/** Rows of the tree with their inclusive and own use, indented. */
function rowsWithUse(profile: ProfileTables, tool: Parameters<typeof nodeMetrics>[1]): string[] {
  const { nodes, functions, files } = profile
  const { useInclusive, useExclusive } = nodeMetrics(profile, tool)
  const depth: number[] = []
  return Array.from(nodes.kind.keys(), (row) => {
    depth[row] = row === 0 ? 0 : depth[nodes.parent[row]!]! + 1
    const kind = nodes.kind[row]!
    const place = `${files[nodes.file[row]!]?.split('/').at(-1)}:${nodes.line[row]}`
    const name = isFunctionRow(kind)
      ? functions[nodes.functionIndex[row]!]!.name
      : kind === LINE
        ? place
        : kind === LOOP
          ? `loop ${place}`
          : kind === INSTRUCTION
            ? `0x${nodes.address[row]!.toString(16)}`
            : 'root'
    return `${'  '.repeat(depth[row]!)}${name} ${useInclusive[row]} ${useExclusive[row]}`
  })
}

const store8 = [{ offset: 0, kind: ACCESS_STORE, bytes: 8 }]

describe('use', () => {
  it('of a context is what it accessed, less its pairs and less what was neither wasted nor useful', async () => {
    const { file, call, store } = program({ tools: 0b10n })
    const block = file.block(1, 1, 0x2f0, [
      { offset: 0x10, kind: ACCESS_STORE, bytes: 8 },
      { offset: 0x14, kind: ACCESS_STORE, bytes: 4 },
      { offset: 0x20, kind: ACCESS_LOAD, bytes: 8 },
      { offset: 0x30, kind: ACCESS_STORE, bytes: 2 },
    ])
    file.blockCount(1, block, call, 100)
    file.exactPair(1, store, store, { tool: DEAD_STORES, relation: KILLED_BY }, { instances: 60, bytes: 400, interleavedInstances: 2, interleavedBytes: 16 })
    file.withoutPair(1, store, DEAD_STORES, { unfinished: 40, freed: 20, interleaved: 4, first: 100 })
    const profile = await analyse(file)
    // 800 bytes at 0x300 less 480; 400 at 0x304, which begins no pair and counts at its line; 200 at 0x320, whose line is not known.
    expect(rowsWithUse(profile, 'dead-stores')).toEqual([
      'root 920 0',
      '  main 920 0',
      '    loop main.c:43 920 0',
      '      fill 920 920',
      '        loop fill.c:130 720 720',
      '          fill.c:131 720 720',
      '            0x300 320 320',
      '          get 0 0',
      '            get.h:7 0 0',
    ])
    expect(profile.pairs).toMatchObject({
      length: 1,
      traps: Float64Array.of(60),
      amount: Float64Array.of(400),
      interleavedInstances: Float64Array.of(2),
      interleavedBytes: Float64Array.of(16),
    })
    expect(Array.from(profile.pairs.intervalLow)).toEqual([Number.NaN])
  })

  it('is of loads for redundant loads, and of stores for silent stores', async () => {
    const { file, call } = program({ tools: 0b1100n })
    file.blockCount(1, file.block(1, 1, 0x300, [...store8, { offset: 0x10, kind: ACCESS_LOAD, bytes: 2 }]), call, 10)
    const totals = totalsByTool(await analyse(file))
    expect([totals['silent-stores']?.use, totals['redundant-loads']?.use]).toEqual([80, 20])
  })

  it('counts what the kernel accessed under the system call', async () => {
    const { file, call, store } = program({ tools: 0b10n })
    const read = file.context(1, call, MODULE_SYSTEM_CALL, 0)
    const unknown = file.context(1, call, MODULE_SYSTEM_CALL, 5000)
    file.accessCount(1, read, ACCESS_STORE, 3, 300).accessCount(1, unknown, ACCESS_STORE, 1, 7).accessCount(1, read, ACCESS_LOAD, 1, 9)
    file.exactPair(1, read, store, { tool: DEAD_STORES, relation: KILLED_BY }, { instances: 3, bytes: 100 })
    const profile = await analyse(file.statistics(1, { kernel_store_bytes: 300 }))
    expect(profile.functions.map(({ name }) => name)).toEqual(expect.arrayContaining(['read(2)', 'system call 5000']))
    expect(rowsWithUse(profile, 'dead-stores').filter((row) => row.startsWith('      '))).toContain('      read(2) 200 200')
    expect(totalsByTool(profile)['dead-stores']).toMatchObject({ waste: 100, use: 207 })
    expect(profile.notes).toContain('Kernel reads and writes of memory are also counted (300 bytes), in rows that name the system call.')
  })

  it('is never below zero: the missing part is reported', async () => {
    const { file, call, store } = program({ tools: 0b10n })
    file.blockCount(1, file.block(1, 1, 0x300, store8), call, 1)
    file.exactPair(1, store, store, { tool: DEAD_STORES, relation: KILLED_BY }, { instances: 2, bytes: 16 })
    const profile = await analyse(file)
    expect(totalsByTool(profile)['dead-stores']).toMatchObject({ waste: 16, use: 0, fraction: 1 })
    expect(profile.notes).toContain('8 bytes ended in a pair, but were not counted as accessed there. Useful amounts are at least as large as shown.')
  })

  it('has no context where executions were counted for the whole run', async () => {
    const { file } = program({ tools: 0n })
    const profile = await analyse(file.blockCount(1, file.block(1, 1, 0x300, store8), 0, 50))
    expect(profile.contextTotals.length).toBe(0)
    expect(profile.notes).toContain('Executions were counted for the whole run only, not by calling context.')
  })

  it('is distributed where accesses were summed by calling context', async () => {
    const { file, store } = program({ tools: 0b10n })
    file.blockCount(1, file.block(1, 1, 0x300, store8), 0, 10).contextCount(1, store, ACCESS_STORE, 10, 80)
    file.exactPair(1, store, store, { tool: DEAD_STORES, relation: KILLED_BY }, { instances: 2, bytes: 16 })
    const profile = await analyse(file)
    expect(totalsByTool(profile)['dead-stores']).toMatchObject({ waste: 16, use: 64, counted: { accessed: 80 } })
    expect(profile.notes.some((note) => note.includes('divided among its instructions'))).toBe(true)
    expect(profile.notes.join()).not.toContain('Executed instructions are not known')
    file.statistics(1, { instructions_measured: 10 })
    expect((await analyse(file)).notes.join()).toContain('Executed instructions are not known by calling context.')
  })

  it('is that of each thread', async () => {
    const { file, call, store } = program({ tools: 0b10n })
    file.thread(2, 'worker')
    const block = file.block(1, 1, 0x300, store8)
    const created = file.context(1, file.threadRoot(1, 2, call), 1, 0x120, CONTEXT_RETURN_ADDRESS)
    const other = file.context(1, created, 1, 0x300)
    file.blockCount(1, block, call, 10).blockCount(1, block, created, 5)
    file.exactPair(1, store, store, { tool: DEAD_STORES, relation: KILLED_BY }, { instances: 2, bytes: 16 })
    file.exactPair(1, other, other, { tool: DEAD_STORES, relation: KILLED_BY }, { instances: 4, bytes: 32 })
    file.withoutPair(1, other, DEAD_STORES, { unfinished: 8 })
    const profile = await analyse(file)
    expect(threadReports(profile).map(({ name, tools }) => [name, tools['dead-stores']])).toEqual([
      ['main', { traps: 2, waste: 16, use: 64 }],
      ['worker', { traps: 4, waste: 32, use: 0 }],
    ])
    // The thread's calls stand below the call that started it.
    expect(rowsWithUse(profile, 'dead-stores').filter((row) => row.trim().startsWith('main'))).toEqual(['  main 64 0', '      main 0 0'])
    expect(profile.threadShares.length).toBe(2)
    expect(profile.notes).toContain('Threads ran one at a time, so they interleaved differently than without the engine.')
  })
})

describe('totals', () => {
  it('state what was counted, and the fraction over all bytes', async () => {
    const { file, call, store } = program({ tools: 0b10n })
    file.blockCount(1, file.block(1, 1, 0x300, store8), call, 100)
    file.exactPair(1, store, store, { tool: DEAD_STORES, relation: KILLED_BY }, { instances: 60, bytes: 400, interleavedInstances: 2, interleavedBytes: 16 })
    file.withoutPair(1, store, DEAD_STORES, { unfinished: 40, freed: 20, interleaved: 4, first: 100 })
    expect(totalsByTool(await analyse(file))).toEqual({
      'dead-stores': {
        waste: 400,
        use: 320,
        reused: 0,
        fraction: 400 / 720,
        ci95: null,
        exact: true,
        traps: 60,
        precise: 400,
        approximate: 0,
        sharing: null,
        samples: 0,
        unaccounted: 80,
        unaccountedShare: 0.1,
        counted: { accessed: 800, overAll: 0.5, first: 100, freed: 20, interleaved: 20, unfinished: 40 },
      },
    })
  })

  it('of bursty runs are those of the windows, and not exact', async () => {
    const { file, call } = program({ tools: 0b10n, window_on: 1_000_000n, window_off: 99_000_000n })
    file.blockCount(1, file.block(1, 1, 0x300, store8), call, 1).statistics(1, { instructions: 1000, instructions_measured: 20, windows: 3 })
    const profile = await analyse(file)
    expect(profile.run.windows).toEqual({ on: 1e6, off: 99e6, covered: 0.02 })
    expect(totalsByTool(profile)['dead-stores']?.exact).toBe(false)
    expect(profile.notes[0]).toBe(
      'Bursty: 1 million instructions measured and 99 million skipped in turn, 2.0 % of all instructions in 3 windows. Numbers are those of the windows, not of the run. Nothing carries over from one window to the next.',
    )
  })
})

describe('a run that ended abnormally', () => {
  const killed = { code: null, signal: 'SIGKILL', endedAt: '2026-11-20T10:00:10.000Z', stopped: false }
  async function ended(header: ConstructorParameters<typeof RawFileBuilder>[0], exit = killed): Promise<ProfileTables> {
    const { file, call } = program({ tools: 0b10n, ...header })
    const directory = recordingDirectory(
      { 'process-1-1.hagraw': file.blockCount(1, file.block(1, 1, 0x300, store8), call, 1) },
      { ...DESCRIPTION, engine: 'exhaustive', exit },
    )
    return (await analyzeInMemory(readRecordingDirectory(directory), { symbols: SYMBOLS })).profile
  }

  it('is not exact', async () => {
    expect(totalsByTool(await ended({ state: 1 }))['dead-stores']?.exact).toBe(false)
  })

  it('says what may be missing if the target was killed', async () => {
    const { partial, notes } = await ended({ state: 1 })
    expect(partial).toBe('target killed by SIGKILL after 10.0 s; of the last 2 s before some may be missing')
    expect(notes).toContain(
      'The target was killed from outside. Bytes that were not used or overwritten until then count as useful, and the last 2 seconds may be missing.',
    )
  })

  it('says what may be missing when the disk was full', async () => {
    expect((await ended({ state: 4 })).partial).toBe('the disk was full after 10.0 s; of the last 2 s before some may be missing')
  })
})

describe('scopes', () => {
  const scopeName = (profile: ProfileTables, pair: number): string => {
    const rows = rowsWithUse(profile, 'redundant-loads')
    return rows[profile.pairs.scope[pair]!]?.trim().replace(/( \d+){2}$/, '') ?? 'none'
  }

  it('are the measured loops and functions of the tree, and keep pairs apart', async () => {
    const { file, call, load } = program()
    const pair = (scope: number): number =>
      file.exactPair(1, load, load, { tool: REDUNDANT_LOADS, relation: REDUNDANT_WITH, scope }, { instances: 1, bytes: 8 })
    const root = 1
    pair(file.scope(1, LOOP_SCOPE, call, 1, 0x2f0))
    pair(file.scope(1, LOOP_SCOPE, root, 1, 0x118))
    pair(file.scope(1, FUNCTION_SCOPE, call, 1, 0x300))
    pair(file.scope(1, FUNCTION_SCOPE, root, 1, 0x110))
    pair(0)
    pair(file.scope(1, LOOP_SCOPE, call, 1, 0x999))
    const profile = await analyse(file)
    // A loop that is not in the tree is as unknown as no scope.
    expect(Array.from(profile.pairs.scope.keys(), (row) => scopeName(profile, row))).toEqual(['loop fill.c:130', 'loop main.c:43', 'fill', 'main', 'none'])
    expect(profile.pairs.traps[4]).toBe(2)
    expect(profile.notes).toContain('The measured scope of 1 pair is a loop that the symbols on this machine do not contain.')
  })
})

describe('objects', () => {
  it('are named by symbol or by allocation site, and have their loads', async () => {
    const { file, call, load } = program({ tools: 0b1000000n })
    const heap = file.object(1, { kind: 2, context: call, bytes: 4096 })
    const grid = file.object(1, { kind: 1, module: 1, offset: 0x4040, bytes: 800, name: 'grid' })
    const nameless = file.object(1, { kind: 3, bytes: 8192 })
    file.exactPair(1, load, load, { tool: SPATIAL_LOADS, relation: REDUNDANT_WITH, object: heap }, { instances: 3, bytes: 24 })
    file.exactPair(1, load, load, { tool: SPATIAL_LOADS, relation: REDUNDANT_WITH, object: grid, flags: 1 }, { instances: 1, bytes: 8 })
    file.objectCount(1, heap, SPATIAL_LOADS, { all: [10, 80], precise: [3, 24], approximate: [0, 0] })
    file.objectCount(1, grid, SPATIAL_LOADS, { all: [4, 32], precise: [0, 0], approximate: [1, 8] })
    file.objectCount(1, nameless, SPATIAL_LOADS, { all: [1, 8], precise: [0, 0], approximate: [0, 0] })
    const profile = await analyse(file)
    const { objects, pairs, nodes } = profile
    expect(objects.map(({ name, module, kind, bytes, loads }) => [name, module, kind, bytes, loads['spatial-loads']?.fraction])).toEqual([
      ['heap block of main main.c:44', -1, 'heap', 4096, 0.3],
      ['grid', 0, 'static', 800, 0.25],
      ['mapping of unknown origin', -1, 'mapped', 8192, 0],
    ])
    expect(nodes.kind[objects[0]!.allocation]).toBe(INSTRUCTION)
    expect(Array.from(pairs.object)).toEqual([0, 1])
    expect(profile.notes).not.toContainEqual(expect.stringContaining('no data object'))
    expect(totalsByTool(profile)['spatial-loads']).toMatchObject({
      waste: 32,
      use: 88,
      fraction: 32 / 120,
      precise: 24,
      approximate: 8,
      counted: { accessed: 120 },
    })
  })
})

describe('loads of no object', () => {
  it('are reported if there are many: a fraction of the few others says little about the program', async () => {
    const { file } = program({ tools: 0b1000000n })
    file.objectCount(1, file.object(1, { kind: 1, module: 1, offset: 0x4040, bytes: 800, name: 'grid' }), SPATIAL_LOADS, {
      all: [4, 32],
      precise: [0, 0],
      approximate: [1, 8],
    })
    file.statistics(1, { load_bytes: 3000, kernel_load_bytes: 200 })
    expect((await analyse(file)).notes).toContain(
      'Spatial loads: 99 % of the loaded bytes are in no named data object (the stack, static data without symbols), so they are not covered.',
    )
  })
})

describe('reuse distances', () => {
  it('are counts by pair, axis, granularity and distance, over all processes', async () => {
    const recordings = [1, 2].map((count) => {
      const { file, call, store, load } = program({ tools: 0b10000n, distance_unit: 2, granularity: 64, reuse_granularities: 0b101 })
      const pair = file.exactPair(1, store, load, { tool: REUSE_DISTANCE, relation: REUSED_BY }, { instances: 5, bytes: 40 })
      const grid = file.object(1, { kind: 1, module: 1, offset: 0x4040, bytes: 800, name: 'grid' })
      const block = file.object(1, { kind: 2, context: call, bytes: 64 })
      file.objectReuseCount(1, grid, 1, 64, 9, count).objectReuseCount(1, block, 3, 64, 0, 5)
      return file
        .reuseCount(1, pair, 2, 64, 9, count)
        .reuseCount(1, 0, 1, 1, 3000, 10 * count)
        .reuseCount(1, 0, 3, 64, 0, 7)
    })
    const directory = recordingDirectory({ 'process-1-1.hagraw': recordings[0]!, 'process-2-1.hagraw': recordings[1]! })
    const { profile } = await analyzeInMemory(readRecordingDirectory(directory), { symbols: SYMBOLS })
    expect(profile.distanceCounts).toEqual({
      length: 3,
      pair: Int32Array.of(-1, -1, 0),
      axis: Uint8Array.of(1, 3, 2),
      granularity: Uint8Array.of(1, 64, 64),
      bucket: Int32Array.of(3000, 0, 9),
      count: Float64Array.of(30, 14, 3),
    })
    expect(profile.run.granularities).toEqual(['byte', 'line'])
    expect(profile.objects.map(({ name, kind }) => [name, kind])).toEqual([
      ['grid', 'static'],
      [expect.stringContaining('heap block'), 'heap'],
    ])
    expect(profile.objectDistances).toEqual({
      length: 2,
      object: Int32Array.of(0, 1),
      axis: Uint8Array.of(1, 3),
      granularity: Uint8Array.of(64, 64),
      bucket: Int32Array.of(9, 0),
      count: Float64Array.of(3, 10),
    })
    expect(totalsByTool(profile)['reuse-distance']).toMatchObject({ reused: 80, traps: 10 })
  })
})
