/** Miss-ratio curve of a fully associative cache with least-recently-used replacement (metrics.md section 4). */
import { normalCumulative } from './normal.ts'

/** Reuses that share a stack distance: a mean, and how far they spread around it. */
export interface StackPoint {
  /** Distinct locations in between. */
  distance: number
  /** Standard deviation, 0 for an exact distance. */
  deviation: number
  /** Share of all accesses. */
  amount: number
}

const SMALLEST_CACHE = 1024
const SIZES_PER_OCTAVE = 4
/** A terabyte: no cache is larger, and no curve needs more points. */
const LARGEST_CACHE = 2 ** 40

/**
 * Share of accesses that miss, for caches of growing size up to the first one where only never reused data misses.
 * `never`: share of accesses whose data is not reused; as many accesses are first ones, and those always miss.
 */
export function missRatioCurve(points: readonly StackPoint[], never: number, granularity: number): Array<{ bytes: number; ratio: number }> {
  const curve: Array<{ bytes: number; ratio: number }> = []
  for (let step = 0; ; step++) {
    const bytes = Math.round(SMALLEST_CACHE * 2 ** (step / SIZES_PER_OCTAVE))
    const capacity = bytes / granularity
    const missed = points.reduce((sum, point) => sum + point.amount * shareBeyond(point, capacity), 0)
    curve.push({ bytes, ratio: Math.min(1, missed + never) })
    if (missed < 1e-9 || bytes >= LARGEST_CACHE) return curve
  }
}

/** Miss ratio of the largest size of the curve that is no larger than `bytes`; that of the smallest for still smaller ones. */
export function missRatioAt(curve: ReadonlyArray<{ bytes: number; ratio: number }>, bytes: number): number | null {
  return (curve.findLast((point) => point.bytes <= bytes) ?? curve[0])?.ratio ?? null
}

function shareBeyond({ distance, deviation }: StackPoint, capacity: number): number {
  if (!(deviation > 0)) return distance >= capacity ? 1 : 0
  return 1 - normalCumulative((capacity - 0.5 - distance) / deviation)
}
