/** Index of the first value from `low` on, before `high`, that is at least `wanted`; `high` if there is none. @param values ascending */
export function lowerBound(values: Int32Array | Uint32Array | Float64Array, wanted: number, low = 0, high = values.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}
