import { lastAtMost } from '../../../shared/profile/columns/last_at_most.ts'

/** Finds the function around an address. */
export class FunctionIndex<T> {
  /** Of ranges, ascending. */
  readonly #low: number[] = []
  readonly #high: number[] = []
  readonly #functions: T[] = []

  /** @param ranges first address, first address after it, and so on. A range that begins where another one does replaces it. */
  add(ranges: ArrayLike<number>, added: T): void {
    for (let i = 0; i + 1 < ranges.length; i += 2) {
      const at = lastAtMost(this.#low, ranges[i]!)
      const replaces = this.#low[at] === ranges[i] ? 1 : 0
      const place = at + 1 - replaces
      this.#low.splice(place, replaces, ranges[i]!)
      this.#high.splice(place, replaces, ranges[i + 1]!)
      this.#functions.splice(place, replaces, added)
    }
  }

  /** Null: none is known there. */
  at(address: number): T | null {
    const at = lastAtMost(this.#low, address)
    return at >= 0 && address < this.#high[at]! ? this.#functions[at]! : null
  }
}
