/**
 * Accuracy of a watchpoint's 8 bytes for a 64-byte line: compares time distances at line granularity, derived from the
 * accessed chunk and one random other one (metrics.md section 4), with the exact ones.
 */
import { execFileSync } from 'node:child_process'
import { OctaveBins, similarity } from '../../../shared/metrics/reuse/distance_histogram.ts'
import { lineSurvival } from '../../../shared/metrics/reuse/line_survival.ts'
import { survivalOf } from '../../../shared/metrics/reuse/survival.ts'
import type { DistanceSamples, Survival } from '../../../shared/metrics/reuse/survival.ts'
import { table } from '../markdown.ts'
import { REUSE_SAMPLES, reuseTruthProgram } from './stack_distance.ts'

const LINE = 64
const FIRST_BIN = 4096
const BIN_COUNT = 20

type Histogram = Array<[distance: number, count: number]>
interface LineTruth {
  accesses: number
  timeDistances: Histogram
  /** Results of watching every access's own chunk, and every other chunk of its line. */
  parts: { own: { distances: Histogram; never: number }; other: { distances: Histogram; never: number } }
}

function samplesOfPart({ distances, never }: LineTruth['parts']['own'], accesses: number): DistanceSamples {
  return {
    distances: Float64Array.from(distances, ([distance]) => distance),
    weights: Float64Array.from(distances, ([, count]) => count),
    times: new Float64Array(distances.length),
    censoredDistances: Float64Array.of(accesses),
    censoredWeights: Float64Array.of(never),
  }
}

function sharesOf(survival: Survival): number[] {
  const bins = new OctaveBins(FIRST_BIN, BIN_COUNT)
  survival.distances.forEach((distance, i) => bins.add(distance * LINE, survival.mass(i)))
  return bins.shares()
}

export function lineDistanceSection(): string {
  const rows = REUSE_SAMPLES.map((sample) => {
    const { accesses, timeDistances, parts } = JSON.parse(
      execFileSync(reuseTruthProgram, [sample, '--granularity', String(LINE)], { encoding: 'utf8', maxBuffer: 1 << 28 }),
    ) as LineTruth
    const own = samplesOfPart(parts.own, accesses)
    const exact = new OctaveBins(FIRST_BIN, BIN_COUNT)
    for (const [distance, count] of timeDistances) exact.add(distance * LINE, count)
    const corrected = sharesOf(lineSurvival(own, samplesOfPart(parts.other, accesses)))
    return [sample.replaceAll('_', ' '), similarity(corrected, exact.shares()).toFixed(3), similarity(sharesOf(survivalOf(own)), exact.shares()).toFixed(3)]
  })
  return `## Line granularity from two chunks

S of time distances at line granularity, without sampling error: derived from the accessed chunk and one other chunk, and from
the accessed chunk alone (which is therefore labelled word-granular). The analysis does this in each context; here the whole
trace is one context. The model assumes that the chunks of a line are independent and alike. It is wrong for a sweep in order,
which has left the chunks before the accessed one and touches those after it at once.

${table(['sample', 'two chunks', 'accessed chunk alone'], rows)}`
}
