/** Where the rows of one pair stand in a column that is ordered by pair, or those of one object in one of objects. */
export function rowsOfPair(column: Int32Array, pair: number): { start: number; end: number } {
  const firstAtLeast = (wanted: number): number => {
    let low = 0
    let high = column.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (column[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
  return { start: firstAtLeast(pair), end: firstAtLeast(pair + 1) }
}
