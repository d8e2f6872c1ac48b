/** Chromium writes PNG files in a hurry; pictures of windows, mostly of plain areas, are a fifth smaller without filters. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8
/** Length and type before a chunk's data, and the checksum after it. */
const CHUNK_HEAD = 8
const CHUNK_FRAME = 12
const CHANNELS: Partial<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

interface Chunk {
  type: string
  data: Buffer
}

/** The same picture in fewer bytes; of a kind that Chromium does not write (interlaced, with a palette, 16 bits) as it was. */
export function smallerPng(png: Buffer): Buffer {
  const chunks = chunksOf(png)
  const head = chunks.find(({ type }) => type === 'IHDR')?.data
  const channels = head === undefined ? undefined : CHANNELS[head[9] ?? -1]
  if (head === undefined || channels === undefined || head[8] !== 8 || head[12] !== 0) return png
  const rows = withoutFilters(
    inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))),
    head.readUInt32BE(0) * channels,
    channels,
  )
  const written = [
    { type: 'IHDR', data: head },
    { type: 'IDAT', data: deflateSync(rows, { level: 9 }) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ]
  const smaller = Buffer.concat([png.subarray(0, SIGNATURE_BYTES), ...written.map(chunkBytes)])
  return smaller.length < png.length ? smaller : png
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE_BYTES; at < png.length;) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + CHUNK_HEAD), data: png.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + length) })
    at += CHUNK_FRAME + length
  }
  return chunks
}

function chunkBytes({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(data.length + CHUNK_FRAME)
  bytes.writeUInt32BE(data.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), 4 + named.length)
  return bytes
}

/** Rows as their bytes are, each with filter 0 before it (PNG specification, section 9). */
function withoutFilters(data: Buffer, stride: number, step: number): Buffer {
  const plain = Buffer.alloc(data.length)
  for (let start = 0; start < data.length; start += stride + 1) {
    const filter = data[start]!
    const above = start - stride - 1
    for (let i = 0; i < stride; i++) {
      const at = start + 1 + i
      const left = i < step ? 0 : plain[at - step]!
      const up = above < 0 ? 0 : plain[above + 1 + i]!
      const corner = i < step || above < 0 ? 0 : plain[above + 1 + i - step]!
      plain[at] = data[at]! + (filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0)
    }
  }
  return plain
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
}
