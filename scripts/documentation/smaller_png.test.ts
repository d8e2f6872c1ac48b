import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { smallerPng } from './smaller_png.ts'

/** A picture of 2 × 5 RGB pixels whose rows have each of the five filters, with room to spare. */
function filtered(): { png: Buffer; rows: number[][] } {
  const rows = [
    [9, 8, 7, 200, 100, 50],
    [10, 20, 30, 40, 50, 60],
    [11, 21, 31, 41, 51, 61],
    [250, 3, 128, 7, 7, 7],
    [1, 2, 3, 255, 0, 255],
  ]
  const paeth = (a: number, b: number, c: number): number => [a, b, c].toSorted((x, y) => Math.abs(a + b - c - x) - Math.abs(a + b - c - y))[0]!
  const data = rows.flatMap((row, y) => [
    y,
    ...row.map((value, i) => {
      const [left, up, corner] = [row[i - 3] ?? 0, rows[y - 1]?.[i] ?? 0, i < 3 ? 0 : (rows[y - 1]?.[i - 3] ?? 0)]
      return (value - [0, left, up, (left + up) >> 1, paeth(left, up, corner)][y]!) & 255
    }),
  ])
  const chunk = (type: string, bytes: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return Buffer.concat([length, Buffer.from(type), bytes, Buffer.alloc(4)])
  }
  const head = Buffer.from([0, 0, 0, 2, 0, 0, 0, 5, 8, 2, 0, 0, 0])
  return {
    png: Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', head),
      chunk('tEXt', Buffer.alloc(200)),
      chunk('IDAT', deflateSync(Buffer.from(data))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
    rows,
  }
}

test('a picture keeps its pixels in fewer bytes, for all row filters', () => {
  const { png, rows } = filtered()
  const smaller = smallerPng(png)
  expect(smaller.length).toBeLessThan(png.length)
  const at = smaller.indexOf('IDAT')
  const pixels = inflateSync(smaller.subarray(at + 4, at + 4 + smaller.readUInt32BE(at - 4)))
  expect([...pixels]).toEqual(rows.flatMap((row) => [0, ...row]))
})

test('a picture of another kind stays as it is', () => {
  const { png } = filtered()
  png[png.indexOf('IHDR') + 4 + 12] = 1
  expect(smallerPng(png)).toBe(png)
})
