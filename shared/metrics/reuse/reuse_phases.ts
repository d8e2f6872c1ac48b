/** The phases of a run, each with its own distribution of time distances (metrics.md section 4, windows). */
import { changePoints } from './phases.ts'
import type { DistanceSamples } from './survival.ts'

/** Times at which phases start, ascending, the first one -Infinity. */
export type PhaseStarts = number[]

/** `cut`: where a sequence of distances in order of time is cut into phases (phases.ts). */
export function phaseStarts(program: DistanceSamples, cut: (distances: Float64Array) => number[] = changePoints): PhaseStarts {
  const order = Uint32Array.from(program.times.keys()).sort((a, b) => program.times[a]! - program.times[b]!)
  const starts = cut(Float64Array.from(order, (i) => program.distances[i]!))
  return starts.map((index) => (index === 0 ? -Infinity : program.times[order[index]!]!))
}

/** Phase of a time. */
function phaseAt(starts: PhaseStarts, time: number): number {
  let phase = 0
  while (phase + 1 < starts.length && time >= starts[phase + 1]!) phase++
  return phase
}

/**
 * The samples of each phase. Samples that never ended and whose time is not known are shared out by the weight of the
 * phases' reuses.
 */
export function samplesByPhase(samples: DistanceSamples, starts: PhaseStarts): DistanceSamples[] {
  const { distances, weights, locations, times, contexts, censoredDistances, censoredWeights, censoredLocations, censoredTimes, censoredContexts } = samples
  const reuses = indicesByPhase(times, starts)
  const censored = censoredTimes === undefined ? null : indicesByPhase(censoredTimes, starts)
  const total = sum(weights)
  return reuses.map((indices, phase) => {
    const own = {
      distances: pick(distances, indices),
      weights: pick(weights, indices),
      times: pick(times, indices),
      ...(locations && { locations: pick(locations, indices) }),
      ...(contexts && { contexts: pickInt32(contexts, indices) }),
    }
    if (censored !== null) {
      const given = censored[phase]!
      return {
        ...own,
        censoredDistances: pick(censoredDistances, given),
        censoredWeights: pick(censoredWeights, given),
        ...(censoredLocations && { censoredLocations: pick(censoredLocations, given) }),
        ...(censoredContexts && { censoredContexts: pickInt32(censoredContexts, given) }),
      }
    }
    const share = total > 0 ? sum(own.weights) / total : 0
    return {
      ...own,
      censoredDistances,
      censoredWeights: censoredWeights.map((weight) => weight * share),
      ...(censoredLocations && { censoredLocations }),
      ...(censoredContexts && { censoredContexts }),
    }
  })
}

function indicesByPhase(times: Float64Array, starts: PhaseStarts): number[][] {
  const members: number[][] = starts.map(() => [])
  times.forEach((time, i) => members[phaseAt(starts, time)]!.push(i))
  return members
}

function pick(column: Float64Array, indices: number[]): Float64Array {
  return Float64Array.from(indices, (i) => column[i]!)
}

function pickInt32(column: Int32Array, indices: number[]): Int32Array {
  return Int32Array.from(indices, (i) => column[i]!)
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
