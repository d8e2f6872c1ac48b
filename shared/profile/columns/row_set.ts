/**
 * A set of table rows that also numbers its members: a bit per row, and the members before each group of 32 rows. Values
 * that few rows of a large table have are kept by these numbers, in memory that grows with the values.
 */
const BITS = 5
const GROUP = 1 << BITS

export class RowSet {
  readonly #words: Uint32Array
  /** Members before each word; made when the set is complete. */
  #before: Int32Array | null = null

  /** @param length rows of the table @param words of a set that is complete; absent: none is a member yet */
  constructor(length: number, words = new Uint32Array(RowSet.wordCount(length))) {
    this.#words = words
  }

  /** Words for a table of `length` rows. */
  static wordCount(length: number): number {
    return (length >>> BITS) + 1
  }

  /** A bit per row, from the least significant on. */
  get words(): Uint32Array {
    return this.#words
  }

  /** Before any question about ranks only. */
  add(row: number): void {
    this.#words[row >>> BITS]! |= 1 << (row & (GROUP - 1))
  }

  has(row: number): boolean {
    return (this.#words[row >>> BITS]! & (1 << (row & (GROUP - 1)))) !== 0
  }

  get size(): number {
    const { length } = this.#words
    return this.#ranks()[length]!
  }

  /** Number of members before `row`, which may be the table's length: the number of `row` itself if it is a member. */
  rank(row: number): number {
    const below = this.#words[row >>> BITS]! & ((1 << (row & (GROUP - 1))) - 1)
    return this.#ranks()[row >>> BITS]! + bitCount(below)
  }

  /** Ascending. */
  members(): Int32Array {
    const members = new Int32Array(this.size)
    this.each((row, number) => (members[number] = row))
    return members
  }

  /** Members in ascending order with their numbers, without a list of them. */
  each(visit: (row: number, number: number) => void): void {
    let next = 0
    for (let word = 0; word < this.#words.length; word++) {
      // The lowest member leaves first.
      for (let left = this.#words[word]!; left !== 0; left &= left - 1) visit(word * GROUP + 31 - Math.clz32(left & -left), next++)
    }
  }

  /** The rows of both sets. @param other of the same table */
  with(other: RowSet): RowSet {
    const words = this.#words.slice()
    for (let word = 0; word < words.length; word++) words[word]! |= other.#words[word]!
    return new RowSet((words.length - 1) << BITS, words)
  }

  #ranks(): Int32Array {
    if (this.#before !== null) return this.#before
    const before = new Int32Array(this.#words.length + 1)
    for (let word = 0; word < this.#words.length; word++) before[word + 1] = before[word]! + bitCount(this.#words[word]!)
    return (this.#before = before)
  }
}

/** Warren, Hacker's Delight (2nd edition), section 5-1. */
function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
