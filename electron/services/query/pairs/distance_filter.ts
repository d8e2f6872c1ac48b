/** Pairs with a reuse at a distance, given as a range of a histogram's bars. */
import { bucketDistance } from '../../../../shared/metrics/reuse/distance_bucket.ts'
import { GRANULARITY_BYTES } from '../../../../shared/metrics/reuse/reuse_report.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { AXIS_STACK, AXIS_TIME } from '../../../../shared/profile/tables.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import { type DistanceRange } from '../../../../shared/rpc/charts.ts'
import { isCounted } from '../../../report/exact_reuse_observations.ts'

const NANOSECONDS_PER_SECOND = 1e9

/**
 * 1 for the pairs. @throws RpcError unable for stack distances of samples: those are known only for the whole program
 */
export function pairsAtDistance(profile: ProfileTables, range: DistanceRange): Uint8Array {
  const fits = new Uint8Array(profile.pairs.length)
  if (isCounted(profile)) markCounted(profile, range, fits)
  else markSampled(profile, range, fits)
  return fits
}

function markCounted({ distanceCounts }: ProfileTables, { axis, granularity, from, to }: DistanceRange, fits: Uint8Array): void {
  const bytes = GRANULARITY_BYTES[granularity]
  const wanted = axis === 'time' ? AXIS_TIME : AXIS_STACK
  for (let row = 0; row < distanceCounts.length; row++) {
    const pair = distanceCounts.pair[row]!
    if (pair < 0 || distanceCounts.axis[row] !== wanted || distanceCounts.granularity[row] !== bytes) continue
    if (isBetween(bucketDistance(distanceCounts.bucket[row]!) * bytes, from, to)) fits[pair] = 1
  }
}

function markSampled({ reuses, run }: ProfileTables, { axis, granularity, from, to, accessRate }: DistanceRange, fits: Uint8Array): void {
  if (axis === 'stack')
    throw new RpcError('unable', 'Stack distances of samples are estimated for the whole program, not for pairs; choose a range of time distances')
  const inAccesses = run.distanceUnit === 'accesses' || accessRate !== null
  const rate = run.distanceUnit === 'cpu-time' && accessRate !== null ? accessRate / NANOSECONDS_PER_SECOND : 1
  const bytes = inAccesses ? GRANULARITY_BYTES[granularity] : 1
  for (let row = 0; row < reuses.length; row++) {
    const distance = rate === 1 ? reuses.distance[row]! : Math.max(1, reuses.distance[row]! * rate)
    if (isBetween(distance * bytes, from, to)) fits[reuses.pair[row]!] = 1
  }
}

function isBetween(distance: number, from: number, to: number | null): boolean {
  return distance >= from && (to === null || distance < to)
}
