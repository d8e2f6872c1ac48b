/** From what watchpoints saw of reuses to what people read (RDX; metrics.md section 4). */
import type { Conversion, ReuseReport } from '../../report.ts'
import type { DistanceUnit, Granularity } from '../../run.ts'
import { OctaveBins } from './distance_histogram.ts'
import { lineSurvival } from './line_survival.ts'
import { missRatioCurve } from './miss_ratio.ts'
import type { StackPoint } from './miss_ratio.ts'
import { phaseStarts, samplesByPhase } from './reuse_phases.ts'
import type { PhaseStarts } from './reuse_phases.ts'
import { binomialDeviation, expectedStackDistance, footprintOf } from './stack_distance.ts'
import { locationsPerAccess, locationWeights, survivalOf } from './survival.ts'
import type { DistanceSamples, Survival } from './survival.ts'
import { groupedDigits } from '../../names/counted.ts'

export type { DistanceSamples } from './survival.ts'

/** The observations of a program's watchpoints, or of one pair's. */
export interface ReuseObservations {
  /** Distances of the accessed bytes themselves. */
  own: DistanceSamples
  /** Distances of another part of their cache line; null if only the accessed bytes were watched. */
  other: DistanceSamples | null
  traps: number
}

export interface ReuseOptions {
  granularity: Granularity
  /** Unit of the distances. */
  distanceUnit: DistanceUnit
  /** Accesses per second that turn CPU time into accesses; null: distances stay ns. */
  accessRate: number | null
  conversion: Conversion
  /** Axis units (bytes or ns) of the first bin; null: 4 KiB, or 256 ns. */
  firstBin: number | null
  binCount: number
  /**
   * How much distance, in its unit, passes in a ns of the samples' times: tells windows which reuses reach beyond their
   * phase. Null where not known: such reuses are then converted as if the phase had always lasted.
   */
  distancePerTime?: number | null
}

export const FIRST_BYTES = 4096
const FIRST_NANOSECONDS = 256
export const DEFAULT_BIN_COUNT = 20

export const GRANULARITY_BYTES: Record<Granularity, number> = { byte: 1, word: 8, line: 64 }
const NANOSECONDS_PER_SECOND = 1e9

/**
 * The reuses of `selection` (a pair, say), converted by the distribution of the whole `program`. Without an access rate
 * distances that are CPU times stay ns and have no stack distance.
 */
export function reuseReport(selection: ReuseObservations, options: ReuseOptions, program: ReuseObservations = selection): ReuseReport {
  const { accessRate, distanceUnit, binCount, conversion } = options
  const inAccesses = distanceUnit === 'accesses' || accessRate !== null
  const firstBin = options.firstBin ?? (inAccesses ? FIRST_BYTES : FIRST_NANOSECONDS)
  const granularity = watchedGranularity(options.granularity, program.other !== null)
  const wordGranular = granularity !== options.granularity
  const bytes = inAccesses ? GRANULARITY_BYTES[granularity] : 1
  const unit = inAccesses ? 'bytes' : 'ns'
  const scale = distanceUnit === 'cpu-time' && accessRate !== null ? accessRate / NANOSECONDS_PER_SECOND : 1
  const selected = scaled(selection, scale)
  const all = program === selection ? selected : scaled(program, scale)

  const survival = survivalOfBoth(selected.own, selected.other)
  const time = new OctaveBins(firstBin, binCount)
  survival.distances.forEach((distance, i) => time.add(distance * bytes, survival.mass(i)))

  const points = inAccesses ? stackPoints(selected, all, conversion, timeRate(options, scale)) : null
  const stack = new OctaveBins(firstBin, binCount)
  for (const point of points ?? []) stack.addSpread(point.distance, point.deviation, point.amount, bytes)

  return {
    granularity,
    distanceUnit,
    accessRate,
    conversion,
    time: time.histogram(unit),
    stack: points === null ? null : stack.histogram(unit),
    missRatio: points === null ? [] : missRatioCurve(points, survival.never, bytes),
    traps: selection.traps,
    censoredShare: censoredShare(selection.own),
    notes: notesOf(options, wordGranular),
  }
}

/** Of a line, other parts must have been watched too: the accessed bytes alone tell of words. */
export function watchedGranularity(wanted: Granularity, othersWatched: boolean): Granularity {
  return wanted === 'line' && !othersWatched ? 'word' : wanted
}

function timeRate({ distanceUnit, distancePerTime }: ReuseOptions, scale: number): number | null {
  return distanceUnit === 'cpu-time' ? scale : (distancePerTime ?? null)
}

/**
 * The selection's reuses, in accesses, with their stack distances by the distribution of the whole program; amounts are
 * shares of the selection's accesses.
 */
export function stackPoints(selection: ReuseObservations, program: ReuseObservations, conversion: Conversion, distancePerTime: number | null): StackPoint[] {
  const whole = survivalOfBoth(program.own, program.other)
  if (conversion === 'windows') return phasePoints(selection, program, whole, distancePerTime)
  const perAccess = locationsPerAccess(program.own)
  const footprint = footprintOf(whole, perAccess)
  const survival = program === selection ? whole : survivalOfBoth(selection.own, selection.other)
  return pointsOf(survival, (distance) => {
    const mean = expectedStackDistance(whole, distance, perAccess)
    return { distance: mean, deviation: conversion === 'shen' ? binomialDeviation(mean, footprint) : 0 }
  })
}

/** Every phase by its own distribution; reuses from before the phase by that of the whole run. */
function phasePoints(selection: ReuseObservations, program: ReuseObservations, whole: Survival, distancePerTime: number | null): StackPoint[] {
  const starts = phaseStarts(program.own)
  const programPhases = survivalByPhase(program, starts)
  const selectionPhases = program === selection ? programPhases : survivalByPhase(selection, starts)
  const lengths = phaseLengths(program.own.times, starts)
  const perAccess = locationsPerAccess(program.own)
  const total = selectionPhases.reduce((sum, phase) => sum + phase.weight, 0)
  return selectionPhases.flatMap(({ survival, weight }, phase) => {
    const longest = distancePerTime === null ? Infinity : lengths[phase]! * distancePerTime
    const own = programPhases[phase]!
    const points = pointsOf(survival, (distance) => ({
      distance: distance > longest ? expectedStackDistance(whole, distance, perAccess) : expectedStackDistance(own.survival, distance, own.locationsPerAccess),
      deviation: 0,
    }))
    return points.map((point) => ({ ...point, amount: point.amount * (total > 0 ? weight / total : 0) }))
  })
}

interface Phase {
  survival: Survival
  weight: number
  locationsPerAccess: number
}

function survivalByPhase({ own, other }: ReuseObservations, starts: PhaseStarts): Phase[] {
  const others = other === null ? null : samplesByPhase(other, starts)
  return samplesByPhase(own, starts).map((samples, phase) => ({
    survival: survivalOfBoth(samples, others?.[phase] ?? null),
    weight: locationWeights(samples).weights.reduce((sum, weight) => sum + weight, 0),
    locationsPerAccess: locationsPerAccess(samples),
  }))
}

function phaseLengths(times: Float64Array, starts: PhaseStarts): number[] {
  let first = Infinity
  let last = -Infinity
  for (const time of times) {
    first = Math.min(first, time)
    last = Math.max(last, time)
  }
  return starts.map((start, phase) => (starts[phase + 1] ?? last) - Math.max(start, first))
}

function pointsOf(survival: Survival, place: (distance: number) => { distance: number; deviation: number }): StackPoint[] {
  return Array.from(survival.distances, (distance, i) => ({ ...place(distance), amount: survival.mass(i) }))
}

function survivalOfBoth(own: DistanceSamples, other: DistanceSamples | null): Survival {
  return other === null ? survivalOf(own) : lineSurvival(own, other)
}

/** Distances in accesses, at least one. */
function scaled(observations: ReuseObservations, scale: number): ReuseObservations {
  if (scale === 1) return observations
  const apply = (samples: DistanceSamples): DistanceSamples => ({
    ...samples,
    distances: samples.distances.map((distance) => Math.max(1, distance * scale)),
    censoredDistances: samples.censoredDistances.map((distance) => distance * scale),
  })
  return { ...observations, own: apply(observations.own), other: observations.other === null ? null : apply(observations.other) }
}

function censoredShare({ weights, censoredWeights }: DistanceSamples): number {
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)
  const censored = sum(censoredWeights)
  return censored > 0 ? censored / (censored + sum(weights)) : 0
}

function notesOf({ distanceUnit, accessRate }: ReuseOptions, wordGranular: boolean): string[] {
  const notes: string[] = []
  if (wordGranular) notes.push('Word granularity: only the accessed 8 bytes of each cache line were watched. Reuse of the rest of the line is not seen.')
  if (distanceUnit === 'cpu-time') {
    notes.push('Samples are driven by CPU time: shares are of the time spent in accesses, not of their number.')
    notes.push(
      accessRate === null
        ? 'Distances are CPU times. For stack distances, and for miss ratios that are not only estimated, give the accesses per second (--access-rate).'
        : `Distances are CPU times, converted to accesses at ${groupedDigits(Number(accessRate.toPrecision(3)))} per second.`,
    )
  }
  return notes
}
