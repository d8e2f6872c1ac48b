/**
 * Open addressing for tables that number their keys: [2 × slot] holds number + 1, 0 is empty; [2 × slot + 1] the key's hash. The search
 * for a key begins at slot `hash << 1`, modulo the length.
 */

import { freeColumn } from './free_column.ts'

/** Length of the table at first, and the keys that it takes: three quarters of its slots. */
export const FIRST_LENGTH = 2048
export const FIRST_ROOM = 768

/** Twice as many; the smaller table is freed. The hashes are in the slots, so that the keys need not be read. */
export function doubledSlots(smaller: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(smaller.length * 2)
  const mask = larger.length - 1
  for (let slot = 0; slot < smaller.length; slot += 2) {
    const number = smaller[slot]!
    if (number === 0) continue
    const hash = smaller[slot + 1]!
    let free = (hash << 1) & mask
    while (larger[free] !== 0) free = (free + 2) & mask
    larger[free] = number
    larger[free + 1] = hash
  }
  freeColumn(smaller)
  return larger
}
