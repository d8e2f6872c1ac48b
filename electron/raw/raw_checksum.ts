/** hagstone_checksum of raw_format.h: FNV-1a over the little-endian 32-bit words of the zero-padded payload. */
export function rawChecksum(view: DataView, offset: number, length: number): number {
  let hash = 2166136261
  let at = offset
  const end = offset + length
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ view.getUint32(at, true), 16777619)
  if (at < end) {
    let word = 0
    for (let shift = 0; at < end; at++, shift += 8) word |= view.getUint8(at) << shift
    hash = Math.imul(hash ^ word, 16777619)
  }
  return hash >>> 0
}
