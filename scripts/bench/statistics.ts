/** Middle of the sorted values, the mean of the two middle ones for an even count. Throws without a value. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  if (upper === undefined || lower === undefined) throw new Error('the median of nothing is not defined')
  return (lower + upper) / 2
}

/** n-th root of the product of n positive values. */
export function geometricMean(values: number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

/** Sum divided by count; NaN without a value. */
export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
