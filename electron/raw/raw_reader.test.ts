import { execFileSync } from 'node:child_process'
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { TOOLS } from '../../shared/tools.ts'
import { EXTENT, EXTENT_HEADER_SIZE, EXTENT_SIZE, HEADER, HEADER_SIZE, MODULE_SYSTEM_CALL, MODULE_UNKNOWN } from './raw_layout.ts'
import type { RawExact } from './raw_exact.ts'
import { readRawFile } from './raw_reader.ts'
import { exhaustive, mutate, otherTools } from './damaged_recordings.testing.ts'
import { RawFileBuilder } from './raw_writer.testing.ts'
import { liveFractions } from './live/live_fractions.ts'
import { LiveTrapLog } from './live/live_trap_log.ts'
import type { KnownLeaves } from './live/live_leaves.ts'
import { readLiveSnapshot } from './live/live_snapshot.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'

const directory = temporaryDirectory()
const path = join(directory, 'process-1-1.hagraw')

function sample(): RawFileBuilder {
  const file = new RawFileBuilder({ executablePath: '/bin/solver' })
    .module(1, '/bin/solver', [0xab, 0x01])
    .thread(1, 'solver')
    .thread(2, 'worker')
    .threadEnd(2, 5_000, 'late')
  const root = file.threadRoot(1, 1)
  const main = file.context(1, root, 1, 0x1100, 1)
  const store = file.context(1, main, 1, 0x1200)
  const kill = file.context(1, main, 1, 0x1300)
  const pair = file.pair(1, store, kill, 1, { traps: 3, credit: 3.5, amount: 350, bytes: 24, partial: 1 })
  for (let i = 0; i < 3; i++) file.trap(1, 2_000 + i, pair, 1.5)
  return file
    .watch(1, store, { sampled: 9, accounted: 3.5, armed: 8, bytes: 72 })
    .statistics(1, { samples: 9, traps: 3, cpu_time: 1_000, handler_time: 10, blind_longest: 2 })
}

function read(bytes: Uint8Array): ReturnType<typeof readRawFile> {
  writeFileSync(path, bytes)
  return readRawFile(path)
}

describe('readRawFile', () => {
  it('reads every kind of record', () => {
    const process = read(sample().bytes())
    expect(process.header).toMatchObject({
      executable: '/bin/solver',
      state: 'finished',
      engine: 'software',
      driver: 'cpu-time',
      tools: [0],
      period: 10_000_019,
      seed: '7',
    })
    expect(process.modules.get(1)).toMatchObject({ path: '/bin/solver', buildId: 'ab01' })
    expect([...process.threads.values()].map((thread) => [thread.name, thread.end?.cpuTime])).toEqual([
      ['solver', undefined],
      ['late', 5000],
    ])
    const writer = process.writers.find((writer) => writer.pairs.length > 0)!
    expect(Array.from(writer.contexts.parent)).toEqual([-1, 0, 1, 1])
    expect(Array.from(writer.contexts.offset)).toEqual([1, 0x1100, 0x1200, 0x1300])
    expect([writer.pairs.watch[0], writer.pairs.trap[0], writer.pairs.credit[0], writer.pairs.amount[0], writer.pairs.partial[0]]).toEqual([2, 3, 3.5, 350, 1])
    expect(Array.from(writer.traps.time)).toEqual([2000, 2001, 2002])
    expect([writer.watches.context[0], writer.watches.sampled[0], writer.watches.accounted[0]]).toEqual([2, 9, 3.5])
    expect(process.damage.describe()).toEqual([])
  })

  it('reads the records of tools other than dead stores', () => {
    const process = read(otherTools().bytes())
    expect(process.header).toMatchObject({
      tools: [0, 1, 2, 3, 4],
      distanceUnit: 'cpu-time',
      granularity: 'line',
      tolerance: 0.01,
      loadEvent: '461',
      storeEvent: '0',
    })
    const [, first, second] = process.writers
    expect(first!.pairs).toMatchObject({
      length: 2,
      latency: Float64Array.of(300, 0),
      latencyCredit: Float64Array.of(2, 0),
      cacheMisses: Float64Array.of(1, 0),
      flags: Uint8Array.of(0, 1),
    })
    expect(first!.reuses).toEqual({
      length: 2,
      time: Float64Array.of(2_000, 3_000),
      distance: Float64Array.of(77, 78),
      pair: Int32Array.of(0, 0),
      credit: Float64Array.of(1.5, 0.5),
      address: Float64Array.of(0x4048, 0),
      periods: Float64Array.of(1, 1),
    })
    expect(first!.censored).toEqual({
      length: 1,
      time: Float64Array.of(4_000),
      distance: Float64Array.of(1_000),
      context: Int32Array.of(1),
      flags: Uint8Array.of(1),
      address: Float64Array.of(0x4050),
      periods: Float64Array.of(1),
    })
    expect(second!.pairs).toMatchObject({
      length: 1,
      watchWriter: Int32Array.of(1),
      watch: Int32Array.of(1),
      trap: Int32Array.of(1),
      lineModule: Uint32Array.of(1),
      lineOffset: Float64Array.of(0x4040),
      flags: Uint8Array.of(8),
    })
    expect(second!.traps.length).toBe(1)
    expect(process.damage.describe()).toEqual([])
  })

  it('reads what the exhaustive engine writes', () => {
    const process = read(exhaustive().bytes())
    expect(process.header).toMatchObject({
      engine: 'exhaustive',
      driver: 'accesses',
      tools: [0, 1, 2, 3, 5],
      windowOn: 1e6,
      windowOff: 99e6,
      reuseGranularities: ['word', 'line'],
    })
    const { contexts, exact } = process.writers.find((writer) => writer.exact !== null)!
    expect(Array.from(contexts.parent)).toEqual([-1, 0, 1, 1, 1, 4, 1])
    expect(contexts.module[6]).toBe(MODULE_SYSTEM_CALL)
    expect(exact).toEqual({
      blocks: { length: 1, module: Uint32Array.of(1), offset: Float64Array.of(0x1200), instructions: Uint32Array.of(7), start: Int32Array.of(0, 2) },
      accesses: {
        length: 2,
        offset: Uint32Array.of(0, 0x100),
        element: Uint8Array.of(0, 0),
        kind: Uint8Array.of(2, 1),
        bytes: Uint32Array.of(8, 4),
        instructions: Uint32Array.of(1, 1),
      },
      blockCounts: { length: 2, block: Int32Array.of(0, 0), context: Int32Array.of(1, -1), count: Float64Array.of(10, 100) },
      accessCounts: { length: 1, context: Int32Array.of(6), kind: Uint8Array.of(2), instances: Float64Array.of(2), bytes: Float64Array.of(30) },
      contextCounts: { length: 1, context: Int32Array.of(2), kind: Uint8Array.of(2), instances: Float64Array.of(5), bytes: Float64Array.of(40) },
      pairs: {
        length: 4,
        tool: Uint8Array.of(3, 0, 2, 5),
        relation: Uint8Array.of(4, 0, 2, 2),
        flags: Uint8Array.of(0, 0, 1, 0),
        watch: Int32Array.of(2, 2, 3, 3),
        trap: Int32Array.of(3, 6, 3, 5),
        scope: Int32Array.of(-1, -1, 0, -1),
        object: Int32Array.of(-1, -1, -1, 0),
        instances: Float64Array.of(6, 3, 5, 2),
        bytes: Float64Array.of(24, 20, 20, 8),
        interleavedInstances: Float64Array.of(0, 1, 0, 0),
        interleavedBytes: Float64Array.of(0, 8, 0, 0),
      },
      withoutPairs: {
        length: 1,
        context: Int32Array.of(2),
        tool: Uint8Array.of(0),
        unfinished: Float64Array.of(4),
        freed: Float64Array.of(16),
        interleaved: Float64Array.of(8),
        first: Float64Array.of(40),
      },
      reuseCounts: {
        length: 2,
        pair: Int32Array.of(-1, 0),
        axis: Uint8Array.of(1, 2),
        granularity: Uint8Array.of(64, 8),
        bucket: Int32Array.of(2048, 5),
        count: Float64Array.of(9, 6),
      },
      objectReuseCounts: {
        length: 1,
        object: Int32Array.of(1),
        axis: Uint8Array.of(1),
        granularity: Uint8Array.of(64),
        bucket: Int32Array.of(7),
        count: Float64Array.of(8),
      },
      scopes: { length: 1, kind: Uint8Array.of(1), context: Int32Array.of(1), module: Uint32Array.of(1), offset: Float64Array.of(0x1180) },
      objects: [
        { kind: 'heap', context: 1, module: MODULE_UNKNOWN, offset: 0, bytes: 4096, name: '' },
        { kind: 'static', context: -1, module: 1, offset: 0x4040, bytes: 800, name: 'grid' },
      ],
      timePoints: {
        length: 2,
        time: Float64Array.of(5, 9),
        instructions: Float64Array.of(400, 1_000),
        tool: Uint8Array.of(0, 0),
        waste: Float64Array.of(8, 20),
        accessed: Float64Array.of(300, 880),
      },
      objectCounts: {
        length: 2,
        object: Int32Array.of(0, 1),
        tool: Uint8Array.of(5, 5),
        instances: Float64Array.of(10, 4),
        bytes: Float64Array.of(80, 32),
        redundantInstances: Float64Array.of(2, 0),
        redundantBytes: Float64Array.of(8, 0),
        approximateInstances: Float64Array.of(1, 0),
        approximateBytes: Float64Array.of(8, 0),
      },
    })
    expect(process.damage.describe()).toEqual([])
  })

  it('leaves out exact counters with dangling references, and keeps pairs whose scope or object is missing', () => {
    const file = new RawFileBuilder({ engine: 4, driver: 1 }).module(1, '/bin/a')
    const context = file.context(1, file.threadRoot(1, 1), 1, 0x10)
    file.scope(1, 2, context, MODULE_SYSTEM_CALL, 262)
    file.timePoint(1, TOOLS.length + 1, { time: 1, instructions: 1, waste: 1, accessed: 1 })
    file.exactPair(1, context, context, { tool: 3, relation: 3, scope: 4, object: 5 }, { instances: 1, bytes: 8 })
    file.exactPair(1, context, 99, { tool: 3, relation: 3 }, { instances: 1, bytes: 8 })
    file.exactPair(1, context, context, { tool: TOOLS.length + 1, relation: 3 }, { instances: 1, bytes: 8 })
    file
      .blockCount(1, 3, context, 1)
      .blockCount(1, file.block(1, 1, 0, []), 98, 1)
      .accessCount(1, 97, 1, 1, 1)
      .accessCount(1, context, 3, 1, 1)
      .contextCount(1, 97, 1, 1, 1)
      .contextCount(1, context, 3, 1, 1)
      .withoutPair(1, 96, 1, {})
      .reuseCount(1, 95, 1, 8, 1, 1)
      .reuseCount(1, 0, 1, 2, 1, 1)
      .reuseCount(1, 0, 1, 8, 4_000_000_000, 1)
      .objectReuseCount(1, 94, 1, 8, 1, 1)
      .objectReuseCount(1, 94, 4, 8, 1, 1)
      .objectCount(1, 94, 6, { all: [1, 1], precise: [0, 0], approximate: [0, 0] })
    const { writers, damage } = read(file.bytes())
    const { pairs, blockCounts, accessCounts, contextCounts, withoutPairs, reuseCounts, objectReuseCounts, objectCounts, timePoints } = writers.find(
      (writer) => writer.exact !== null,
    )!.exact!
    expect(
      [pairs, blockCounts, accessCounts, contextCounts, withoutPairs, reuseCounts, objectReuseCounts, objectCounts, timePoints].map(({ length }) => length),
    ).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0])
    expect([pairs.scope[0], pairs.object[0]]).toEqual([-1, -1])
    expect(Object.fromEntries(damage.counts)).toEqual({ recordReference: 11, recordContent: 7 })
  })

  it('drops shared pairs whose earlier access is missing, and counts them with their traps', () => {
    const file = new RawFileBuilder().module(1, '/bin/a')
    const context = file.context(2, file.threadRoot(2, 1), 1, 0x10)
    file.trap(2, 1, file.sharedPair(2, context, context, { traps: 1, credit: 1, amount: 1 }, { writer: 7, offset: 0x40 }))
    const process = read(file.bytes())
    expect(process.writers.map((writer) => writer.pairs.length)).toEqual([0, 0])
    expect(Object.fromEntries(process.damage.counts)).toEqual({ recordReference: 2 })
  })

  it('rejects an unknown distance unit, and a reuse of distance 0', () => {
    const file = new RawFileBuilder({ distance_unit: 9, granularity: 8 })
    const context = file.context(1, file.threadRoot(1, 1), 0xffffffff, 1)
    file.reuse(1, 1, file.pair(1, context, context, 5, { traps: 1, credit: 1, amount: 1 }, 4), 0)
    const process = read(file.bytes())
    expect(process.header).toMatchObject({ distanceUnit: null, granularity: null })
    expect(process.damage.counts.get('recordContent')).toBe(1)
  })

  it.each([
    ['of no unit', { distance_unit: 9, granularity: 64 }],
    ['of no granularity', { distance_unit: 2, granularity: 3 }],
  ])('leaves out distances %s: nothing could be said of them', (_, header) => {
    const file = new RawFileBuilder({ ...header, engine: 4, driver: 1 })
    const context = file.context(1, file.threadRoot(1, 1), 0xffffffff, 1)
    file.reuse(1, 1, file.pair(1, context, context, 5, { traps: 1, credit: 1, amount: 1 }, 4), 7).censored(1, 2, context, 5)
    file.reuseCount(1, 0, 1, 64, 3, 1).objectReuseCount(1, file.object(1, { kind: 2 }), 1, 64, 3, 1)
    const {
      header: readHeader,
      writers: [writer],
      damage,
    } = read(file.bytes())
    expect(readHeader).toMatchObject({ distanceUnit: null, granularity: null })
    expect([
      writer!.pairs.length,
      writer!.reuses.length,
      writer!.censored.length,
      writer!.exact!.reuseCounts.length,
      writer!.exact!.objectReuseCounts.length,
    ]).toEqual([1, 0, 0, 0, 0])
    expect(Object.fromEntries(damage.counts)).toEqual({ recordContent: 4 })
  })

  it('follows writers over many extents', () => {
    const file = new RawFileBuilder().module(1, '/bin/a')
    let context = file.threadRoot(1, 1)
    for (let i = 0; i < 5000; i++) context = file.context(1, context, 1, i)
    const process = read(file.bytes())
    expect(process.writers.find((writer) => writer.contexts.length > 0)!.contexts.length).toBe(5001)
    expect(process.damage.describe()).toEqual([])
  })

  it('reads an extent that occurs twice once, and counts the repeat', () => {
    const bytes = sample().bytes()
    const { modules, threads, writers } = read(bytes)
    for (let at = HEADER_SIZE; at < bytes.length; at += EXTENT_SIZE) {
      const repeated = new Uint8Array(bytes.length + EXTENT_SIZE)
      repeated.set(bytes)
      repeated.copyWithin(bytes.length, at, at + EXTENT_SIZE)
      const header = new DataView(repeated.buffer)
      header.setUint32(HEADER.extent_count, header.getUint32(HEADER.extent_count, true) + 1, true)
      const twice = read(repeated)
      expect(twice).toMatchObject({ modules, threads, writers })
      expect(Object.fromEntries(twice.damage.counts)).toEqual({ extentOrder: 1 })
    }
  })

  it('skips unknown record types', () => {
    const process = read(sample().other(1, 40, 13).bytes())
    expect(process.damage.describe()).toEqual([])
  })

  it('skips a record with a wrong checksum and its dependents, and counts both', () => {
    const bytes = sample().bytes()
    const process = read(flip(bytes, findBytes(bytes, 0x1200)))
    expect(Object.fromEntries(process.damage.counts)).toEqual({ recordChecksum: 1, recordReference: 5 })
    expect(process.writers.every((writer) => writer.pairs.length === 0)).toBe(true)
  })

  it('drops contexts below a damaged one: their callers would be wrong', () => {
    const bytes = sample().bytes()
    const process = read(flip(bytes, findBytes(bytes, 0x1100)))
    expect(process.writers.map((writer) => writer.contexts.length)).toEqual([0, 1])
  })

  it('keeps contexts whose module is missing, as code in no known module', () => {
    const file = new RawFileBuilder()
    file.context(1, file.threadRoot(1, 1), 7, 0x99)
    const process = read(file.bytes())
    expect(process.writers[0]!.contexts.module[1]).toBe(MODULE_UNKNOWN)
    expect(process.damage.counts.get('recordReference')).toBe(1)
  })

  it('uses counters that were read during an update', () => {
    const bytes = sample().bytes()
    const view = new DataView(bytes.buffer)
    for (let at = HEADER_SIZE; at < bytes.length; at += EXTENT_SIZE) {
      if (view.getUint32(at + EXTENT.kind, true) === 2) view.setUint32(at + EXTENT_HEADER_SIZE + 4, 7, true)
    }
    const process = read(bytes)
    expect(process.writers.some((writer) => writer.pairs.length === 1)).toBe(true)
    expect(process.damage.counts.get('counterTorn')).toBe(1)
    expect(process.damage.lossy).toBe(false)
  })

  it('reads the existing part of a file that ends too early', () => {
    sample().write(path)
    truncateSync(path, HEADER_SIZE + EXTENT_SIZE * 1.5)
    const process = readRawFile(path)
    expect(process.modules.size).toBe(1)
    expect(process.damage.counts.get('fileTruncated')).toBe(2)
  })

  it('ignores extents that the writer has not announced yet', () => {
    const bytes = sample().bytes()
    new DataView(bytes.buffer).setUint32(HEADER.extent_count, 1, true)
    const process = read(bytes)
    expect(process.writers).toHaveLength(1)
    expect(process.damage.describe()).toEqual([])
  })

  it.each([
    ['nothing', () => new Uint8Array(), /is not a raw recording/],
    ['another file', () => new TextEncoder().encode('#!/bin/sh'.padEnd(5000)), /is not a raw recording/],
    ['a newer version', () => new RawFileBuilder({ version: 3 }).bytes(), /newer version of Hagstone \(format 3/],
    ['an impossible header', () => new RawFileBuilder({ engine: 99 }).bytes(), /header is damaged/],
  ])('refuses %s in one line', (_, bytes, message) => {
    expect(() => read(bytes())).toThrow(message)
    expect(() => read(bytes())).toThrow(RpcError)
  })

  it('does not wait for a pipe', () => {
    const pipe = join(temporaryDirectory(), 'process-2-2.hagraw')
    execFileSync('mkfifo', [pipe])
    expect(() => readRawFile(pipe)).toThrow(/is not a file/)
  })

  it('follows no symbolic link', () => {
    const link = join(temporaryDirectory(), 'process-3-3.hagraw')
    symlinkSync('/etc/passwd', link)
    expect(() => readRawFile(link)).toThrow(/is a symbolic link/)
  })

  it('reads pairs without their damaged counts', () => {
    const file = exhaustive()
    // No first pair, no counts, pairs beyond the last possible one, and a pair that does not exist.
    file
      .pairCounts(1, 0, [[1, 1]])
      .pairCounts(1, 1, [])
      .pairCounts(1, 0xffffffff, [
        [1, 1],
        [1, 1],
      ])
      .pairCounts(1, 4, [
        [0, 0],
        [1, 1],
        [0, 0],
      ])
    const process = read(file.bytes())
    expect(process.damage.describe()).toEqual(['3 records with impossible content', '1 records that refer to something that is not there'])
    expect(process.writers.find((writer) => writer.exact !== null)!.exact!.pairs).toMatchObject({
      instances: Float64Array.of(6, 3, 5, 2),
      bytes: Float64Array.of(24, 20, 20, 8),
    })
  })

  it('survives any damage: never an unexpected error, never more rows than bytes', () => {
    const random = new SeededRandom(42)
    const originals = [sample().bytes(), otherTools().bytes(), exhaustive().bytes()]
    for (let round = 0; round < 1000; round++) {
      const mutated = mutate(originals[round % 3]!, random)
      writeFileSync(path, mutated)
      try {
        const process = readRawFile(path)
        const rows = process.writers.reduce(
          (sum, writer) =>
            sum +
            writer.contexts.length +
            writer.pairs.length +
            writer.traps.length +
            writer.watches.length +
            writer.reuses.length +
            writer.censored.length +
            exactRows(writer.exact),
          0,
        )
        expect(rows * 16).toBeLessThan(mutated.length)
        expect(readLiveSnapshot(directory).topPairs.length).toBeLessThanOrEqual(3)
      } catch (error) {
        expect(error).toBeInstanceOf(RpcError)
        expect((error as RpcError).message).not.toContain('\n')
      }
    }
  })
})

describe('readLiveSnapshot', () => {
  it('reports the state of a recording', () => {
    sample().write(path)
    expect(readLiveSnapshot(directory)).toEqual({
      processes: 1,
      samples: 9,
      traps: 3,
      blindSpot: { longest: 2, share: 0 },
      cpuTime: 1000,
      handlerShare: 0.01,
      fraction: 1,
      accesses: null,
      accessed: {},
      statisticsOnly: false,
      tools: { 'dead-stores': { waste: 350, use: 0, traps: 3, decided: null, log: null } },
      topPairs: [
        {
          tool: 'dead-stores',
          source: { module: '/bin/solver', offset: 0x1200 },
          target: { module: '/bin/solver', offset: 0x1300 },
          shareOfWaste: 1,
          traps: 3,
        },
      ],
    })
  })

  it('keeps tools apart and finds the earlier access of a shared line in the other thread', () => {
    otherTools().write(path)
    const { fraction, tools, topPairs } = readLiveSnapshot(directory)
    expect(fraction).toBe(1)
    expect(tools).toEqual({
      'silent-stores': { waste: 10, use: 0, traps: 1, decided: null, log: null },
      'reuse-distance': { waste: 0, use: 0, traps: 2, decided: null, log: null },
      'false-sharing': { waste: 5, use: 0, traps: 1, decided: 0, log: null },
    })
    expect(topPairs.map((pair) => [pair.tool, pair.source.offset, pair.target.offset])).toEqual([
      ['silent-stores', 0x1200, 0x1200],
      ['false-sharing', 0x1200, 0x1300],
    ])
  })

  it('knows a fraction better the longer it runs, by blocks of time', () => {
    const width = (traps: number, isWaste: (trap: number) => boolean): number | null => {
      const file = new RawFileBuilder().module(1, '/bin/a')
      const context = file.context(1, file.threadRoot(1, 1), 1, 1)
      const pairs = [1, 2].map((relation) => file.pair(1, context, context, relation, { traps, credit: traps, amount: traps }))
      for (let trap = 0; trap < traps; trap++) file.trap(1, trap * 1000, pairs[isWaste(trap) ? 0 : 1]!)
      file.write(path)
      return liveFractions(readLiveSnapshot(directory, { trapLog: new LiveTrapLog() }))['dead-stores']!.halfWidth
    }
    const random = new SeededRandom(3)
    const draw = (): boolean => random.nextBelow(2) === 0
    expect(width(9, draw)).toBeNull()
    // 1.96 sqrt(f (1 - f) / n), within the spread of a variance from about n^(2/3) blocks.
    for (const traps of [400, 3000]) expect(width(traps, draw)! / (1.96 * Math.sqrt(0.25 / traps))).toBeCloseTo(1, 0)
    expect(width(1000, (trap) => trap < 500)!).toBeGreaterThan(3 * width(1000, draw)!)
    expect(width(100, () => true)).toBeCloseTo((1 - 0.025 ** 0.01) / 2, 10)
  })

  it('reads only what is new of a growing log', () => {
    const trapLog = new LiveTrapLog()
    const file = new RawFileBuilder().module(1, '/bin/a')
    const context = file.context(1, file.threadRoot(1, 1), 1, 1)
    const pair = file.pair(1, context, context, 1, { traps: 9, credit: 9, amount: 9 })
    const times: number[] = []
    // Extents hold several hundred traps: most looks find a part of one, some a new one.
    for (let look = 0; look < 40; look++) {
      for (let trap = 0; trap < 101; trap++) file.trap(1, times.push(0) - 1, pair)
      file.write(path)
      const { log } = readLiveSnapshot(directory, { trapLog }).tools['dead-stores']!
      expect(log!.time.length).toBe(times.length)
    }
    expect([...trapLog.of(0).time]).toEqual(times.map((_, i) => i))
  })

  it('counts decided samples without waste as use of sharing', () => {
    const file = new RawFileBuilder({ period: 10n }).module(1, '/bin/a')
    const context = file.context(1, file.threadRoot(1, 1), 1, 1)
    const pair = file.sharedPair(1, context, context, { traps: 20, credit: 160, amount: 1600 }, { writer: 1, offset: 64 })
    const random = new SeededRandom(4)
    for (let trap = 0; trap < 20; trap++) file.trap(1, random.nextBelow(1_000_000), pair, 8)
    file.watch(1, context, { sampled: 900, accounted: 640, armed: 640, bytes: 7200, tool: 5 }).write(path)
    const { fraction, halfWidth } = liveFractions(readLiveSnapshot(directory, { trapLog: new LiveTrapLog() }))['false-sharing']!
    expect(fraction).toBe(0.25)
    // 20 traps of one weight: the share varies like their number.
    expect(halfWidth! / ((1.96 * 0.25) / Math.sqrt(20))).toBeCloseTo(1, 0)
  })

  it('counts accesses without waste as use of exact pairs', () => {
    exhaustive().write(path)
    const { fraction, tools, topPairs } = readLiveSnapshot(directory)
    expect(tools).toMatchObject({
      'dead-stores': { waste: 20, use: 860, traps: 3 },
      'redundant-loads': { waste: 20, use: 420 },
      'spatial-loads': { waste: 8, use: 104 },
    })
    expect(fraction).toBe(20 / 880)
    expect(topPairs.find((pair) => pair.tool === 'redundant-loads')).toMatchObject({
      source: { module: '/bin/solver', offset: 0x1300 },
      shareOfWaste: 1,
      traps: 5,
    })
  })

  it('reads only the statistics of an exhaustive recording that is too large', () => {
    exhaustive().write(path)
    const whole = readLiveSnapshot(directory)
    expect(whole.statisticsOnly).toBe(false)
    expect(readLiveSnapshot(directory, { mostCounterExtents: 0 })).toMatchObject({ accesses: whole.accesses, statisticsOnly: true, topPairs: [], tools: {} })
  })

  it('knows the leaves of a pair that it named before', () => {
    sample().write(path)
    const knownLeaves: KnownLeaves = new Map()
    const { topPairs } = readLiveSnapshot(directory, { knownLeaves })
    const [key] = [...knownLeaves.keys()]
    knownLeaves.set(key!, { ...knownLeaves.get(key!)!, source: { module: '/bin/kept', offset: 1 } })
    expect(readLiveSnapshot(directory, { knownLeaves }).topPairs[0]).toMatchObject({ source: { module: '/bin/kept' }, target: topPairs[0]!.target })
  })

  it('skips a file that is just being created', () => {
    writeFileSync(path, new Uint8Array(100))
    expect(readLiveSnapshot(directory)).toMatchObject({ processes: 0, fraction: null, topPairs: [] })
  })
})

function exactRows(exact: RawExact | null): number {
  return Object.values(exact ?? {}).reduce((sum: number, { length }: { length: number }) => sum + length, 0)
}

function findBytes(bytes: Uint8Array, value: number): number {
  const view = new DataView(bytes.buffer)
  for (let at = HEADER_SIZE; at + 8 <= bytes.length; at += 8) if (view.getBigUint64(at, true) === BigInt(value)) return at
  throw new Error('value not found')
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  bytes[at]! ^= 0x10
  return bytes
}
