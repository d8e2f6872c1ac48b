/** Gives every (kind, source, target) of non-negative integers a number from 0 in order of first appearance, as PairInterner does for two. */
import { growingInt32 } from '../profile/columns/growing_column.ts'

export class PairKeys {
  /** [3 × number …]: kind, source, target. */
  readonly #keys = growingInt32()
  /** Open addressing: [2 × slot] holds number + 1, 0 is empty; [2 × slot + 1] the key's hash. */
  #slots = new Int32Array(2048)
  /** Keys that the slots take: three quarters. */
  #room = 768

  get length(): number {
    return this.#keys.length / 3
  }

  kind(key: number): number {
    return this.#keys.get(3 * key)
  }

  source(key: number): number {
    return this.#keys.get(3 * key + 1)
  }

  target(key: number): number {
    return this.#keys.get(3 * key + 2)
  }

  /** `length` before the call if it is new. */
  intern(kind: number, source: number, target: number): number {
    if (this.length >= this.#room) this.#grow()
    const hash = hashOf(kind, source, target)
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = (hash << 1) & mask
    for (; slots[slot] !== 0; slot = (slot + 2) & mask) {
      const known = slots[slot]! - 1
      if (slots[slot + 1] === hash && this.target(known) === target && this.source(known) === source && this.kind(known) === kind) return known
    }
    for (const value of [kind, source, target]) this.#keys.push(value)
    slots[slot] = this.length
    slots[slot + 1] = hash
    return this.length - 1
  }

  /** The hashes are in the slots, so that the keys need not be read. */
  #grow(): void {
    const smaller = this.#slots
    const larger = new Int32Array(smaller.length * 2)
    const mask = larger.length - 1
    for (let slot = 0; slot < smaller.length; slot += 2) {
      if (smaller[slot] === 0) continue
      let free = (smaller[slot + 1]! << 1) & mask
      while (larger[free] !== 0) free = (free + 2) & mask
      larger[free] = smaller[slot]!
      larger[free + 1] = smaller[slot + 1]!
    }
    this.#slots = larger
    this.#room *= 2
  }
}

function hashOf(kind: number, source: number, target: number): number {
  const hash = Math.imul(source ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(target + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(kind + 0x165667b1, 0x27d4eb2f)
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}
