/** Sums of any range of a column in logarithmic time: sums of 32 values each, sums of 32 such sums, and so on. */
const BITS = 5
const GROUP = 1 << BITS

export class RangeSums {
  /** The column itself, then the sums of each level. */
  readonly #levels: Float64Array[]

  constructor(values: Float64Array) {
    this.#levels = [values]
    for (let level = values; level.length > GROUP; ) {
      const sums = new Float64Array(Math.ceil(level.length / GROUP))
      for (let at = 0; at < level.length; at++) sums[at >>> BITS]! += level[at]!
      this.#levels.push(sums)
      level = sums
    }
  }

  /** Of the values from `from` up to, but not including, `to`; nothing is ever subtracted, so small sums stay exact beside large ones. */
  sum(from: number, to: number): number {
    let sum = 0
    let [first, end] = [from, to]
    for (const values of this.#levels) {
      if (values === this.#levels.at(-1) || end - first < 2 * GROUP) {
        for (let at = first; at < end; at++) sum += values[at]!
        return sum
      }
      while ((first & (GROUP - 1)) !== 0) sum += values[first++]!
      while ((end & (GROUP - 1)) !== 0) sum += values[--end]!
      first >>>= BITS
      end >>>= BITS
    }
    return sum
  }
}
