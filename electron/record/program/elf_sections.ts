import { closeSync, openSync } from 'node:fs'
import { readAt } from '../file_bytes.ts'

/** Sizes and offsets of the ELF header and of a section header, 64-bit, little-endian (System V ABI, chapter 4). */
const headerSize = 64
const sectionHeaderSize = 64
const mostSections = 65_535
const longestNames = 16 << 20

/**
 * Whether a 64-bit little-endian ELF file has a section of this name. False for files without section headers. Every
 * offset is untrusted: nothing is read outside the file. Throws the system's error if unreadable.
 */
export function hasSection(path: string, name: string): boolean {
  const descriptor = openSync(path, 'r')
  try {
    const header = readAt(descriptor, 0, headerSize)
    if (header.length < headerSize || header.readUInt32BE(0) !== 0x7f454c46) return false
    const count = Math.min(header.readUInt16LE(60), mostSections)
    const namesIndex = header.readUInt16LE(62)
    const table = readAt(descriptor, Number(header.readBigUInt64LE(40)), count * sectionHeaderSize)
    if (header.readUInt16LE(58) !== sectionHeaderSize || table.length < count * sectionHeaderSize || namesIndex >= count) return false
    const namesEntry = table.subarray(namesIndex * sectionHeaderSize)
    const names = readAt(descriptor, Number(namesEntry.readBigUInt64LE(24)), Math.min(Number(namesEntry.readBigUInt64LE(32)), longestNames))
    const wanted = Buffer.from(`${name}\0`)
    return Array.from({ length: count }, (_, index) => table.readUInt32LE(index * sectionHeaderSize)).some((offset) =>
      names.subarray(offset, offset + wanted.length).equals(wanted),
    )
  } finally {
    closeSync(descriptor)
  }
}
