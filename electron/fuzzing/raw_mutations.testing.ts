/** Changes to raw recordings that stay recordings for the most part: fields of records, whole records, extents, bytes. */
import type { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { withChecksums } from '../raw/damaged_recordings.testing.ts'
import { EXTENT, EXTENT_HEADER_SIZE, EXTENT_SIZE, HEADER, HEADER_SIZE, RECORD_HEADER_SIZE } from '../raw/raw_layout.ts'
import { changeBytes, oddNumber, oddUint32, pick } from './mutations.testing.ts'

/** Positions in the file; `length` of the payload. */
interface Place {
  at: number
  payload: number
  length: number
  next: number
  end: number
}

export function mutateRecording(input: Uint8Array, others: readonly Uint8Array[], random: SeededRandom): Uint8Array {
  let bytes: Uint8Array = input.slice()
  for (let change = random.nextBelow(4); change >= 0; change--) bytes = changeOnce(bytes, pick(others, random), random)
  return random.nextBelow(8) === 0 ? bytes : withChecksums(bytes)
}

function changeOnce(bytes: Uint8Array, other: Uint8Array, random: SeededRandom): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const records = recordsOf(view)
  switch (random.nextBelow(12)) {
    case 0:
      if (bytes.length > 0) changeBytes(bytes, random)
      return bytes
    case 1:
      if (bytes.length >= HEADER_SIZE) changeHeader(view, random)
      return bytes
    case 2:
      changeExtent(view, random)
      return bytes
    case 3:
      return bytes.slice(0, random.nextBelow(bytes.length + 1))
    case 4:
      return addExtent(bytes, other, random)
    case 5:
      if (records.length > 0) copyRecord(bytes, pick(records, random), pick(records, random))
      return bytes
    case 6:
      if (records.length > 0) addRecord(bytes, pick(records, random), random)
      return bytes
    case 7:
      if (records.length > 0) view.setUint8(pick(records, random).at, random.nextBelow(40))
      return bytes
    case 8:
      if (records.length > 0) view.setUint32(pick(records, random).at, random.nextBelow(40) | (oddUint32(random) << 8), true)
      return bytes
    default:
      if (records.length > 0) changeField(view, pick(records, random), random)
      return bytes
  }
}

function recordsOf(view: DataView): Place[] {
  const places: Place[] = []
  for (let extent = HEADER_SIZE; extent + EXTENT_SIZE <= view.byteLength; extent += EXTENT_SIZE) {
    const end = extent + Math.min(view.getUint32(extent + EXTENT.used, true), EXTENT_SIZE)
    for (let at = extent + EXTENT_HEADER_SIZE; at + RECORD_HEADER_SIZE < end;) {
      const length = view.getUint32(at, true) >>> 8
      const next = at + RECORD_HEADER_SIZE + Math.ceil(length / 8) * 8
      if (length === 0 || next > end) break
      places.push({ at, payload: at + RECORD_HEADER_SIZE, length, next, end: extent + EXTENT_SIZE })
      at = next
    }
  }
  return places
}

/** Fields are one, two, four or eight bytes long and aligned. */
function changeField(view: DataView, { payload, length }: Place, random: SeededRandom): void {
  const width = pick([1, 2, 4, 4, 4, 8, 8], random)
  if (length < width) return
  const at = payload + random.nextBelow(Math.floor(length / width)) * width
  if (width === 1) view.setUint8(at, random.nextBelow(2) === 0 ? random.nextBelow(12) : random.nextBelow(256))
  else if (width === 2) view.setUint16(at, oddUint32(random), true)
  else if (width === 4 && random.nextBelow(4) > 0) view.setUint32(at, oddUint32(random), true)
  else if (width === 4) view.setFloat32(at, oddNumber(random), true)
  else if (random.nextBelow(2) === 0) view.setFloat64(at, oddNumber(random), true)
  else view.setBigUint64(at, BigInt(oddUint32(random)) << BigInt(pick([0, 0, 16, 32], random)), true)
}

function changeHeader(view: DataView, random: SeededRandom): void {
  const field = pick(Object.values(HEADER), random)
  if (random.nextBelow(3) === 0) view.setUint32(field, oddUint32(random), true)
  else view.setUint32(field, random.nextBelow(8), true)
}

function changeExtent(view: DataView, random: SeededRandom): void {
  const count = Math.floor((view.byteLength - HEADER_SIZE) / EXTENT_SIZE)
  if (count < 1) return
  const extent = HEADER_SIZE + random.nextBelow(count) * EXTENT_SIZE
  view.setUint32(extent + pick(Object.values(EXTENT), random), oddUint32(random), true)
}

/** One more extent at the end, which another recording or this one has. */
function addExtent(bytes: Uint8Array, other: Uint8Array, random: SeededRandom): Uint8Array {
  const count = Math.floor((other.length - HEADER_SIZE) / EXTENT_SIZE)
  if (count < 1 || bytes.length < HEADER_SIZE || bytes.length > MOST_BYTES) return bytes
  const start = HEADER_SIZE + random.nextBelow(count) * EXTENT_SIZE
  const whole = HEADER_SIZE + Math.floor((bytes.length - HEADER_SIZE) / EXTENT_SIZE) * EXTENT_SIZE
  const longer = new Uint8Array(whole + EXTENT_SIZE)
  longer.set(bytes.subarray(0, whole))
  longer.set(other.subarray(start, start + EXTENT_SIZE), whole)
  new DataView(longer.buffer).setUint32(HEADER.extent_count, (whole - HEADER_SIZE) / EXTENT_SIZE + 1, true)
  return longer
}

const MOST_BYTES = HEADER_SIZE + 12 * EXTENT_SIZE

function copyRecord(bytes: Uint8Array, from: Place, to: Place): void {
  const room = Math.min(from.next - from.at, to.next - to.at)
  bytes.copyWithin(to.at, from.at, from.at + room)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint32(to.at, (view.getUint32(from.at, true) & 0xff) | (Math.min(from.length, to.length) << 8), true)
}

/** A record twice, the second time with another field. */
function addRecord(bytes: Uint8Array, from: Place, random: SeededRandom): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const extent = from.end - EXTENT_SIZE
  const used = view.getUint32(extent + EXTENT.used, true)
  const size = from.next - from.at
  if (used < EXTENT_HEADER_SIZE || used + size > EXTENT_SIZE) return
  const at = extent + used
  bytes.copyWithin(at, from.at, from.next)
  view.setUint32(extent + EXTENT.used, used + size, true)
  changeField(view, { ...from, at, payload: at + RECORD_HEADER_SIZE }, random)
}
