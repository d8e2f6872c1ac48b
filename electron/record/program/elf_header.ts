/**
 * The few fields of an ELF file that decide whether a program can be recorded (System V ABI, chapters 4 and 5). Every
 * offset is untrusted: nothing is read outside the file, and at most `maximumProgramHeaders` headers are read.
 */
import { closeSync, openSync } from 'node:fs'
import { readAt } from '../file_bytes.ts'

export interface ElfHeader {
  bits: 32 | 64
  littleEndian: boolean
  /** e_type */
  type: number
  /** e_machine */
  machine: number
  /** PT_INTERP: path of the dynamic loader; null in static programs. */
  interpreter: string | null
}

export const elfType = { relocatable: 1, executable: 2, shared: 3, core: 4 } as const

const machineX86 = 3
const machineX86_64 = 62
const machineNames: Record<number, string> = {
  2: 'SPARC',
  3: 'x86 (32-bit)',
  8: 'MIPS',
  20: 'PowerPC',
  21: 'PowerPC64',
  22: 's390',
  40: 'ARM (32-bit)',
  62: 'x86-64',
  183: 'AArch64',
  243: 'RISC-V',
  258: 'LoongArch',
}
const programHeaderInterpreter = 3
const maximumProgramHeaders = 256
const maximumInterpreterLength = 4096

export function machineName(machine: number): string {
  return machineNames[machine] ?? `machine type ${machine}`
}

export function isX86_64(header: ElfHeader): boolean {
  return header.machine === machineX86_64 && header.bits === 64 && header.littleEndian
}

/** i386 programs and the x32 ABI: both run on x86-64 kernels, neither can be recorded. */
export function isX86With32BitPointers(header: ElfHeader): boolean {
  return header.bits === 32 && (header.machine === machineX86 || header.machine === machineX86_64)
}

/** Null if the file is not an ELF file, or its header is truncated. Throws the system's error if unreadable. */
export function readElfHeader(path: string): ElfHeader | null {
  const descriptor = openSync(path, 'r')
  try {
    return parse(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function parse(descriptor: number): ElfHeader | null {
  const header = readAt(descriptor, 0, 64)
  if (header.length < 52 || header.readUInt32BE(0) !== 0x7f454c46) return null
  const is64 = header[4] === 2
  const littleEndian = header[5] === 1
  if (is64 && header.length < 64) return null
  const read16 = (buffer: Buffer, offset: number): number => (littleEndian ? buffer.readUInt16LE(offset) : buffer.readUInt16BE(offset))
  const read32 = (buffer: Buffer, offset: number): number => (littleEndian ? buffer.readUInt32LE(offset) : buffer.readUInt32BE(offset))
  const read64 = (buffer: Buffer, offset: number): number => Number(littleEndian ? buffer.readBigUInt64LE(offset) : buffer.readBigUInt64BE(offset))

  const tableOffset = is64 ? read64(header, 32) : read32(header, 28)
  const entrySize = read16(header, is64 ? 54 : 42)
  const count = Math.min(read16(header, is64 ? 56 : 44), maximumProgramHeaders)
  const minimumEntrySize = is64 ? 56 : 32

  let interpreter: string | null = null
  for (let index = 0; index < count && entrySize >= minimumEntrySize; index++) {
    const entry = readAt(descriptor, tableOffset + index * entrySize, minimumEntrySize)
    if (entry.length < minimumEntrySize) break
    if (read32(entry, 0) !== programHeaderInterpreter) continue
    const offset = is64 ? read64(entry, 8) : read32(entry, 4)
    const size = is64 ? read64(entry, 32) : read32(entry, 16)
    const text = readAt(descriptor, offset, Math.min(size, maximumInterpreterLength))
    const end = text.indexOf(0)
    interpreter = text.toString('utf8', 0, end < 0 ? text.length : end)
    break
  }
  return { bits: is64 ? 64 : 32, littleEndian, type: read16(header, 16), machine: read16(header, 18), interpreter }
}
