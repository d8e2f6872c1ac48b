/** Rows beside the wanted ones, so that they are not sorted again and again. */
const ROOM = 1024

/**
 * Rows of the largest values, the largest first, equal ones by row. Without an object per row, and without sorting what
 * is not wanted: a compiler has millions of pairs.
 * @param count most rows
 * @param isWanted leaves rows out
 */
export function largestRows(values: Float64Array, count: number, isWanted: (row: number) => boolean = () => true): number[] {
  const first = new FirstRows((a, b) => values[b]! - values[a]! || a - b, count)
  for (let row = 0; row < values.length; row++) if (first.mayTake(row) && isWanted(row)) first.take(row)
  return first.rows()
}

/** The first rows of an order, of rows that are offered one after the other. */
export class FirstRows {
  readonly #order: (a: number, b: number) => number
  readonly #count: number
  readonly #kept: number[] = []
  /** Rows behind it are not among the first; −1: not known yet. */
  #last = -1

  /** @param order no two rows are equal in it @param count most rows */
  constructor(order: (a: number, b: number) => number, count: number) {
    this.#order = order
    this.#count = count
  }

  mayTake(row: number): boolean {
    return this.#last < 0 ? this.#count > 0 : this.#order(row, this.#last) < 0
  }

  /** @param row one that may be taken */
  take(row: number): void {
    if (this.#kept.push(row) < 2 * this.#count + ROOM) return
    this.#kept.sort(this.#order).length = this.#count
    this.#last = this.#kept.at(-1)!
  }

  /** In their order. */
  rows(): number[] {
    return this.#kept.sort(this.#order).slice(0, this.#count)
  }
}
