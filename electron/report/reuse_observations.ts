/**
 * A profile's reuse distances, as input of shared/metrics/reuse: of the whole program, of one pair or of one data
 * object.
 */
import { GRANULARITY_BYTES, reuseReport, watchedGranularity, type DistanceSamples, type ReuseObservations } from '../../shared/metrics/reuse/reuse_report.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { CENSORED_FREED, CENSORED_OTHER_PART, PAIR_OTHER_PART } from '../../shared/profile/tables.ts'
import type { Conversion, ReuseReport } from '../../shared/report.ts'
import type { Granularity, RunDescription } from '../../shared/run.ts'
import { sampledRows } from '../../shared/metrics/totals.ts'
import { designEffect } from '../../shared/metrics/unequal_periods.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { isCounted, readExactReuse } from './exact_reuse_observations.ts'
import { rowsOfPair } from './rows_of_pair.ts'

export interface ReuseQuestion {
  /** Null: not for one pair. */
  pair: number | null
  /** Row in `objects`; null: not for one data object. At most one of `pair` and `object` is set. */
  object: number | null
  conversion: Conversion
  /** Accesses per second of CPU time that convert times into accesses; null: no conversion. */
  accessRate: number | null
  /** Axis units (bytes or ns) of the first bin; null: 4 KiB, or 256 ns. */
  firstBin: number | null
  binCount: number
}

const NANOSECONDS_PER_SECOND = 1e9
const NO_OBJECT_REUSE = 'No reuses of this object: the sampling engines name only static data, the exhaustive engine needs --by-object'
const OBJECT_NOTE = 'Samples weigh what those of their calling context weigh, whichever data the context accesses.'
const OTHER_PART_NOTE = 'Spatial reuse: of another part of the accessed cache line than the accessed bytes.'

/** @throws RpcError not-found where reuse-distance was not recorded, the pair is not a reuse, or no reuses of the object were recorded */
export function readReuse(profile: ProfileTables, { pair, object, ...options }: ReuseQuestion): ReuseReport {
  const { granularity, distanceUnit } = profile.run
  if (granularity === undefined || distanceUnit === undefined) {
    throw new RpcError('not-found', 'This run has no reuse distances; record with --tool reuse-distance')
  }
  if (isCounted(profile)) return readExactReuse(profile, { pair, object, ...options })
  const watched = locationGranularity(profile, granularity)
  const program = observationsOf(profile, null, watched)
  const selection = pair !== null ? pairObservations(profile, pair) : object !== null ? objectObservations(profile, object, watched) : program
  const report = reuseReport(selection, { granularity, distanceUnit, ...options }, program)
  const notes = [...(isSpatial(profile, pair) ? [OTHER_PART_NOTE] : []), ...(object === null ? [] : [OBJECT_NOTE])]
  const effective = profile.run.sampleWeights === undefined ? {} : { effectiveTraps: report.traps / designEffect(profile.run.sampleWeights) }
  return { ...report, ...effective, notes: [...report.notes, ...notes] }
}

/** Also false if recording could not begin: then the unit is unknown. */
export function hasReuse({ run }: ProfileTables): boolean {
  return run.granularity !== undefined && run.distanceUnit !== undefined
}

/** Bytes of data accessed per unit of distance; null while distances are times. */
export function bytesPerDistance({ granularity, distanceUnit, accessRate }: RunDescription): number | null {
  if (granularity === undefined || distanceUnit === undefined) return null
  if (distanceUnit === 'accesses') return GRANULARITY_BYTES[granularity]
  return accessRate ? (accessRate / NANOSECONDS_PER_SECOND) * GRANULARITY_BYTES[granularity] : null
}

/** Sampled accesses to the object, reused or not. */
function objectObservations(profile: ProfileTables, object: number, granularity: Granularity): ReuseObservations {
  if (object >= profile.objects.length) throw new RpcError('not-found', `The profile has no object ${object}`)
  const observations = observationsOf(profile, object, granularity)
  if (observations.traps === 0) throw new RpcError('not-found', NO_OBJECT_REUSE)
  return observations
}

/**
 * If only another part of the line was watched, that was the request.
 * @param object null: the whole program @param granularity of the locations that accesses touch
 */
export function observationsOf(profile: ProfileTables, object: number | null, granularity: Granularity): ReuseObservations {
  const { run, pairs, reuses, censored } = profile
  const isOf = (column: Int32Array, row: number): boolean => object === null || column[row] === object
  const locations = locationsByNode(profile, granularity)
  const locationsOf = (node: number): number => locations.get(node) ?? 1
  const part = (other: boolean): DistanceSamples => {
    const seen = indices(reuses.length, (row) => isOf(reuses.object, row) && isOfOtherPart(profile, reuses.pair[row]!) === other)
    const unseen = indices(censored.length, (row) => isOf(censored.object, row) && ((censored.flags[row]! & CENSORED_OTHER_PART) !== 0) === other)
    return {
      ...reuseColumns(reuses, seen),
      ...censoredColumns(censored, unseen),
      locations: Float64Array.from(seen, (row) => locationsOf(pairs.source[reuses.pair[row]!]!)),
      contexts: Int32Array.from(seen, (row) => pairs.source[reuses.pair[row]!]!),
      // When they were sampled: counted distances lack it and have the end of the watch.
      censoredTimes: Float64Array.from(unseen, (row) => censored.time[row]! - (run.distanceUnit === 'cpu-time' ? censored.distance[row]! : 0)),
      censoredLocations: Float64Array.from(unseen, (row) => locationsOf(censored.node[row]!)),
      censoredContexts: Int32Array.from(unseen, (row) => censored.node[row]!),
    }
  }
  const own = part(false)
  const other = part(true)
  const traps = own.distances.length + other.distances.length
  if (other.distances.length === 0) return { own, other: null, traps }
  return own.distances.length === 0 ? { own: other, other: null, traps } : { own, other, traps }
}

/** Locations that an access of each sampled instruction touches: instructions mostly access aligned data of one length. */
function locationsByNode(profile: ProfileTables, granularity: Granularity): Map<number, number> {
  const { watches } = profile
  const bytes = GRANULARITY_BYTES[granularity]
  const rows = sampledRows(profile, 'reuse-distance')
  return new Map(rows.map((row) => [watches.node[row]!, Math.max(1, watches.bytes[row]! / watches.samples[row]! / bytes)]))
}

/** A pair's distances belong to observed reuses: nothing is censored. */
function pairObservations({ pairs, reuses }: ProfileTables, pair: number): ReuseObservations {
  if (pair >= pairs.length) throw new RpcError('not-found', `The profile has no pair ${pair}`)
  const { start, end } = rowsOfPair(reuses.pair, pair)
  if (start === end) throw new RpcError('not-found', 'This pair has no reuse distances; choose one of the tool reuse-distance')
  const own = reuseColumns(
    reuses,
    indices(end - start, () => true).map((row) => row + start),
  )
  return { own: { ...own, censoredDistances: new Float64Array(), censoredWeights: new Float64Array() }, other: null, traps: end - start }
}

function isSpatial(profile: ProfileTables, pair: number | null): boolean {
  if (pair !== null) return isOfOtherPart(profile, pair)
  const { reuses } = profile
  return reuses.length > 0 && reuses.pair.every((row) => isOfOtherPart(profile, row))
}

/** The granularity of the whole program's distances: for lines, reuses of the accessed bytes and of other parts must have been seen. */
export function locationGranularity(profile: ProfileTables, wanted: Granularity): Granularity {
  return watchedGranularity(wanted, !isSpatial(profile, null) && profile.reuses.pair.some((row) => isOfOtherPart(profile, row)))
}

function isOfOtherPart({ pairs }: ProfileTables, pair: number): boolean {
  return (pairs.flags[pair]! & PAIR_OTHER_PART) !== 0
}

function indices(length: number, wanted: (row: number) => boolean): Uint32Array {
  return Uint32Array.from({ length }, (_, row) => row).filter(wanted)
}

function reuseColumns({ distance, weight, time }: ProfileTables['reuses'], rows: Uint32Array): Pick<DistanceSamples, 'distances' | 'weights' | 'times'> {
  return { distances: pick(distance, rows), weights: pick(weight, rows), times: pick(time, rows) }
}

/** Freed memory is never reused, as a first access has no predecessor. */
function censoredColumns(
  { distance, weight, flags }: ProfileTables['censored'],
  rows: Uint32Array,
): Pick<DistanceSamples, 'censoredDistances' | 'censoredWeights'> {
  return {
    censoredDistances: Float64Array.from(rows, (row) => (flags[row]! & CENSORED_FREED ? Infinity : distance[row]!)),
    censoredWeights: pick(weight, rows),
  }
}

/** A plain loop: a program has millions of reuses. */
function pick(column: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) picked[i] = column[rows[i]!]!
  return picked
}
