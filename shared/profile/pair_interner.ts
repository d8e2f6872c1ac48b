/** Gives every ordered pair of non-negative integers (first may be −1) a number from 0 in order of first appearance. */
import { growingInt32 } from './columns/growing_column.ts'
import { doubledSlots, FIRST_ROOM, FIRST_LENGTH } from './columns/hash_slots.ts'

export class PairInterner {
  /** [2 × number, 2 × number + 1]: both integers of a pair. */
  readonly #pairs = growingInt32()
  #slots = new Int32Array(FIRST_LENGTH)
  /** Pairs that the slots take. */
  #room = FIRST_ROOM

  get length(): number {
    return this.#pairs.length / 2
  }

  /** Number of the pair; `length` before the call if it is new. */
  intern(first: number, second: number): number {
    if (this.length >= this.#room) this.#grow()
    const hash = hashOf(first, second)
    const slot = this.#find(first, second, hash)
    const known = this.#slots[slot]!
    if (known !== 0) return known - 1
    this.#pairs.push(first)
    this.#pairs.push(second)
    this.#slots[slot] = this.length
    this.#slots[slot + 1] = hash
    return this.length - 1
  }

  /** Number of a pair; −1 if it has none. */
  known(first: number, second: number): number {
    return this.#slots[this.#find(first, second, hashOf(first, second))]! - 1
  }

  first(index: number): number {
    return this.#pairs.get(2 * index)
  }

  second(index: number): number {
    return this.#pairs.get(2 * index + 1)
  }

  /** All pairs in the order of their numbers. */
  columns(): { first: Int32Array; second: Int32Array } {
    const first = new Int32Array(this.length)
    const second = new Int32Array(this.length)
    for (let index = 0; index < first.length; index++) {
      first[index] = this.first(index)
      second[index] = this.second(index)
    }
    return { first, second }
  }

  /** Position in `#slots` of the pair, or of the empty slot for it. */
  #find(first: number, second: number, hash: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = (hash << 1) & mask; ; slot = (slot + 2) & mask) {
      const known = slots[slot]!
      if (known === 0) return slot
      if (slots[slot + 1] === hash && this.first(known - 1) === first && this.second(known - 1) === second) return slot
    }
  }

  #grow(): void {
    this.#slots = doubledSlots(this.#slots)
    this.#room *= 2
  }
}

function hashOf(first: number, second: number): number {
  const hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second + 0x7f4a7c15, 0xc2b2ae35)
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}
