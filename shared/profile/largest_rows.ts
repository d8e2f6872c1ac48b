/**
 * Rows of the largest values, the largest first, equal ones by row. Without an object per row, and without sorting what
 * is not wanted: a compiler has millions of pairs.
 * @param count most rows
 * @param isWanted leaves rows out
 */
export function largestRows(values: Float64Array, count: number, isWanted: (row: number) => boolean = () => true): number[] {
  if (count <= 0) return []
  const wanted = Int32Array.from(values.keys()).filter(isWanted)
  const least = wanted.length > count ? Float64Array.from(wanted, (row) => values[row]!).sort()[wanted.length - count]! : -Infinity
  return Array.from(wanted.filter((row) => values[row]! >= least)).sort((a, b) => values[b]! - values[a]! || a - b).slice(0, count)
}
