/** Where the largest value of any range of a column stands, in logarithmic time. */
const BITS = 5
const GROUP = 1 << BITS

export class RangeMaxima {
  readonly #value: (at: number) => number
  /** Positions of the largest of 32 values each, of 32 such positions, and so on. */
  readonly #levels: Int32Array[] = []

  /** @param value of each position below `columnLength`; asked again for every question */
  constructor(columnLength: number, value: (at: number) => number) {
    this.#value = value
    let length = columnLength
    for (let below: Int32Array | null = null; length > GROUP; below = this.#levels.at(-1)!) {
      const largest = new Int32Array(Math.ceil(length / GROUP))
      let most = 0
      for (let at = 0; at < length; at++) {
        const position = below === null ? at : below[at]!
        const own = value(position)
        if ((at & (GROUP - 1)) !== 0 && !(own > most)) continue
        most = own
        largest[at >>> BITS] = position
      }
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
    const difference = this.#value(a) - this.#value(b)
    return difference > 0 || (difference === 0 && a < b) ? a : b
  }
}
