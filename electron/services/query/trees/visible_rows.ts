/** The rows that a tree view shows, in order: row numbers and depths as two integer columns, so that a million cost 8 MB. */
export class VisibleRows {
  #rows = new Int32Array(256)
  #depths = new Int32Array(256)
  #length = 0

  get length(): number {
    return this.#length
  }

  row(index: number): number {
    return this.#rows[index]!
  }

  depth(index: number): number {
    return this.#depths[index]!
  }

  indexOf(row: number): number {
    return this.#rows.subarray(0, this.#length).indexOf(row)
  }

  /** First index behind `index` that is not below it. */
  endOf(index: number): number {
    const depth = this.#depths[index]!
    let end = index + 1
    while (end < this.#length && this.#depths[end]! > depth) end++
    return end
  }

  clear(): void {
    this.#length = 0
  }

  insert(index: number, rows: Int32Array, depths: Int32Array): void {
    this.#reserve(this.#length + rows.length)
    this.#rows.copyWithin(index + rows.length, index, this.#length)
    this.#depths.copyWithin(index + rows.length, index, this.#length)
    this.#rows.set(rows, index)
    this.#depths.set(depths, index)
    this.#length += rows.length
  }

  remove(from: number, to: number): void {
    this.#rows.copyWithin(from, to, this.#length)
    this.#depths.copyWithin(from, to, this.#length)
    this.#length -= to - from
  }

  #reserve(length: number): void {
    if (length <= this.#rows.length) return
    const capacity = Math.max(length, this.#rows.length * 2)
    const rows = new Int32Array(capacity)
    const depths = new Int32Array(capacity)
    rows.set(this.#rows)
    depths.set(this.#depths)
    this.#rows = rows
    this.#depths = depths
  }
}
