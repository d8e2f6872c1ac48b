/**
 * Exact 95 % interval of a share seen in independent trials (Clopper & Pearson, Biometrika 26, 1934).
 * @param seen trials of the kind, 0..trials
 * @param trials at least 1
 */
export function binomialInterval(seen: number, trials: number): [number, number] {
  return exactInterval(seen, trials, 0.025)
}

export const NORMAL_975 = 1.959_963_984_540_054

/**
 * Approximate 95 % interval of the same for any number of trials (Wilson, J. Am. Stat. Assoc. 22, 1927).
 * @param trials at least 1
 */
export function scoreInterval(seen: number, trials: number): [number, number] {
  const share = seen / trials
  const square = NORMAL_975 ** 2 / trials
  const middle = (share + square / 2) / (1 + square)
  const half = (NORMAL_975 * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials))) / (1 + square)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/**
 * The same at any level, by the incomplete beta function.
 * @param seen 0..trials, not always an integer: of trials with weights
 * @param chance that the share is below the interval; the same for above
 */
export function exactInterval(seen: number, trials: number, chance: number): [number, number] {
  const low = seen <= 0 ? 0 : shareWhere((share) => regularizedBeta(share, seen, trials - seen + 1) < chance)
  const high = seen >= trials ? 1 : shareWhere((share) => regularizedBeta(1 - share, trials - seen, seen + 1) > chance)
  return [low, high]
}

/** The end of the part of 0..1 for which this holds. */
function shareWhere(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1]
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Of integers the probability that at least a of a + b − 1 trials are of a kind with this share (Abramowitz & Stegun 26.5.4). */
function regularizedBeta(share: number, a: number, b: number): number {
  if (share > a / (a + b)) return 1 - regularizedBeta(1 - share, b, a)
  if (share <= 0) return 0
  let [sum, term] = [1, 1]
  for (let i = 0; term > 1e-12 * sum; i++) {
    term *= ((a + b + i) / (a + 1 + i)) * share
    sum += term
  }
  return sum * Math.exp(a * Math.log(share) + b * Math.log1p(-share) + logGamma(a + b) - logGamma(a + 1) - logGamma(b))
}

/** Stirling's series (Abramowitz & Stegun 6.1.41), beyond 8, where its error is below 1e-10. */
function logGamma(value: number): number {
  let [at, below] = [value, 0]
  for (; at < 8; at++) below += Math.log(at)
  const square = 1 / at ** 2
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / at
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - below
}
