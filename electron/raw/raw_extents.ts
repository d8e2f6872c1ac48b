/** Finds the extents of a raw file and walks the records in them. */
import { readSync } from 'node:fs'
import type { Damage } from './damage.ts'
import { rawChecksum } from './raw_checksum.ts'
import { readUint64 } from './raw_fields.ts'
import { EXTENT, EXTENT_COUNTERS, EXTENT_HEADER_SIZE, EXTENT_LOG, EXTENT_MAGIC, EXTENT_SIZE, HEADER_SIZE, RECORD_HEADER_SIZE } from './raw_layout.ts'

export interface Extent {
  /** Position in the file, in bytes. */
  position: number
  kind: number
  writer: number
  ordinal: number
}

/** Called for each record; `offset` is that of the payload in `view`. */
export type RecordVisitor = (type: number, view: DataView, offset: number, length: number) => void

/** Extents grouped by writer and in order within each. Reads only their headers. */
export function listExtents(file: number, fileSize: number, announced: number, damage: Damage): Extent[] {
  const present = Math.max(0, Math.floor((fileSize - HEADER_SIZE) / EXTENT_SIZE))
  if (announced > present) damage.count('fileTruncated', announced - present)
  const extents: Extent[] = []
  const bytes = new Uint8Array(EXTENT_HEADER_SIZE)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < Math.min(announced, present); i++) {
    const position = HEADER_SIZE + i * EXTENT_SIZE
    if (readSync(file, bytes, 0, EXTENT_HEADER_SIZE, position) < EXTENT_HEADER_SIZE) {
      damage.count('fileTruncated')
      break
    }
    const kind = view.getUint32(EXTENT.kind, true)
    if (view.getUint32(EXTENT.magic, true) !== EXTENT_MAGIC || (kind !== EXTENT_LOG && kind !== EXTENT_COUNTERS)) {
      damage.count('extentHeader')
      continue
    }
    extents.push({ position, kind, writer: view.getUint32(EXTENT.writer, true), ordinal: view.getUint32(EXTENT.ordinal, true) })
  }
  extents.sort((a, b) => a.writer - b.writer || a.kind - b.kind || a.ordinal - b.ordinal || a.position - b.position)
  return withoutRepeats(extents, damage)
}

function withoutRepeats(extents: Extent[], damage: Damage): Extent[] {
  return extents.filter((extent, i) => {
    const previous = extents[i - 1]
    const first = !previous || previous.writer !== extent.writer || previous.kind !== extent.kind
    const expected = first ? 0 : previous.ordinal + 1
    if (extent.ordinal === expected) return true
    damage.count('extentOrder')
    return first || extent.ordinal !== previous.ordinal
  })
}

/**
 * Visits the records of one extent. A record with a wrong checksum is counted and skipped; one that extends beyond the
 * extent ends the walk.
 * @param bytes room for one extent, reused between calls
 */
export function visitRecords(file: number, extent: Extent, bytes: Uint8Array, damage: Damage, visit: RecordVisitor): void {
  const got = readSync(file, bytes, 0, EXTENT_SIZE, extent.position)
  const view = new DataView(bytes.buffer, bytes.byteOffset, EXTENT_SIZE)
  if (got < EXTENT_SIZE) {
    damage.count('fileTruncated')
    return
  }
  const used = readUint64(view, EXTENT.used)
  if (used < EXTENT_HEADER_SIZE || used > EXTENT_SIZE) {
    damage.count('extentHeader')
    return
  }
  for (let at = EXTENT_HEADER_SIZE; at < used;) {
    const payload = at + RECORD_HEADER_SIZE
    const typeAndLength = payload <= used ? view.getUint32(at, true) : 0
    const length = typeAndLength >>> 8
    const next = payload + Math.ceil(length / 8) * 8
    if (length === 0 || next > used) {
      damage.count('recordLength')
      return
    }
    const check = view.getUint32(at + 4, true)
    if (extent.kind === EXTENT_LOG && check !== rawChecksum(view, payload, length)) {
      damage.count('recordChecksum')
    } else {
      if (extent.kind === EXTENT_COUNTERS && check % 2 === 1) damage.count('counterTorn')
      visit(typeAndLength & 0xff, view, payload, length)
    }
    at = next
  }
}
