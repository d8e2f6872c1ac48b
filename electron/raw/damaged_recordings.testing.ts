/** Recordings to damage, and the damage. */
import type { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { rawChecksum } from './raw_checksum.ts'
import {
  ACCESS_LOAD,
  ACCESS_STORE,
  EXTENT,
  EXTENT_HEADER_SIZE,
  EXTENT_LOG,
  EXTENT_SIZE,
  HEADER_SIZE,
  MODULE_SYSTEM_CALL,
  RECORD_HEADER_SIZE,
} from './raw_layout.ts'
import { RawFileBuilder } from './raw_writer.testing.ts'

/** Reuses of thread 1, and a line that threads 1 (writer 1) and 2 (writer 2) share. */
export function otherTools(): RawFileBuilder {
  const file = new RawFileBuilder({ tools: 0b111110n, distance_unit: 1, granularity: 64, tolerance: 10_000_000, load_event: 0x1cdn })
    .module(1, '/bin/solver')
    .thread(1, 'a')
    .thread(2, 'b')
  const first = file.context(1, file.threadRoot(1, 1), 1, 0x1200)
  const second = file.context(2, file.threadRoot(2, 2), 1, 0x1300)
  const reuse = file.pair(1, first, first, 5, { traps: 2, credit: 2, amount: 20, latency: 300, latencyCredit: 2, cacheMisses: 1 }, 4)
  file.pair(1, first, first, 3, { traps: 1, credit: 1, amount: 10, flags: 1, short: true }, 2)
  file.reuse(1, 2_000, reuse, 77, 1.5, 0x4048).reuse(1, 3_000, reuse, 78, 0.5).censored(1, 4_000, first, 1_000, 1, 0x4050)
  const shared = file.sharedPair(2, first, second, { traps: 1, credit: 1, amount: 5, flags: 8 }, { writer: 1, module: 1, offset: 0x4040 })
  return file.trap(2, 5_000, shared)
}

/** A recording of the exhaustive engine, for a program with two threads. */
export function exhaustive(): RawFileBuilder {
  const file = new RawFileBuilder({
    engine: 4,
    driver: 1,
    tools: 0b1011110n,
    tolerance: 10_000_000,
    period: 1n,
    distance_unit: 2,
    granularity: 64,
    window_on: 1_000_000n,
    window_off: 99_000_000n,
    reuse_granularities: 0b110,
  })
    .module(1, '/bin/solver')
    .thread(1, 'main')
    .thread(2, 'worker')
  const main = file.context(1, file.threadRoot(1, 1), 1, 0x1100, 1)
  const store = file.context(1, main, 1, 0x1200)
  const load = file.context(1, main, 1, 0x1300)
  const worker = file.context(1, file.threadRoot(1, 2, main), 1, 0x1400)
  const kernel = file.context(1, main, MODULE_SYSTEM_CALL, 0)
  const block = file.block(
    1,
    1,
    0x1200,
    [
      { offset: 0, kind: ACCESS_STORE, bytes: 8 },
      { offset: 0x100, kind: ACCESS_LOAD, bytes: 4 },
    ],
    7,
  )
  const object = file.object(1, { kind: 2, context: main, bytes: 4096 })
  const symbol = file.object(1, { kind: 1, module: 1, offset: 0x4040, bytes: 800, name: 'grid' })
  const scope = file.scope(1, 1, main, 1, 0x1180)
  const reuse = file.exactPair(1, store, load, { tool: 4, relation: 5 }, { instances: 6, bytes: 24 })
  file.exactPair(1, store, kernel, { tool: 1, relation: 1 }, { instances: 1, bytes: 12, interleavedInstances: 1, interleavedBytes: 8 })
  file.exactPair(1, load, load, { tool: 3, relation: 3, flags: 1, scope }, { instances: 5, bytes: 20 })
  file.exactPair(1, load, worker, { tool: 6, relation: 3, object }, { instances: 0, bytes: 0 })
  file.pairCounts(1, 2, [
    [2, 8],
    [0, 0],
    [2, 8],
  ])
  return file
    .blockCount(1, block, main, 10)
    .blockCount(1, block, 0, 100)
    .accessCount(1, kernel, ACCESS_STORE, 2, 30)
    .contextCount(1, store, ACCESS_STORE, 5, 40)
    .withoutPair(1, store, 1, { unfinished: 4, freed: 16, interleaved: 8, first: 40 })
    .reuseCount(1, 0, 1, 64, 2048, 9)
    .reuseCount(1, reuse, 2, 8, 5, 6)
    .objectReuseCount(1, symbol, 1, 64, 7, 8)
    .objectCount(1, object, 6, { all: [10, 80], precise: [2, 8], approximate: [1, 8] })
    .objectCount(1, symbol, 6, { all: [4, 32], precise: [0, 0], approximate: [0, 0] })
    .timePoint(1, 1, { time: 5, instructions: 400, waste: 8, accessed: 300 })
    .timePoint(1, 1, { time: 9, instructions: 1_000, waste: 20, accessed: 880 })
    .statistics(1, { instructions: 1_000, instructions_measured: 10, windows: 1, load_bytes: 440, store_bytes: 880 })
}

/** Flips, overwrites, or cuts: mostly in written areas. */
export function mutate(original: Uint8Array, random: SeededRandom): Uint8Array {
  const bytes = original.slice()
  const view = new DataView(bytes.buffer)
  for (let change = random.nextBelow(8); change >= 0; change--) {
    const extent = HEADER_SIZE + random.nextBelow((bytes.length - HEADER_SIZE) / EXTENT_SIZE) * EXTENT_SIZE
    const near = random.nextBelow(3) === 0 ? random.nextBelow(HEADER_SIZE) : extent + random.nextBelow(600)
    if (random.nextBelow(2) === 0) bytes[near] = random.nextUint32() & 0xff
    else view.setUint32(near & ~3, [0, 1, 0x7fffffff, 0xffffffff, random.nextUint32()][random.nextBelow(5)]!, true)
  }
  return random.nextBelow(4) === 0 ? bytes.slice(0, random.nextBelow(bytes.length)) : bytes
}

/** Corrects the checksums of whole records, so that these do not reveal the damage. */
export function withChecksums(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let extent = HEADER_SIZE; extent + EXTENT_SIZE <= bytes.length; extent += EXTENT_SIZE) {
    if (view.getUint32(extent + EXTENT.kind, true) !== EXTENT_LOG) continue
    const end = extent + Math.min(view.getUint32(extent + EXTENT.used, true), EXTENT_SIZE)
    for (let at = extent + EXTENT_HEADER_SIZE; at + RECORD_HEADER_SIZE < end;) {
      const length = view.getUint32(at, true) >>> 8
      const next = at + RECORD_HEADER_SIZE + Math.ceil(length / 8) * 8
      if (length === 0 || next > end) break
      view.setUint32(at + 4, rawChecksum(view, at + RECORD_HEADER_SIZE, length), true)
      at = next
    }
  }
  return bytes
}
