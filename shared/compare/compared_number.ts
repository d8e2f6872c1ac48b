/** One number of two runs. */

export type Side = 'old' | 'new'

/**
 * `exact`: both runs counted every access. `significant`, `noise`: the 95 % interval of the change, made of those of both
 * runs, does not or does hold zero. `unknown`: too few samples for an interval.
 */
export type Significance = 'exact' | 'significant' | 'noise' | 'unknown'

/** One number of both runs, the new one normalised. */
export interface ComparedNumber {
  /** 0 where the run does not have the thing. */
  old: number
  new: number
  /** new − old. */
  change: number
  /** change / old; null where old is 0. */
  relative: number | null
  /** 95 % interval of the change; null where it is exact or unknown. */
  ci95: [number, number] | null
  significance: Significance
}

/** Fractions and other ratios: Δ is a difference of ratios, and there is no Δ %: a percentage of a percentage misleads. */
export interface ComparedRatio {
  /** Null where nothing was decided. */
  old: number | null
  new: number | null
  /** Null unless both are known. */
  change: number | null
  ci95: [number, number] | null
  significance: Significance
}
