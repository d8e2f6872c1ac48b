/** Rows of records by their id in the file: ids are small and dense there, but a damaged file may have any. */
export class IdIndex {
  /** Row + 1 by id, 0: none. */
  #dense = new Int32Array(64)
  readonly #sparse = new Map<number, number>()
  readonly #largestDense: number

  /** @param largestDense ids above it are kept one by one: no file of this size has so many in a row */
  constructor(largestDense: number) {
    this.#largestDense = largestDense
  }

  /** −1 if there is none. */
  row(id: number): number {
    if (id < this.#dense.length) return this.#dense[id]! - 1
    return this.#sparse.get(id) ?? -1
  }

  /** @param id not in the index yet */
  add(id: number, row: number): void {
    if (id > this.#largestDense) {
      this.#sparse.set(id, row)
      return
    }
    if (id >= this.#dense.length) this.#grow(id)
    this.#dense[id] = row + 1
  }

  #grow(id: number): void {
    const larger = new Int32Array(Math.max(id + 1, Math.min(this.#dense.length * 2, this.#largestDense + 1)))
    larger.set(this.#dense)
    this.#dense = larger
  }
}
