/** Build ids of ELF files (System V ABI, chapter 5: note sections), 64-bit, little-endian. */
import { closeSync, openSync } from 'node:fs'
import { systemErrorCode } from '../../failure.ts'
import { readAt } from '../file_bytes.ts'
import { readSegments, segmentType } from '../program/elf_segments.ts'

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
    for (const { type, offset, bytesInFile, alignment } of readSegments(descriptor) ?? []) {
      if (type !== segmentType.note) continue
      const found = buildIdAmong(readAt(descriptor, offset, Math.min(bytesInFile, LONGEST_NOTES)), alignment === 8 ? 8 : 4)
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
