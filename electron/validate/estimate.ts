/** The results of one virtual PMU's profile beside the exact one. */
import { rankAgreement } from '../../shared/metrics/statistics/rank_agreement.ts'
import { similarity, smoothedSimilarity } from '../../shared/metrics/reuse/distance_histogram.ts'
import { totalsByTool, statisticsOf } from '../../shared/metrics/totals.ts'
import { hexadecimal, leafText } from '../../shared/profile/frames.ts'
import { TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import { LINE } from '../../shared/profile/tables.ts'
import type { DistanceHistogram, ReuseReport } from '../../shared/report.ts'
import type { Tool } from '../../shared/run.ts'
import type { SeededEstimate, Similarity, Truth } from '../../shared/validation.ts'
import { readReuse } from '../report/reuse_observations.ts'
import { DEFAULT_CONVERSION } from '../../shared/metrics/reuse/stack_distance.ts'
import { DEFAULT_BIN_COUNT } from '../../shared/metrics/reuse/reuse_report.ts'
import { wastefulPairs } from './stable_contexts.ts'
import type { StableContexts, WastefulPair } from './stable_contexts.ts'

/** The exact measurement of one tool, ready to be compared with. */
export interface ExactTool {
  truth: Truth
  pairs: WastefulPair[]
}

export function exactTool(profile: ProfileTables, numbers: Int32Array, tool: Tool, mostPairs: number): ExactTool {
  const totals = totalsByTool(profile)[tool]
  if (totals === undefined) throw new Error(`the exact recording lacks ${tool}`)
  const pairs = wastefulPairs(profile, tool, numbers).sort((a, b) => b.share - a.share)
  const place = (row: number): string =>
    hasLine(profile, row) ? leafText(profile, row) : `${leafText(profile, row)} ${hexadecimal(profile.nodes.address[row]!)}`
  const { accessed = 0, interleaved = 0, freed = 0 } = totals.counted ?? {}
  return {
    pairs,
    truth: {
      waste: totals.waste,
      use: totals.use,
      fraction: totals.fraction,
      interleavedShare: accessed > 0 ? interleaved / accessed : 0,
      unaccountedShare: totals.unaccountedShare,
      freed: accessed > 0 ? { share: freed / accessed } : undefined,
      pairs: pairs.slice(0, mostPairs).map(({ share, source, target }) => ({ share, source: place(source), target: place(target) })),
      reuse: tool === 'reuse-distance' ? exactReuse(reuseOf(profile)) : null,
    },
  }
}

/** Whether an instruction row has a line: otherwise only functions, which many pairs share, would be named. */
function hasLine({ nodes }: ProfileTables, row: number): boolean {
  return nodes.kind[nodes.parent[row]!] === LINE
}

function reuseOf(profile: ProfileTables): ReuseReport {
  return readReuse(profile, { pair: null, object: null, conversion: DEFAULT_CONVERSION, accessRate: null, firstBin: null, binCount: DEFAULT_BIN_COUNT })
}

function exactReuse({ time, stack, exact }: ReuseReport): Truth['reuse'] {
  if (stack === null || exact === undefined) throw new Error('the exact recording lacks its distances')
  return { time, stack, stackFromTime: exact.stackFromTime, modelSimilarity: { s: exact.similarity, smoothed: exact.smoothedSimilarity } }
}

function similarityOf(one: DistanceHistogram, other: DistanceHistogram): Similarity {
  const shares = ({ bins }: DistanceHistogram): number[] => bins.map(({ share }) => share)
  return { s: similarity(shares(one), shares(other)), smoothed: smoothedSimilarity(shares(one), shares(other)) }
}

const percent = 100

export function seededEstimate(profile: ProfileTables, contexts: StableContexts, tool: Tool, exact: ExactTool): SeededEstimate {
  const totals = totalsByTool(profile)[tool]
  if (totals === undefined) throw new Error(`the virtual recording lacks ${tool}`)
  const truth = exact.truth.fraction
  const { fraction, ci95 } = totals
  return {
    seed: profile.run.seed,
    samples: totals.samples,
    traps: totals.traps,
    fraction,
    ci95,
    difference: fraction === null || truth === null ? null : (fraction - truth) * percent,
    covered: ci95 === null || truth === null ? null : ci95[0] <= truth && truth <= ci95[1],
    ranks: rankAgreement(exact.pairs, wastefulPairs(profile, tool, contexts.numbersOf(profile))),
    reuse: exact.truth.reuse === null ? null : reuseSimilarity(profile, exact.truth.reuse),
    blindShare: statisticsOf(profile.counters).blindSpot.share,
    unaccountedShare: totals.unaccountedShare,
    partialShare: partialShare(profile, tool),
  }
}

function partialShare({ pairs }: ProfileTables, tool: Tool): number {
  let decided = 0
  let partial = 0
  for (let row = 0; row < pairs.length; row++) {
    if (TOOLS[pairs.tool[row]!] !== tool) continue
    decided += pairs.amount[row]!
    partial += pairs.amount[row]! * (pairs.partial[row]! / Math.max(1, pairs.traps[row]!))
  }
  return decided > 0 ? partial / decided : 0
}

/** Null if distances are times without a conversion into accesses. */
export function reuseSimilarity(profile: ProfileTables, truth: NonNullable<Truth['reuse']>): SeededEstimate['reuse'] {
  const { time, stack } = reuseOf(profile)
  return stack === null ? null : { time: similarityOf(time, truth.time), stack: similarityOf(stack, truth.stack) }
}
