/** Build ids of ELF files (System V ABI, chapter 5: note sections), 64-bit, little-endian. */
import { closeSync, openSync } from 'node:fs'
import { systemErrorCode } from '../../failure.ts'
import { readAt } from '../file_bytes.ts'

const HEADER_BYTES = 64
const PROGRAM_HEADER_BYTES = 56
const MOST_PROGRAM_HEADERS = 256
const NOTE_SEGMENT = 4
const LONGEST_NOTES = 64 << 10
const NOTE_HEADER_BYTES = 12
const GNU_BUILD_ID = 3
/** Linkers write 20; no tool writes more than 64. */
const LONGEST_BUILD_ID = 64

/**
 * In hexadecimal; null if the file has none, or cannot be read. Every offset is untrusted: nothing is read outside the
 * file.
 */
export function readBuildId(path: string): string | null {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
  try {
    const header = readAt(descriptor, 0, HEADER_BYTES)
    if (header.length < HEADER_BYTES || header.readUInt32BE(0) !== 0x7f454c46 || header[4] !== 2 || header[5] !== 1) return null
    const count = Math.min(header.readUInt16LE(56), MOST_PROGRAM_HEADERS)
    if (header.readUInt16LE(54) !== PROGRAM_HEADER_BYTES) return null
    const segments = readAt(descriptor, Number(header.readBigUInt64LE(32)), count * PROGRAM_HEADER_BYTES)
    for (let at = 0; at + PROGRAM_HEADER_BYTES <= segments.length; at += PROGRAM_HEADER_BYTES) {
      if (segments.readUInt32LE(at) !== NOTE_SEGMENT) continue
      const bytes = Math.min(Number(segments.readBigUInt64LE(at + 32)), LONGEST_NOTES)
      const alignment = segments.readBigUInt64LE(at + 48) === 8n ? 8 : 4
      const found = buildIdAmong(readAt(descriptor, Number(segments.readBigUInt64LE(at + 8)), bytes), alignment)
      if (found !== null) return found
    }
    return null
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  } finally {
    closeSync(descriptor)
  }
}

function buildIdAmong(notes: Buffer, alignment: number): string | null {
  const aligned = (size: number): number => Math.ceil(size / alignment) * alignment
  let at = 0
  while (at + NOTE_HEADER_BYTES <= notes.length) {
    const [nameBytes, bytes, type] = [notes.readUInt32LE(at), notes.readUInt32LE(at + 4), notes.readUInt32LE(at + 8)]
    const start = at + aligned(NOTE_HEADER_BYTES + nameBytes)
    const name = notes.toString('latin1', at + NOTE_HEADER_BYTES, at + NOTE_HEADER_BYTES + nameBytes)
    if (type === GNU_BUILD_ID && name === 'GNU\0' && bytes > 0 && bytes <= LONGEST_BUILD_ID && start + bytes <= notes.length)
      return notes.toString('hex', start, start + bytes)
    at = start + aligned(bytes)
  }
  return null
}
