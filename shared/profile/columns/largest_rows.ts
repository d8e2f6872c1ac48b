/** Rows beside the wanted ones, so that they are not sorted again and again. */
const ROOM = 1024

/**
 * Rows of the largest values, the largest first, equal ones by row. Without an object per row, and without sorting what
 * is not wanted: a compiler has millions of pairs.
 * @param count most rows
 * @param isWanted leaves rows out
 */
export function largestRows(values: Float64Array, count: number, isWanted: (row: number) => boolean = () => true): number[] {
  if (count <= 0) return []
  const kept: number[] = []
  // Rows come in order: of equal values the first ones stay.
  const order = (a: number, b: number): number => values[b]! - values[a]! || a - b
  let least = -Infinity
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    if (!(value > least || (least === -Infinity && value === least)) || !isWanted(row)) continue
    kept.push(row)
    if (kept.length < 2 * count + ROOM) continue
    kept.sort(order).length = count
    least = values[kept.at(-1)!]!
  }
  return kept.sort(order).slice(0, count)
}
