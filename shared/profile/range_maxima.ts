/** Where the largest value of any range of a column stands, in logarithmic time. */
const BITS = 5
const GROUP = 1 << BITS

export class RangeMaxima {
  readonly #values: Float64Array
  /** Positions of the largest of 32 values each, of 32 such positions, and so on. */
  readonly #levels: Int32Array[] = []

  constructor(values: Float64Array) {
    this.#values = values
    let length = values.length
    for (let below: Int32Array | null = null; length > GROUP; below = this.#levels.at(-1)!) {
      const largest = new Int32Array(Math.ceil(length / GROUP)).fill(-1)
      for (let at = 0; at < length; at++) largest[at >>> BITS] = this.#larger(largest[at >>> BITS]!, below === null ? at : below[at]!)
      this.#levels.push(largest)
      length = largest.length
    }
  }

  /** Position from `from` up to, but not including, `to`; of equal values the first, −1 of an empty range. */
  at(from: number, to: number): number {
    let largest = -1
    let [first, end] = [from, to]
    for (let level = -1; ; level++) {
      const below = this.#levels[level]
      const position = (at: number): number => (below === undefined ? at : below[at]!)
      if (level + 1 === this.#levels.length || end - first < 2 * GROUP) {
        for (let at = first; at < end; at++) largest = this.#larger(largest, position(at))
        return largest
      }
      while ((first & (GROUP - 1)) !== 0) largest = this.#larger(largest, position(first++))
      while ((end & (GROUP - 1)) !== 0) largest = this.#larger(largest, position(--end))
      first >>>= BITS
      end >>>= BITS
    }
  }

  #larger(a: number, b: number): number {
    if (a < 0) return b
    if (b < 0) return a
    const difference = this.#values[a]! - this.#values[b]!
    return difference > 0 || (difference === 0 && a < b) ? a : b
  }
}
