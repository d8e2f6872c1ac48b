import { closeSync, openSync } from 'node:fs'
import { readAt } from '../file_bytes.ts'

/** Sizes and offsets of the ELF header and of a program header, 64-bit, little-endian (System V ABI, chapter 5). */
const headerSize = 64
const programHeaderSize = 56
const mostProgramHeaders = 256
const loadable = 1

/**
 * Bytes of a 64-bit ELF program's own code and data, static arrays included, when it is loaded: the least memory that it
 * takes. 0 for other files. Throws the system's error when unreadable.
 */
export function loadedBytes(path: string): number {
  const descriptor = openSync(path, 'r')
  try {
    const header = readAt(descriptor, 0, headerSize)
    if (header.length < headerSize || header.readUInt32BE(0) !== 0x7f454c46 || header.readUInt16LE(54) !== programHeaderSize) return 0
    const count = Math.min(header.readUInt16LE(56), mostProgramHeaders)
    const table = readAt(descriptor, Number(header.readBigUInt64LE(32)), count * programHeaderSize)
    let bytes = 0
    for (let start = 0; start + programHeaderSize <= table.length; start += programHeaderSize) {
      if (table.readUInt32LE(start) === loadable) bytes += Number(table.readBigUInt64LE(start + 40))
    }
    return bytes
  } finally {
    closeSync(descriptor)
  }
}
