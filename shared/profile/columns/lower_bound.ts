/** Index of the first value from `low` on, before `high`, that is at least `wanted`; `high` if there is none. @param values ascending */
export function lowerBound(values: Int32Array | Uint32Array | Float64Array, wanted: number, low = 0, high = values.length): number {
  return firstIndex(low, high, (index) => values[index]! >= wanted)
}

/** First index from `low` on, before `high`, that is reached; `high` if there is none. @param isReached true for all indexes behind one for which it is */
export function firstIndex(low: number, high: number, isReached: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
