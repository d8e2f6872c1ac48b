/** Segments of 64-bit little-endian ELF files (System V ABI, chapter 5), and what follows from them alone. */
import { closeSync, openSync } from 'node:fs'
import { readAt } from '../file_bytes.ts'

const headerSize = 64
const segmentSize = 56
const mostSegments = 1024

interface ElfSegment {
  /** p_type */
  type: number
  offset: number
  address: number
  bytesInFile: number
  bytesInMemory: number
  alignment: number
}

export const segmentType = { load: 1, dynamic: 2, note: 4 } as const

/**
 * Null for other files. Offsets and sizes are untrusted: nothing is read outside the file. Throws the system's error if
 * unreadable.
 */
export function readSegments(descriptor: number): ElfSegment[] | null {
  const header = readAt(descriptor, 0, headerSize)
  if (header.length < headerSize || header.readUInt32BE(0) !== 0x7f454c46 || header[4] !== 2 || header[5] !== 1) return null
  if (header.readUInt16LE(54) !== segmentSize) return null
  const count = Math.min(header.readUInt16LE(56), mostSegments)
  const table = readAt(descriptor, Number(header.readBigUInt64LE(32)), count * segmentSize)
  return Array.from({ length: Math.floor(table.length / segmentSize) }, (_, index) => {
    const at = index * segmentSize
    const number = (offset: number): number => Number(table.readBigUInt64LE(at + offset))
    return {
      type: table.readUInt32LE(at),
      offset: number(8),
      address: number(16),
      bytesInFile: number(32),
      bytesInMemory: number(40),
      alignment: number(48),
    }
  })
}

/**
 * Bytes of a program's own code and data, static arrays included, when it is loaded: the least memory that it takes. 0 for
 * other files. Throws the system's error if unreadable.
 */
export function loadedBytes(path: string): number {
  const descriptor = openSync(path, 'r')
  try {
    const loaded = (readSegments(descriptor) ?? []).filter(({ type }) => type === segmentType.load)
    return loaded.reduce((sum, { bytesInMemory }) => sum + bytesInMemory, 0)
  } finally {
    closeSync(descriptor)
  }
}
