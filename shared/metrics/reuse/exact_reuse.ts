/** The report of reuse distances that were counted one by one (exhaustive engine; RDX section V). */
import type { Conversion, DistanceHistogram, ReuseReport } from '../../report.ts'
import { OctaveBins, similarity, smoothedSimilarity } from './distance_histogram.ts'
import { missRatioCurve } from './miss_ratio.ts'
import { FIRST_BYTES, GRANULARITY_BYTES, stackPoints } from './reuse_report.ts'
import type { ReuseObservations, ReuseOptions } from './reuse_report.ts'

/** How often each distance was seen; distances ascend. */
export interface DistanceCounts {
  distances: Float64Array
  counts: Float64Array
}

/** Distances of a program or of one pair, at one granularity. */
export interface ExactDistances {
  time: DistanceCounts
  stack: DistanceCounts
  /** First accesses to their locations; 0 for a pair. */
  first: number
}

export interface ExactOptions extends Pick<ReuseOptions, 'granularity' | 'conversion' | 'firstBin' | 'binCount'> {
  /** Locations that an access of the process touches on average, at least 1. */
  locationsPerAccess: number
}

/** The reuses of `selection`; those of the whole `program` are what stack distances from time follow from. */
export function exactReuseReport(selection: ExactDistances, options: ExactOptions, program: ExactDistances = selection): ReuseReport {
  const { granularity, binCount, locationsPerAccess } = options
  const firstBin = options.firstBin ?? FIRST_BYTES
  // Counts have no order in time.
  const conversion: Conversion = options.conversion === 'windows' ? 'expectation' : options.conversion
  const bytes = GRANULARITY_BYTES[granularity]
  const reuses = total(selection.time)
  const accesses = reuses + selection.first
  const histogramOf = ({ distances, counts }: DistanceCounts): DistanceHistogram => {
    const bins = new OctaveBins(firstBin, binCount)
    distances.forEach((distance, i) => bins.add(distance * bytes, counts[i]!))
    return bins.histogram('bytes')
  }
  const stack = histogramOf(selection.stack)
  const stackFromTime = convertedHistogram(selection, program, conversion, { bytes, firstBin, binCount, locationsPerAccess })
  const [exactShares, convertedShares] = [stack, stackFromTime].map(({ bins }) => bins.map(({ share }) => share)) as [number[], number[]]
  const points = Array.from(selection.stack.distances, (distance, i) => ({ distance, deviation: 0, amount: selection.stack.counts[i]! / accesses }))
  return {
    granularity,
    distanceUnit: 'accesses',
    accessRate: null,
    conversion,
    time: histogramOf(selection.time),
    stack,
    missRatio: accesses > 0 ? missRatioCurve(points, selection.first / accesses, bytes) : [],
    traps: reuses,
    censoredShare: accesses > 0 ? selection.first / accesses : 0,
    notes: [],
    exact: {
      first: selection.first,
      stackFromTime,
      similarity: similarity(convertedShares, exactShares),
      smoothedSimilarity: smoothedSimilarity(convertedShares, exactShares),
      otherGranularities: [],
    },
  }
}

/** Least distance that the share of reuses does not exceed; null without reuses. */
export function quantileOf(counts: DistanceCounts, share: number): number | null {
  const wanted = share * total(counts)
  let cumulated = 0
  const at = counts.counts.findIndex((count) => (cumulated += count) >= wanted)
  return counts.distances[at] ?? null
}

/** Share of the reuses at `distance` or further; null without reuses. */
export function shareFrom(counts: DistanceCounts, distance: number): number | null {
  const all = total(counts)
  const beyond = counts.counts.reduce((sum, count, i) => sum + (counts.distances[i]! >= distance ? count : 0), 0)
  return all > 0 ? beyond / all : null
}

export function total({ counts }: DistanceCounts): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

interface Axis extends Pick<ExactOptions, 'binCount' | 'locationsPerAccess'> {
  bytes: number
  firstBin: number
}

function convertedHistogram(
  selection: ExactDistances,
  program: ExactDistances,
  conversion: Conversion,
  { bytes, firstBin, binCount, locationsPerAccess }: Axis,
): DistanceHistogram {
  const whole = asObserved(program, locationsPerAccess)
  const selected = program === selection ? whole : asObserved(selection, locationsPerAccess)
  const bins = new OctaveBins(firstBin, binCount)
  for (const { distance, deviation, amount } of stackPoints(selected, whole, conversion, null)) bins.addSpread(distance, deviation, amount, bytes)
  return bins.histogram('bytes')
}

/**
 * The observations of watchpoints that see every reuse. Each location has as many last accesses as first ones: one, which is
 * never reused at any distance. Counts are of locations, weights are of accesses.
 */
function asObserved({ time, first }: ExactDistances, locationsPerAccess: number): ReuseObservations {
  const own = {
    distances: time.distances,
    weights: time.counts.map((count) => count / locationsPerAccess),
    locations: new Float64Array(time.distances.length).fill(locationsPerAccess),
    times: new Float64Array(time.distances.length),
    censoredDistances: Float64Array.of(Infinity),
    censoredWeights: Float64Array.of(first / locationsPerAccess),
    censoredLocations: Float64Array.of(locationsPerAccess),
  }
  return { own, other: null, traps: total(time) }
}
