/** A profile's counted reuse distances: of the whole program, of one pair or of one data object. */
import { counterValue } from '../../shared/profile/counters.ts'
import { bucketDistance } from '../../shared/metrics/reuse/distance_bucket.ts'
import {
  exactReuseReport,
  quantileOf,
  shareFrom,
  total,
  type DistanceCounts,
  type ExactDistances,
  type ExactOptions,
} from '../../shared/metrics/reuse/exact_reuse.ts'
import { GRANULARITY_BYTES } from '../../shared/metrics/reuse/reuse_report.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { AXIS_FIRST, AXIS_STACK, AXIS_TIME, type DistanceCountTable } from '../../shared/profile/tables.ts'
import type { PairDistance, ReuseReport } from '../../shared/report.ts'
import type { Granularity } from '../../shared/run.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { rowsOfPair } from './rows_of_pair.ts'

const WHOLE_PROGRAM = -1

/** Every reuse was counted; otherwise they were sampled. */
export function isCounted({ run }: ProfileTables): boolean {
  return run.engine === 'exhaustive'
}

export interface ExactQuestion extends Omit<ExactOptions, 'granularity' | 'locationsPerAccess'> {
  /** Same as in ReuseQuestion. */
  pair: number | null
  object: number | null
}

/** At the run's granularity; of the whole program and of an object the others that were measured stand beside it. @throws RpcError not-found */
export function readExactReuse(profile: ProfileTables, { pair, object, ...options }: ExactQuestion): ReuseReport {
  const { granularity, granularities } = profile.run
  if (granularity === undefined) throw new RpcError('not-found', 'This run has no reuse distances; record with --tool reuse-distance')
  const { conversion, firstBin, binCount } = options
  const reportAt = (granularity: Granularity): ReuseReport => {
    const program = programDistances(profile, granularity)
    const selection = pair !== null ? pairDistances(profile, pair, granularity) : object !== null ? objectDistances(profile, object, granularity) : program
    return exactReuseReport(selection, { granularity, conversion, firstBin, binCount, locationsPerAccess: locationsPerAccess(profile, program) }, program)
  }
  const report = reportAt(granularity)
  if (object !== null && !hasAccesses(report)) throw new RpcError('not-found', 'This object has no reuse distances; record with --by-object')
  const others = pair === null ? (granularities ?? []).filter((other) => other !== granularity) : []
  return { ...report, exact: { ...report.exact!, otherGranularities: others.map(reportAt).filter((other) => object === null || hasAccesses(other)) } }
}

function hasAccesses({ traps, exact }: ReuseReport): boolean {
  return traps + exact!.first > 0
}

/** Null if the recording had no room for the pair's distances. */
export function exactPairDistance(profile: ProfileTables, pair: number): PairDistance | null {
  const { granularity, caches } = profile.run
  if (granularity === undefined) return null
  const { time, stack } = distancesOf(profile.distanceCounts, profile.distanceCounts.pair, pair, granularity)
  if (!(total(time) > 0 && total(stack) > 0)) return null
  const quantiles = (counts: DistanceCounts): { p50: number; p90: number } => ({ p50: quantileOf(counts, 0.5)!, p90: quantileOf(counts, 0.9)! })
  const sizes = [...new Set(caches.map((cache) => cache.bytes))]
  return {
    ...quantiles(time),
    stack: quantiles(stack),
    beyond: sizes.map((bytes) => ({ bytes, share: shareFrom(stack, bytes / GRANULARITY_BYTES[granularity])! })),
  }
}

function pairDistances(profile: ProfileTables, pair: number, granularity: Granularity): ExactDistances {
  if (pair >= profile.pairs.length) throw new RpcError('not-found', `The profile has no pair ${pair}`)
  const distances = distancesOf(profile.distanceCounts, profile.distanceCounts.pair, pair, granularity)
  if (total(distances.time) === 0) throw new RpcError('not-found', 'This pair has no reuse distances; choose one of the tool reuse-distance')
  return distances
}

function objectDistances({ objects, objectDistances: table }: ProfileTables, object: number, granularity: Granularity): ExactDistances {
  if (object >= objects.length) throw new RpcError('not-found', `The profile has no object ${object}`)
  return distancesOf(table, table.object, object, granularity)
}

function programDistances({ distanceCounts: table }: ProfileTables, granularity: Granularity): ExactDistances {
  return distancesOf(table, table.pair, WHOLE_PROGRAM, granularity)
}

/** Each access touches locations that are reused or accessed for the first time; 1 where accesses were not counted. */
function locationsPerAccess({ counters }: ProfileTables, { time, first }: ExactDistances): number {
  const accesses = counterValue(counters, 'loads') + counterValue(counters, 'stores')
  return accesses > 0 ? Math.max(1, (total(time) + first) / accesses) : 1
}

/** @param group column that the table is ordered by @param wanted number in it */
function distancesOf(table: Omit<DistanceCountTable, 'pair'>, group: Int32Array, wanted: number, granularity: Granularity): ExactDistances {
  const { start, end } = rowsOfPair(group, wanted)
  const counts = { [AXIS_TIME]: new Map<number, number>(), [AXIS_STACK]: new Map<number, number>(), [AXIS_FIRST]: new Map<number, number>() }
  for (let row = start; row < end; row++) {
    if (table.granularity[row] !== GRANULARITY_BYTES[granularity]) continue
    const axis = counts[table.axis[row] as keyof typeof counts]
    axis.set(table.bucket[row]!, (axis.get(table.bucket[row]!) ?? 0) + table.count[row]!)
  }
  const first = [...counts[AXIS_FIRST].values()].reduce((sum, count) => sum + count, 0)
  return { time: ascending(counts[AXIS_TIME]), stack: ascending(counts[AXIS_STACK]), first }
}

/** By the least distance of each bucket: bins of powers of two stay exact. */
function ascending(counts: Map<number, number>): DistanceCounts {
  const buckets = [...counts.keys()].sort((a, b) => a - b)
  return { distances: Float64Array.from(buckets, bucketDistance), counts: Float64Array.from(buckets, (bucket) => counts.get(bucket)!) }
}
