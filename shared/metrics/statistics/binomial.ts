/**
 * Exact 95 % interval of a share seen in independent trials (Clopper & Pearson, Biometrika 26, 1934).
 * @param seen trials of the kind, 0..trials
 * @param trials at least 1
 */
export function binomialInterval(seen: number, trials: number): [number, number] {
  // The rarer kind has the shorter sums.
  if (seen > trials - seen) {
    const [low, high] = binomialInterval(trials - seen, trials)
    return [1 - high, 1 - low]
  }
  return [seen === 0 ? 0 : shareWith(seen - 1, trials, 0.975), shareWith(seen, trials, 0.025)]
}

export const NORMAL_975 = 1.959_963_984_540_054

/**
 * Approximate 95 % interval of the same for any number of trials (Wilson, J. Am. Stat. Assoc. 22, 1927).
 * @param trials at least 1 @param deviations half of the interval, in standard deviations; default: 95 %
 */
export function scoreInterval(seen: number, trials: number, deviations = NORMAL_975): [number, number] {
  const share = seen / trials
  const square = deviations ** 2 / trials
  const middle = (share + square / 2) / (1 + square)
  const half = (deviations * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials))) / (1 + square)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/** The share at which at most `most` of the trials are of the kind with this probability, which falls as it grows. */
function shareWith(most: number, trials: number, probability: number): number {
  let low = 0
  let high = 1
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2
    if (probabilityOfAtMost(most, trials, middle) > probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function probabilityOfAtMost(most: number, trials: number, share: number): number {
  let term = (1 - share) ** trials
  let sum = term
  for (let count = 0; count < most; count++) {
    term *= ((trials - count) / (count + 1)) * (share / (1 - share))
    sum += term
  }
  return sum
}
