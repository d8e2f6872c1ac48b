/**
 * The cost of reuses that miss the caches, by a stated model (docs/metrics.md, Findings): cycles beyond those of the
 * smallest cache, by the cache sizes of the recording machine.
 */
import { estimatedAccessRate } from '../../../shared/metrics/reuse/estimated_rate.ts'
import { GRANULARITY_BYTES } from '../../../shared/metrics/reuse/reuse_report.ts'
import { locationsPerAccess, survivalOf } from '../../../shared/metrics/reuse/survival.ts'
import { bucketDistance } from '../../../shared/metrics/reuse/distance_bucket.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { AXIS_STACK } from '../../../shared/profile/tables.ts'
import type { RunDescription } from '../../../shared/run.ts'
import { isCounted } from '../exact_reuse_observations.ts'
import { bytesPerDistance, hasReuse, observationsOf } from '../reuse_observations.ts'

interface CacheLevel {
  /** "L1" */
  name: string
  bytes: number
  /** The cost of a reuse that misses it, beyond that of one that misses the previous level. */
  cycles: number
}

export interface MissCosts {
  levels: CacheLevel[]
  /** Assumed accesses per second that convert times into sizes; null: no conversion was needed. */
  assumedRate: number | null
  /** Share of a pair's reuses that miss each level. */
  beyond(pair: number): number[]
  /** Mean cycles of a pair's reuses. */
  cycles(pair: number): number
}

/** If the recording does not say: the rate of a current core in code without stalls. */
const USUAL_CACHES = [
  { level: 1, bytes: 32 << 10 },
  { level: 2, bytes: 1 << 20 },
  { level: 3, bytes: 32 << 20 },
]
/** Cycles of the smallest cache, the middle ones, and the last. */
const CYCLES = { first: 10, middle: 36, last: 150 }

/** Null if reuse distances were not recorded. */
export function missCosts(profile: ProfileTables): MissCosts | null {
  const { run, pairs } = profile
  if (!hasReuse(profile)) return null
  const levels = cacheLevels(run)
  const beyond = levels.map(() => new Float64Array(pairs.length))
  const all = new Float64Array(pairs.length)
  const exact = isCounted(profile)
  if (exact) addCounted(profile, levels, beyond, all)
  else addSampled(profile, levels, beyond, all)
  const share = (level: number, pair: number): number => (all[pair]! > 0 ? beyond[level]![pair]! / all[pair]! : 0)
  return {
    levels,
    assumedRate: exact || bytesPerDistance(run) !== null ? null : estimatedAccessRate(run).likely,
    beyond: (pair) => levels.map((_, level) => share(level, pair)),
    cycles: (pair) => levels.reduce((sum, { cycles }, level) => sum + cycles * share(level, pair), 0),
  }
}

function cacheLevels({ caches }: RunDescription): CacheLevel[] {
  const known = caches.length > 0 ? caches : USUAL_CACHES
  return known.map(({ level, bytes }, at) => ({
    name: `L${level}`,
    bytes,
    cycles: at === known.length - 1 && at > 0 ? CYCLES.last : at === 0 ? CYCLES.first : CYCLES.middle,
  }))
}

function addCounted({ distanceCounts: table, run }: ProfileTables, levels: CacheLevel[], beyond: Float64Array[], all: Float64Array): void {
  const bytes = GRANULARITY_BYTES[run.granularity!]
  for (let row = 0; row < table.length; row++) {
    const pair = table.pair[row]!
    if (pair < 0 || table.axis[row] !== AXIS_STACK || table.granularity[row] !== bytes) continue
    const count = table.count[row]!
    const distance = bucketDistance(table.bucket[row]!) * bytes
    all[pair]! += count
    for (let level = 0; level < levels.length; level++) if (distance >= levels[level]!.bytes) beyond[level]![pair]! += count
  }
}

/**
 * A reuse misses a cache if as many different places are accessed in between as fit it, by the expectation over the
 * whole run.
 */
function addSampled(profile: ProfileTables, levels: CacheLevel[], beyond: Float64Array[], all: Float64Array): void {
  const { reuses, run } = profile
  const { own } = observationsOf(profile, null, run.granularity!)
  const survival = survivalOf(own)
  const perAccess = locationsPerAccess(own)
  const bytes = bytesPerDistance(run) ?? (estimatedAccessRate(run).likely / 1e9) * GRANULARITY_BYTES[run.granularity!]
  const limits = levels.map((level) => distanceThatFills(level.bytes / bytes, (distance) => perAccess * survival.expectedMinimum(distance)))
  for (let row = 0; row < reuses.length; row++) {
    const pair = reuses.pair[row]!
    const weight = reuses.weight[row]!
    all[pair]! += weight
    for (let level = 0; level < levels.length; level++) if (reuses.distance[row]! >= limits[level]!) beyond[level]![pair]! += weight
  }
}

/** Smallest distance whose expected number of places is `places`; infinity if no distance has as many. */
function distanceThatFills(places: number, expected: (distance: number) => number): number {
  let low = 0
  let high = 1
  while (expected(high) < places) {
    low = high
    high *= 2
    if (high > 1e18) return Infinity
  }
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2
    if (expected(middle) < places) low = middle
    else high = middle
  }
  return high
}
