/**
 * Values in the format of v8.serialize, but with all their columns in one block of memory: as separate arrays, the
 * thousands of short and empty columns of a thread take three times the size of their content.
 */
import { DefaultDeserializer, DefaultSerializer } from 'node:v8'

/** Files store positions in this list: append new ones. */
const KINDS = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
] as const
type Column = InstanceType<(typeof KINDS)[number]>

/** Alignment of the longest element. */
const ALIGNMENT = 8

/** They cannot be written to. */
const EMPTY = KINDS.map((Kind) => new Kind(0))

export interface PackedValue {
  /** The content of the value's columns. */
  block: Uint8Array
  /** Everything else, with places in the block. */
  value: Uint8Array
}

class PackingSerializer extends DefaultSerializer {
  readonly columns: Column[] = []
  blockBytes = 0

  _writeHostObject(column: Column): void {
    this.writeUint32(KINDS.findIndex((Kind) => column.constructor === Kind))
    this.writeUint32(column.length)
    if (column.length === 0) return
    this.writeUint64(Math.floor(this.blockBytes / 2 ** 32), this.blockBytes >>> 0)
    this.columns.push(column)
    this.blockBytes += paddedBytes(column)
  }
}

class UnpackingDeserializer extends DefaultDeserializer {
  readonly #block: Uint8Array

  constructor({ block, value }: PackedValue) {
    super(value)
    this.#block = block
  }

  _readHostObject(): Column {
    const kind = this.readUint32()
    const length = this.readUint32()
    if (length === 0) return EMPTY[kind]!
    const [high, low] = this.readUint64()
    return new KINDS[kind]!(this.#block.buffer as ArrayBuffer, this.#block.byteOffset + high * 2 ** 32 + low, length)
  }
}

/** @param value of plain objects, arrays, maps and typed arrays */
export function packValue(value: unknown): PackedValue {
  const serializer = new PackingSerializer()
  serializer.writeHeader()
  serializer.writeValue(value)
  const block = new Uint8Array(serializer.blockBytes)
  let at = 0
  for (const column of serializer.columns) {
    block.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += paddedBytes(column)
  }
  return { block, value: serializer.releaseBuffer() }
}

/** @param packed by packValue of the same version; its block starts at a multiple of 8 bytes, and becomes the memory of the value's columns */
export function unpackValue(packed: PackedValue): unknown {
  const deserializer = new UnpackingDeserializer(packed)
  deserializer.readHeader()
  return deserializer.readValue()
}

function paddedBytes({ byteLength }: Column): number {
  return Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT
}
