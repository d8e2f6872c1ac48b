/**
 * Distribution of time distances from samples of which some never ended: the product-limit estimator (Kaplan & Meier,
 * JASA 53, 1958). An access whose reuse was not awaited is right-censored: its distance is known to be longer.
 */
import { lastAtMost } from '../../profile/columns/last_at_most.ts'

/** The observations of one kind of watchpoint, in one distance unit. */
export interface DistanceSamples {
  /** Time distances of the reuses, at least 1. */
  distances: Float64Array
  /** Samples that each reuse represents (credit). */
  weights: Float64Array
  /** Locations that each sampled access touched: as many reuses, although one of them was watched. Absent: one each. */
  locations?: Float64Array
  /** ns since the start of the run at which each reuse was seen. */
  times: Float64Array
  /** Elapsed distances of samples whose reuse was not awaited, and how many samples each represents. */
  censoredDistances: Float64Array
  censoredWeights: Float64Array
  censoredLocations?: Float64Array
  /** ns since the start of the run at which those samples were taken; absent: not known. */
  censoredTimes?: Float64Array
  /** Any number that tells apart the calling contexts of the sampled accesses; absent: not known, all are one. */
  contexts?: Int32Array
  censoredContexts?: Int32Array
}

/**
 * A right-continuous survival function that is constant between its steps: survival[i] = Pr(TD > distances[i]). What is
 * left after the last step belongs to accesses that are never reused.
 */
export class Survival {
  /** Ascending and distinct. */
  readonly distances: Float64Array
  readonly survival: Float64Array
  /** Integral of the survival function from 0 to distances[i]. */
  readonly #area: Float64Array

  constructor(distances: Float64Array, survival: Float64Array) {
    this.distances = distances
    this.survival = survival
    this.#area = new Float64Array(distances.length)
    for (let i = 0, area = 0, from = 0, height = 1; i < distances.length; i++) {
      area += (distances[i]! - from) * height
      this.#area[i] = area
      from = distances[i]!
      height = survival[i]!
    }
  }

  /** Share of accesses that are never reused. */
  get never(): number {
    return this.survival.at(-1) ?? 1
  }

  /** Share of accesses whose time distance is distances[i]. */
  mass(i: number): number {
    return (i === 0 ? 1 : this.survival[i - 1]!) - this.survival[i]!
  }

  /** Pr(TD > distance). */
  after(distance: number): number {
    const i = lastAtMost(this.distances, distance)
    return i < 0 ? 1 : this.survival[i]!
  }

  /** E[min(TD, distance)], accesses never reused counting as infinitely far. */
  expectedMinimum(distance: number): number {
    const i = lastAtMost(this.distances, distance)
    return i < 0 ? distance : this.#area[i]! + (distance - this.distances[i]!) * this.survival[i]!
  }
}

/** Of locations, not of accesses: an access of several locations weighs as many. */
export function survivalOf(samples: DistanceSamples): Survival {
  const { weights, censoredWeights } = locationWeights(samples)
  const events = ascending(samples.distances, weights)
  const censored = ascending(samples.censoredDistances, censoredWeights)
  let atRisk = sum(weights) + sum(censoredWeights)
  const distances: number[] = []
  const survival: number[] = []
  for (let i = 0, c = 0, height = 1; i < events.distances.length;) {
    const distance = events.distances[i]!
    // A sample given up at the very distance of a reuse was still at risk of it.
    for (; c < censored.distances.length && censored.distances[c]! < distance; c++) atRisk -= censored.weights[c]!
    let reused = 0
    for (; i < events.distances.length && events.distances[i] === distance; i++) reused += events.weights[i]!
    if (reused <= 0) continue
    height *= Math.max(0, 1 - reused / Math.max(atRisk, reused))
    atRisk -= reused
    distances.push(distance)
    // Rounding leaves crumbs of weight where every sample was reused.
    survival.push(height < 1e-12 ? 0 : height)
  }
  return new Survival(Float64Array.from(distances), Float64Array.from(survival))
}

/** Locations that a sampled access touches on average, at least 1. */
export function locationsPerAccess(samples: DistanceSamples): number {
  const { weights, censoredWeights } = locationWeights(samples)
  const accesses = sum(samples.weights) + sum(samples.censoredWeights)
  return accesses > 0 ? Math.max(1, (sum(weights) + sum(censoredWeights)) / accesses) : 1
}

/** The samples' weights in locations. */
export function locationWeights({
  weights,
  locations,
  censoredWeights,
  censoredLocations,
}: DistanceSamples): Pick<DistanceSamples, 'weights' | 'censoredWeights'> {
  const times = (one: Float64Array, other: Float64Array | undefined) => (other === undefined ? one : one.map((weight, i) => weight * other[i]!))
  return { weights: times(weights, locations), censoredWeights: times(censoredWeights, censoredLocations) }
}

function ascending(distances: Float64Array, weights: Float64Array): { distances: Float64Array; weights: Float64Array } {
  const order = Uint32Array.from(distances.keys()).sort((a, b) => distances[a]! - distances[b]!)
  return { distances: Float64Array.from(order, (i) => distances[i]!), weights: Float64Array.from(order, (i) => weights[i]!) }
}

function sum(values: Float64Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}
