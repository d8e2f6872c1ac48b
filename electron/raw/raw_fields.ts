/** Fields of raw records that a DataView has no method for. */

/** Exact up to 2^53, rounded above: no real time, count or address is that large. */
export function readUint64(view: DataView, offset: number): number {
  return view.getUint32(offset, true) + view.getUint32(offset + 4, true) * 0x1_0000_0000
}

/** UTF-8 text up to the first zero byte. */
export function readText(view: DataView, offset: number, size: number): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + offset, size)
  const zero = bytes.indexOf(0)
  return new TextDecoder().decode(zero < 0 ? bytes : bytes.subarray(0, zero))
}
