/** The access rate of a program whose accesses were not counted, from its code and its CPU time (docs/metrics.md, Reuse distance). */
import type { RunDescription } from '../../run.ts'

/** Loads and stores per second of CPU time. */
export interface EstimatedRate {
  low: number
  /** The geometric mean of both ends. */
  likely: number
  high: number
  /** Loads and stores per instruction. */
  mix: number
  /** The mix is that of the run's own code, not the usual one. */
  isMeasured: boolean
}

/** Accesses per instruction of compiled x86-64 code (Hennessy and Patterson, Computer Architecture, 6th edition, appendix A). */
const USUAL_MIX = 0.4
/** Instructions per second: 0.4 to 2 per cycle at 2 to 4 GHz. */
const SLOWEST = 0.8e9
const FASTEST = 8e9

export function estimatedAccessRate({ accessMix }: Pick<RunDescription, 'accessMix'>): EstimatedRate {
  const isMeasured = accessMix !== undefined && accessMix > 0
  const mix = isMeasured ? accessMix : USUAL_MIX
  return { low: mix * SLOWEST, likely: mix * Math.sqrt(SLOWEST * FASTEST), high: mix * FASTEST, mix, isMeasured }
}
