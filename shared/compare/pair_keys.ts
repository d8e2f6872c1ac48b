/** Gives every (kind, source, target) of non-negative integers a number from 0 in order of first appearance, as PairInterner does for two. */
import { freeColumn } from '../profile/columns/free_column.ts'
import { doubledSlots, FIRST_ROOM, FIRST_LENGTH } from '../profile/columns/hash_slots.ts'

export class PairKeys {
  /** [3 × number …]: kind, source, target; there is room for all that the slots take. */
  #keys = new Int32Array(3 * FIRST_ROOM)
  #length = 0
  #slots = new Int32Array(FIRST_LENGTH)
  /** Keys that the slots take. */
  #room = FIRST_ROOM

  get length(): number {
    return this.#length
  }

  kind(key: number): number {
    return this.#keys[3 * key]!
  }

  source(key: number): number {
    return this.#keys[3 * key + 1]!
  }

  target(key: number): number {
    return this.#keys[3 * key + 2]!
  }

  /** `length` before the call if it is new. */
  intern(kind: number, source: number, target: number): number {
    if (this.#length >= this.#room) this.#grow()
    const hash = hashOf(kind, source, target)
    const [slots, keys] = [this.#slots, this.#keys]
    const mask = slots.length - 1
    let slot = (hash << 1) & mask
    for (; slots[slot] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot + 1] !== hash) continue
      const known = slots[slot]! - 1
      if (keys[3 * known + 2] === target && keys[3 * known + 1] === source && keys[3 * known] === kind) return known
    }
    const number = this.#length++
    keys[3 * number] = kind
    keys[3 * number + 1] = source
    keys[3 * number + 2] = target
    slots[slot] = number + 1
    slots[slot + 1] = hash
    return number
  }

  /** Frees the table in which keys are found: no more are interned. */
  close(): void {
    freeColumn(this.#slots)
  }

  /** Of a closed table. */
  free(): void {
    freeColumn(this.#keys)
  }

  #grow(): void {
    this.#slots = doubledSlots(this.#slots)
    this.#room *= 2
    const larger = new Int32Array(3 * this.#room)
    larger.set(this.#keys)
    freeColumn(this.#keys)
    this.#keys = larger
  }
}

function hashOf(kind: number, source: number, target: number): number {
  const hash = Math.imul(source ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(target + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(kind + 0x165667b1, 0x27d4eb2f)
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}
