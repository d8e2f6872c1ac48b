/**
 * Where functions begin and end by call frame information, for code that no symbol table names: stripped programs keep
 * .eh_frame_hdr, a sorted table of all functions, because exceptions need it (Linux Standard Base Core 5.0, 10.6.2).
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

export interface CodeRange {
  /** ELF virtual addresses: first and one past the last. */
  low: number
  high: number
}

const ELF_MAGIC = 0x464c457f
const ELF_CLASS_64_LITTLE = 0x0102
const PT_LOAD = 1
const PT_GNU_EH_FRAME = 0x6474e550
const PROGRAM_HEADER_SIZE = 56
/** DW_EH_PE_pcrel | sdata4, udata4, and datarel | sdata4: what every x86-64 linker writes. */
const ENCODINGS = [1, 0x1b, 0x03, 0x3b] as const
const TABLE_START = 12
const LARGEST_TABLE = 256 << 20

interface Segment { type: number; offset: number; address: number; size: number }

export class UnwindRanges {
  readonly #file: number
  readonly #segments: Segment[]
  /** Entries of eight bytes: function start and its FDE, both relative to #base. */
  readonly #table: DataView
  readonly #base: number

  private constructor(file: number, segments: Segment[], table: DataView, base: number) {
    this.#file = file
    this.#segments = segments
    this.#table = table
    this.#base = base
  }

  /** Null if the file is no x86-64 ELF object with such a table. The caller closes it. */
  static open(path: string): UnwindRanges | null {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const ranges = fstatSync(file).isFile() ? UnwindRanges.#read(file) : null
    if (ranges === null) closeSync(file)
    return ranges
  }

  static #read(file: number): UnwindRanges | null {
    const segments = readSegments(file)
    const header = segments.find((segment) => segment.type === PT_GNU_EH_FRAME)
    if (!header || header.size > LARGEST_TABLE) return null
    const view = readAt(file, header.offset, header.size)
    if (view.byteLength < TABLE_START || ENCODINGS.some((encoding, i) => view.getUint8(i) !== encoding)) return null
    const count = Math.min(view.getUint32(8, true), Math.floor((view.byteLength - TABLE_START) / 8))
    return new UnwindRanges(file, segments, new DataView(view.buffer, TABLE_START, count * 8), header.address)
  }

  /** The function that covers the address; null if none does. */
  at(address: number): CodeRange | null {
    const entry = this.#lastStartingAtOrBefore(address)
    if (entry < 0) return null
    const low = this.#base + this.#table.getInt32(entry * 8, true)
    const fde = this.#base + this.#table.getInt32(entry * 8 + 4, true)
    const segment = this.#segments.find(({ type, address, size }) => type === PT_LOAD && fde >= address && fde < address + size)
    if (!segment) return null
    // FDE: length, CIE pointer, start relative to itself, size (see ENCODINGS); checked by meeting the table's start.
    const view = readAt(this.#file, segment.offset + fde - segment.address, 16)
    if (view.byteLength < 16 || fde + 8 + view.getInt32(8, true) !== low) return null
    const high = low + view.getUint32(12, true)
    return address < high ? { low, high } : null
  }

  close(): void {
    closeSync(this.#file)
  }

  #lastStartingAtOrBefore(address: number): number {
    let first = 0
    let end = this.#table.byteLength / 8
    while (first < end) {
      const middle = (first + end) >>> 1
      if (this.#base + this.#table.getInt32(middle * 8, true) <= address) first = middle + 1
      else end = middle
    }
    return first - 1
  }
}

function readSegments(file: number): Segment[] {
  const header = readAt(file, 0, 64)
  if (header.byteLength < 64 || header.getUint32(0, true) !== ELF_MAGIC || header.getUint16(4, true) !== ELF_CLASS_64_LITTLE) return []
  const view = readAt(file, Number(header.getBigUint64(32, true)), header.getUint16(56, true) * PROGRAM_HEADER_SIZE)
  if (header.getUint16(54, true) !== PROGRAM_HEADER_SIZE) return []
  return Array.from({ length: Math.floor(view.byteLength / PROGRAM_HEADER_SIZE) }, (_, i) => {
    const at = i * PROGRAM_HEADER_SIZE
    return {
      type: view.getUint32(at, true),
      offset: Number(view.getBigUint64(at + 8, true)),
      address: Number(view.getBigUint64(at + 16, true)),
      size: Number(view.getBigUint64(at + 32, true)),
    }
  })
}

/** What the file holds of the range: shorter, or empty, beyond its end. */
function readAt(file: number, offset: number, length: number): DataView {
  if (!Number.isSafeInteger(offset) || offset < 0) return new DataView(new ArrayBuffer(0))
  const bytes = new Uint8Array(length)
  return new DataView(bytes.buffer, 0, readSync(file, bytes, 0, length, offset))
}
