/** Sums of any range of a column in logarithmic time: sums of 32 values each, sums of 32 such sums, and so on. */
import type { Numbers } from '../narrowed.ts'
import { inMemory, type NumberColumn } from './number_column.ts'

const BITS = 5
const GROUP = 1 << BITS

export class RangeSums {
  readonly values: NumberColumn
  readonly #groups: () => Numbers
  /** The sums of each level above the column; made on first use. */
  #levels: Numbers[] | null = null

  /** @param groups of the values, where they are known: see groupSums */
  constructor(values: Numbers | NumberColumn, groups?: () => Numbers) {
    this.values = 'at' in values && 'all' in values ? values : inMemory(values)
    this.#groups = groups ?? (() => groupSums(this.values.all()))
  }

  static groupCount(length: number): number {
    return Math.ceil(length / GROUP)
  }

  /** Sum of the values from `from` up to, but not including, `to`. Nothing is ever subtracted, so small sums stay exact beside large ones. */
  sum(from: number, to: number): number {
    const upper = this.#upper()
    const { values } = this
    const { whole } = values
    let sum = 0
    let [first, end] = [from, to]
    if (upper.length === 0 || end - first < 2 * GROUP) {
      for (let at = first; at < end; at++) sum += whole === null ? values.at(at) : whole[at]!
      return sum
    }
    for (; (first & (GROUP - 1)) !== 0; first++) sum += whole === null ? values.at(first) : whole[first]!
    while ((end & (GROUP - 1)) !== 0) sum += whole === null ? values.at(--end) : whole[--end]!
    for (const sums of upper) {
      first >>>= BITS
      end >>>= BITS
      if (sums === upper.at(-1) || end - first < 2 * GROUP) {
        for (let at = first; at < end; at++) sum += sums[at]!
        return sum
      }
      while ((first & (GROUP - 1)) !== 0) sum += sums[first++]!
      while ((end & (GROUP - 1)) !== 0) sum += sums[--end]!
    }
    return sum
  }

  #upper(): Numbers[] {
    if (this.#levels !== null) return this.#levels
    const levels: Numbers[] = []
    if (this.values.length > GROUP) {
      levels.push(this.#groups())
      for (let level = levels[0]!; level.length > GROUP; level = levels.at(-1)!) levels.push(groupSums(level))
    }
    return (this.#levels = levels)
  }
}

/** Sums of 32 values each. */
export function groupSums(values: Numbers): Float64Array {
  const sums = new Float64Array(RangeSums.groupCount(values.length))
  for (let at = 0; at < values.length; at++) sums[at >>> BITS]! += values[at]!
  return sums
}
