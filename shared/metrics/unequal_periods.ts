/**
 * How much samples tell that represent periods of unequal length (metrics.md, How sure): a rate that begins high gives the
 * first seconds of a run more samples of less weight. A share p of weighted samples varies as
 * ((1 − p)² Q(part) + p² Q(rest)) / (all weights)², Q being the sum of squared weights (Kish, Survey Sampling, 1965, 11.7).
 */

/** The weights of the lightest and the heaviest sample, as multiples of the mean weight; every other sample counts as one of the two. */
export interface SampleWeights {
  light: number
  heavy: number
}

export interface WeighedPart {
  /** Sum of the weights, in any unit. */
  amount: number
  /** Observations behind it. */
  trials: number
}

/** Counters of a recording: how many periods there were, the sums of their lengths and of the squares of these, and the longest. */
export interface PeriodSums {
  count: number
  sum: number
  squares: number
  longest: number
}

/**
 * The lightest weight follows from the sums, so that the sum of squares of the whole run is right. Within a run of two rates
 * every part's is; a weight between the two counts for more than it should (Bhatia & Davis, Am. Math. Monthly 107, 2000).
 * @returns null where all periods are equal, or no sums were kept
 */
export function sampleWeights({ count, sum, squares, longest }: PeriodSums): SampleWeights | null {
  if (count === 0 || sum === 0) return null
  const mean = sum / count
  if (!(longest > mean)) return null
  const lightest = (longest * mean - squares / count) / (longest - mean)
  return { light: Math.max(0, lightest) / mean, heavy: longest / mean }
}

/**
 * Independent observations of equal weight that tell as much about the part's share of the whole as these do.
 * @param weights null: all are equal
 * @returns 0 where there is nothing; at most whole.trials where the weights are equal
 */
export function effectiveTrials(part: WeighedPart, whole: WeighedPart, weights: SampleWeights | null | undefined): number {
  if (whole.trials === 0 || whole.amount <= 0) return 0
  if (!weights) return whole.trials
  const each = whole.amount / whole.trials
  const all = squaresOf(whole, each, weights)
  const own = Math.min(all, squaresOf(part, each, weights))
  const share = Math.min(1, part.amount / whole.amount)
  const variance = ((1 - share) ** 2 * own + share ** 2 * (all - own)) / whole.amount ** 2
  const spread = share * (1 - share)
  return spread > 0 && variance > 0 ? spread / variance : whole.amount ** 2 / all
}

/** Observations of equal weight behind an amount that tell as much about it. @param each amount of the mean observation of the run */
export function effectiveCount({ amount, trials }: WeighedPart, each: number, weights: SampleWeights | null | undefined): number {
  if (!weights || trials === 0 || amount <= 0) return trials
  return amount ** 2 / squaresOf({ amount, trials }, each, weights)
}

/** Sum of the squared weights of a part, from above. */
function squaresOf({ amount, trials }: WeighedPart, each: number, { light, heavy }: SampleWeights): number {
  if (trials === 0) return each * heavy * amount
  return Math.max((amount * amount) / trials, each * (light + heavy) * amount - each * each * light * heavy * trials)
}

/** By how much more a mean of such samples varies than one of as many equal ones. */
export function designEffect(weights: SampleWeights | null | undefined): number {
  return weights ? Math.max(1, weights.light + weights.heavy - weights.light * weights.heavy) : 1
}
