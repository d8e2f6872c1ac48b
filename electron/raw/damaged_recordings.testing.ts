/** Recordings to damage, and the damage. */
import type { SeededRandom } from '../../shared/metrics/random.ts'
import { rawChecksum } from './raw_checksum.ts'
import { EXTENT, EXTENT_HEADER_SIZE, EXTENT_LOG, EXTENT_SIZE, HEADER_SIZE, RECORD_HEADER_SIZE } from './raw_layout.ts'
import { RawFileBuilder } from './raw_writer.testing.ts'

/** Reuses of thread 1, and a line that threads 1 (writer 1) and 2 (writer 2) share. */
export function otherTools(): RawFileBuilder {
  const file = new RawFileBuilder({ tools: 0b111110n, distance_unit: 1, granularity: 64, tolerance: 10_000_000, load_event: 0x1cdn }).module(1, '/bin/solver').thread(1, 'a').thread(2, 'b')
  const first = file.context(1, file.threadRoot(1, 1), 1, 0x1200)
  const second = file.context(2, file.threadRoot(2, 2), 1, 0x1300)
  const reuse = file.pair(1, first, first, 5, { traps: 2, credit: 2, amount: 20, latency: 300, latencyCredit: 2, cacheMisses: 1 }, 4)
  file.pair(1, first, first, 3, { traps: 1, credit: 1, amount: 10, flags: 1, short: true }, 2)
  file.reuse(1, 2_000, reuse, 77, 1.5).reuse(1, 3_000, reuse, 78, 0.5).censored(1, 4_000, first, 1_000, 1)
  const shared = file.sharedPair(2, first, second, { traps: 1, credit: 1, amount: 5, flags: 8 }, { writer: 1, module: 1, offset: 0x4040 })
  return file.trap(2, 5_000, shared)
}

/** Flips, overwrites, or cuts: mostly where something is written. */
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

/** Makes the checksums of whole records right again, so that their damage is not noticed by them. */
export function withChecksums(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let extent = HEADER_SIZE; extent + EXTENT_SIZE <= bytes.length; extent += EXTENT_SIZE) {
    if (view.getUint32(extent + EXTENT.kind, true) !== EXTENT_LOG) continue
    const end = extent + Math.min(view.getUint32(extent + EXTENT.used, true), EXTENT_SIZE)
    for (let at = extent + EXTENT_HEADER_SIZE; at + RECORD_HEADER_SIZE < end; ) {
      const length = view.getUint32(at, true) >>> 8
      const next = at + RECORD_HEADER_SIZE + Math.ceil(length / 8) * 8
      if (length === 0 || next > end) break
      view.setUint32(at + 4, rawChecksum(view, at + RECORD_HEADER_SIZE, length), true)
      at = next
    }
  }
  return bytes
}
