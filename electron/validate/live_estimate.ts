/** The results of a recording of the real sampler beside the exact run (shared/validation.ts, LiveEstimate). */
import { totalsByTool } from '../../shared/metrics/totals.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import type { RankedPair } from '../../shared/metrics/statistics/rank_agreement.ts'
import { rankAgreement } from '../../shared/metrics/statistics/rank_agreement.ts'
import type { Tool } from '../../shared/run.ts'
import type { LiveEstimate, Truth } from '../../shared/validation.ts'
import { driverWeightedTruth } from './driver_weighted_truth.ts'
import type { ExactFractions } from './driver_weighted_truth.ts'
import { reuseSimilarity } from './estimate.ts'
import { wastefulPairs } from './stable_contexts.ts'
import type { StableContexts } from './stable_contexts.ts'

export interface LiveProfiles {
  /** The sampled profile. */
  driven: ProfileTables
  /** Reweighted by the exact executions; null if accesses drove it. */
  reweighted: ProfileTables | null
}

const percent = 100

export function liveEstimate(
  { driven, reweighted }: LiveProfiles,
  contexts: StableContexts,
  exact: ExactFractions,
  { truth, pairs }: { truth: Truth; pairs: RankedPair[] },
  tool: Tool,
): LiveEstimate {
  const ranksOf = (profile: ProfileTables) => rankAgreement(pairs, wastefulPairs(profile, tool, contexts.numbersOf(profile)))
  const totals = totalsByTool(driven)[tool]
  if (totals === undefined) throw new Error(`the sampled recording lacks ${tool}`)
  const weighted = driverWeightedTruth(driven, contexts, exact, tool)
  return {
    engine: driven.run.engine,
    driver: driven.run.driver,
    samples: totals.samples,
    traps: totals.traps,
    fraction: totals.fraction,
    ci95: totals.ci95,
    driverWeightedTruth: truth.fraction === null ? null : weighted.fraction,
    found: weighted.found,
    difference: differenceOf(totals.fraction, truth.fraction === null ? null : weighted.fraction),
    reweighted: reweighted === null ? null : { ...reweightedEstimate(reweighted, truth, tool), ranks: ranksOf(reweighted) },
    reuse: truth.reuse === null ? null : reuseSimilarity(reweighted ?? driven, truth.reuse),
    ranks: ranksOf(driven),
  }
}

function reweightedEstimate(profile: ProfileTables, truth: Truth, tool: Tool): NonNullable<LiveEstimate['reweighted']> {
  const { fraction = null, ci95 = null } = totalsByTool(profile)[tool] ?? {}
  return { fraction, ci95, difference: differenceOf(fraction, truth.fraction), covered: profile.run.reweighted?.covered ?? 0 }
}

function differenceOf(estimate: number | null, truth: number | null): number | null {
  return estimate === null || truth === null ? null : (estimate - truth) * percent
}
