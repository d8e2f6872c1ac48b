/** A 95 % interval of a share as a reader sees it everywhere: its two ends, "8–22 %". */

/** Where a step of the last digit must be at most so much of the interval's width. */
const FINEST_STEP = 0.1

/**
 * @param range shares; a share is between 0 and 1, so an end beyond that is not shown
 * @returns as many decimals as the width deserves, at most 3: "8–22 %", "89.8–97.7 %"
 */
export function intervalText([low, high]: readonly [number, number]): string {
  const from = percentWithin(low)
  const to = percentWithin(high)
  const decimals = [0, 1, 2].find((places) => 10 ** -places <= (to - from) * FINEST_STEP) ?? (to === from ? 1 : 3)
  return `${endText(from, decimals)}–${endText(to, decimals)} %`
}

/** Decimals of nothing and of all say nothing. */
function endText(percent: number, decimals: number): string {
  const text = percent.toFixed(decimals)
  return Number(text) === 0 || Number(text) === 100 ? String(Number(text)) : text
}

function percentWithin(share: number): number {
  return 100 * Math.min(1, Math.max(0, share))
}
