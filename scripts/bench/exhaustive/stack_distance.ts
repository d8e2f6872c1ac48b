/**
 * How near the stack distances that follow from sampled time distances come to the exact ones, on the accesses of the
 * reuse samples: S and Ŝ of RDX (equations 1 and 2). The exact distances are reuse_truth's (native/common/test).
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { OctaveBins, similarity, smoothedSimilarity } from '../../../shared/metrics/reuse/distance_histogram.ts'
import { DEFAULT_BIN_COUNT, reuseReport } from '../../../shared/metrics/reuse/reuse_report.ts'
import type { DistanceSamples } from '../../../shared/metrics/reuse/reuse_report.ts'
import type { Conversion } from '../../../shared/report.ts'
import { table } from '../markdown.ts'
import { root } from '../tools.ts'

export const REUSE_SAMPLES = ['cyclic_sweep', 'random_access', 'blocked_loop', 'matrix_ijk', 'matrix_ikj', 'two_phases'] as const
export type ReuseSample = (typeof REUSE_SAMPLES)[number]

const WORD = 8
const FIRST_BIN = 4096
const SAMPLES = 3000

interface Truth {
  accesses: number
  stackDistances: Array<[distance: number, count: number]>
  /** Accesses drawn at random: where, and the distances to their reuse; null without one. */
  samples: Array<[position: number, time: number | null, stack: number | null]>
}

/** S and Ŝ of one way to convert. */
interface Accuracy {
  exact: number
  smoothed: number
}

export interface StackAccuracy extends Record<Conversion, Accuracy> {
  sample: ReuseSample
  /** By expectation from distances kept as octaves only. */
  octaveBins: Accuracy
}

function samplesOf({ accesses, samples }: Truth): DistanceSamples {
  const reused = samples.filter(([, time]) => time !== null)
  const unfinished = samples.filter(([, time]) => time === null)
  return {
    distances: Float64Array.from(reused, ([, time]) => time ?? 0),
    weights: new Float64Array(reused.length).fill(1),
    times: Float64Array.from(reused, ([position, time]) => position + (time ?? 0)),
    censoredDistances: Float64Array.from(unfinished, ([position]) => accesses - position),
    censoredWeights: new Float64Array(unfinished.length).fill(1),
    censoredTimes: Float64Array.from(unfinished, ([position]) => position),
  }
}

/** Distances as a histogram with one bin per octave remembers them: by the middle of their bin. */
function inOctaves(samples: DistanceSamples): DistanceSamples {
  return { ...samples, distances: samples.distances.map((distance) => 1.5 * 2 ** Math.floor(Math.log2(distance))) }
}

/** `reuseTruth`: the program of native/common/test. */
export function stackAccuracy(sample: ReuseSample, reuseTruth: string): StackAccuracy {
  const truth = JSON.parse(execFileSync(reuseTruth, [sample, '--samples', String(SAMPLES)], { encoding: 'utf8', maxBuffer: 1 << 28 })) as Truth
  const bins = new OctaveBins(FIRST_BIN, DEFAULT_BIN_COUNT)
  for (const [distance, count] of truth.stackDistances) bins.add(distance * WORD, count)
  const exact = bins.shares()
  const accuracy = (own: DistanceSamples, conversion: Conversion): Accuracy => {
    const { stack } = reuseReport(
      { own, other: null, traps: own.distances.length },
      { granularity: 'word', distanceUnit: 'accesses', accessRate: null, conversion, firstBin: FIRST_BIN, binCount: DEFAULT_BIN_COUNT, distancePerTime: 1 },
    )
    const shares = (stack?.bins ?? []).map(({ share }) => share)
    return { exact: similarity(shares, exact), smoothed: smoothedSimilarity(shares, exact) }
  }
  const samples = samplesOf(truth)
  return {
    sample,
    expectation: accuracy(samples, 'expectation'),
    shen: accuracy(samples, 'shen'),
    windows: accuracy(samples, 'windows'),
    octaveBins: accuracy(inOctaves(samples), 'expectation'),
  }
}

export const reuseTruthProgram = join(root, 'build/native/common/test/reuse_truth')

export function stackDistanceSection(): string {
  const cell = ({ exact, smoothed }: Accuracy) => `${exact.toFixed(3)} (${smoothed.toFixed(3)})`
  const rows = REUSE_SAMPLES.map((sample) => {
    const result = stackAccuracy(sample, reuseTruthProgram)
    return [sample.replaceAll('_', ' '), cell(result.expectation), cell(result.shen), cell(result.windows), cell(result.octaveBins)]
  })
  return `## Stack distances from sampled time distances

S of RDX (Ŝ in brackets) for the stack distances, compared with the exact ones of the reuse samples' accesses (words, 20 bins from 4 KiB); ${SAMPLES} accesses
of each, drawn at random with a fixed seed. Goals: at least 0.95 by expectation; for two phases at least 0.60, and 0.90 with
windows. The last column shows why distances are not stored in octave bins.

${table(['sample', 'expectation', 'Shen et al.', 'windows by change points', 'expectation from octave bins'], rows)}`
}
