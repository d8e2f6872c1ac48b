/** Gives every (kind, source, target) of non-negative integers a number from 0 in order of first appearance, as PairInterner does for two. */
import { growingInt32 } from '../profile/columns/growing_column.ts'
import { doubledSlots, FIRST_ROOM, FIRST_LENGTH } from '../profile/columns/hash_slots.ts'

export class PairKeys {
  /** [3 × number …]: kind, source, target. */
  readonly #keys = growingInt32()
  #slots = new Int32Array(FIRST_LENGTH)
  /** Keys that the slots take. */
  #room = FIRST_ROOM

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

  #grow(): void {
    this.#slots = doubledSlots(this.#slots)
    this.#room *= 2
  }
}

function hashOf(kind: number, source: number, target: number): number {
  const hash = Math.imul(source ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(target + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(kind + 0x165667b1, 0x27d4eb2f)
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}
