/** Numbers that readers often mishandle. */
import type { SeededRandom } from '../../shared/metrics/statistics/random.ts'

const NUMBERS_32 = [0, 1, 2, 3, 7, 8, 64, 255, 256, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]
const NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  1,
  2,
  255,
  256,
  65_535,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e100,
  1.7e308,
  -1e308,
  5e-324,
  Infinity,
  -Infinity,
  Number.NaN,
]

export function pick<T>(items: readonly T[], random: SeededRandom): T {
  return items[random.nextBelow(items.length)]!
}

/** 0 … 2^32 − 1: half of them small, where numbers and positions of other things are. */
export function oddUint32(random: SeededRandom): number {
  const kind = random.nextBelow(4)
  if (kind === 0) return random.nextUint32()
  return kind === 1 ? pick(NUMBERS_32, random) : random.nextBelow(16)
}

/** Any number that a double holds. */
export function oddNumber(random: SeededRandom): number {
  return random.nextBelow(3) === 0 ? random.nextBelow(16) : pick(NUMBERS, random)
}

/** Changes some bytes at any place. */
export function changeBytes(bytes: Uint8Array, random: SeededRandom): void {
  for (let change = random.nextBelow(8); change >= 0; change--)
    bytes[random.nextBelow(bytes.length)] = random.nextBelow(4) === 0 ? 0xff : random.nextUint32() & 0xff
}
