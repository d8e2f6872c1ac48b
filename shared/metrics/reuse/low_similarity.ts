/** Why an estimated histogram of reuse distances is unlike the exact one: the decision tree of RDX Figure 5 (metrics.md section 4). */

/** RDX Figure 5 calls less low. */
export const LOW_SIMILARITY = 0.9

export type LowSimilarityCause = 'off-by-one' | 'model' | 'sparse-samples' | 'pmu-imprecision'

export interface SimilarityFindings {
  /** S of the estimate (RDX equation 1). */
  similarity: number
  /** Ŝ of the estimate (equation 2): being off by one bin costs half. */
  smoothed: number
  /** Stack distances: S of those that the conversion makes of the exact time distances. Null for time distances, which nothing converts. */
  model: number | null
  /** S of the same estimate at other periods. */
  otherPeriods: number[]
}

/** From S to Ŝ at least this part of the difference must vanish for bins to be merely off by one. */
const SMOOTHED_AWAY = 0.5
/** Between periods S changes by more than chance does between runs (RDX V: below 0.1 %; here whole samples are few). */
const PERIOD_CHANGE = 0.05

/** Null where S is not low. The first cause that explains it, in the order of the tree. */
export function causeOfLowSimilarity({ similarity, smoothed, model, otherPeriods }: SimilarityFindings): LowSimilarityCause | null {
  if (similarity >= LOW_SIMILARITY) return null
  if (smoothed >= LOW_SIMILARITY || smoothed - similarity >= SMOOTHED_AWAY * (1 - similarity)) return 'off-by-one'
  if (model !== null && model < LOW_SIMILARITY) return 'model'
  if (otherPeriods.some((other) => Math.abs(other - similarity) > PERIOD_CHANGE)) return 'sparse-samples'
  return 'pmu-imprecision'
}

const SENTENCES: Record<LowSimilarityCause, string> = {
  'off-by-one': 'off by one: distances near the end of a bin came out in the next one (Ŝ is much higher than S)',
  model: 'model: stack distances from the exact time distances are as far off, so the conversion does not fit this program',
  'sparse-samples': 'sparse samples: S changes with the period',
  'pmu-imprecision': 'imprecise samples: neither bins, nor model, nor period explain it; the PMU prefers some accesses to others',
}

/** @returns one sentence without a full stop */
export function describeCause(cause: LowSimilarityCause): string {
  return SENTENCES[cause]
}
