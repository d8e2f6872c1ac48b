/** Gives every ordered pair of non-negative integers (first may be −1) a number from 0 in order of first appearance. */
import { growingInt32 } from './columns/growing_column.ts'

export class PairInterner {
  readonly #first = growingInt32()
  readonly #second = growingInt32()
  /** Open addressing; a slot holds number + 1, 0 is empty. */
  #slots = new Int32Array(1024)

  get length(): number {
    return this.#first.length
  }

  /** Number of the pair; `length` before the call if it is new. */
  intern(first: number, second: number): number {
    if (this.length * 2 >= this.#slots.length) this.#grow()
    const slot = this.#find(first, second)
    const known = this.#slots[slot]!
    if (known !== 0) return known - 1
    this.#first.push(first)
    this.#second.push(second)
    this.#slots[slot] = this.length
    return this.length - 1
  }

  /** Number of a pair; −1 if it has none. */
  known(first: number, second: number): number {
    return this.#slots[this.#find(first, second)]! - 1
  }

  first(index: number): number {
    return this.#first.get(index)
  }

  second(index: number): number {
    return this.#second.get(index)
  }

  /** All pairs in the order of their numbers. */
  columns(): { first: Int32Array; second: Int32Array } {
    return { first: this.#first.finish(), second: this.#second.finish() }
  }

  #find(first: number, second: number): number {
    const mask = this.#slots.length - 1
    let hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second + 0x7f4a7c15, 0xc2b2ae35)
    hash ^= hash >>> 15
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot]!
      if (known === 0) return slot
      if (this.#first.get(known - 1) === first && this.#second.get(known - 1) === second) return slot
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2)
    for (let index = 0; index < this.length; index++) {
      this.#slots[this.#find(this.first(index), this.second(index))] = index + 1
    }
  }
}
