/**
 * How many samples each observed reuse represents: the product-limit estimator (Kaplan & Meier, JASA 53, 1958) for each
 * context separately, as redistribution of censored samples to the right (Efron, Fifth Berkeley Symposium, 1967).
 * Contexts are separate because one with far reuses loses more of its watchpoints: together, the near ones would
 * represent it.
 */

/** Observations of one context and one half of the cache line; columns of equal meaning in both halves. */
export interface ReuseGroups {
  /** `periods`: the weight of each sample; absent: all are equal. */
  reuses: { group: Int32Array; distance: Float64Array; periods?: Float64Array }
  /**
   * Watchpoints that ended without a reuse, at the distance they had reached. Where `isNever`, there will be none: an
   * outcome that represents itself (a competing risk: Aalen & Johansen, Scandinavian Journal of Statistics 5, 1978).
   */
  censored: { group: Int32Array; distance: Float64Array; periods?: Float64Array; isNever?: (row: number) => boolean }
  /** Samples that each group's observations represent together. */
  samples: Float64Array
}

/**
 * In the order of the observations; the weights of a group add up to its samples. What remains at censored ones was
 * never seen to be reused.
 */
export function reuseWeights({ reuses, censored, samples }: ReuseGroups): { reuses: Float64Array; censored: Float64Array } {
  const count = reuses.group.length
  const groupOf = (i: number): number => (i < count ? reuses.group[i]! : censored.group[i - count]!)
  const distanceOf = (i: number): number => (i < count ? reuses.distance[i]! : censored.distance[i - count]!)
  const periodsOf = (i: number): number => (i < count ? reuses.periods?.[i] : censored.periods?.[i - count]) ?? 1
  const isOutcome = (i: number): boolean => i < count || censored.isNever?.(i - count) === true
  // A watchpoint given up at the exact distance of a reuse could still have seen it: reuses first.
  const order = Uint32Array.from({ length: count + censored.group.length }, (_, i) => i).sort(
    (a, b) => groupOf(a) - groupOf(b) || distanceOf(a) - distanceOf(b) || a - b,
  )
  const weights = new Float64Array(order.length)
  for (let start = 0; start < order.length;) {
    const group = groupOf(order[start]!)
    let end = start
    let lastOutcome = -1
    for (; end < order.length && groupOf(order[end]!) === group; end++) if (isOutcome(order[end]!)) lastOutcome = end
    // Periods of this observation and of those after it.
    let left = 0
    for (let i = start; i < end; i++) left += periodsOf(order[i]!)
    let perPeriod = samples[group]! / left
    for (let i = start; i < end; i++) {
      const periods = periodsOf(order[i]!)
      if (isOutcome(order[i]!) || i > lastOutcome) weights[order[i]!] = perPeriod * periods
      else perPeriod *= left / (left - periods)
      left -= periods
    }
    start = end
  }
  return { reuses: weights.subarray(0, count), censored: weights.subarray(count) }
}
