/** Reuse distances of two runs in the same bins, and how similar they are. */
import type { ComparedReuse } from '../../../shared/comparison.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import { hasReuse, readReuse, type ReuseQuestion } from '../reuse_observations.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { DistanceHistogram } from '../../../shared/report.ts'
import { compareMissRatios, comparePercentiles } from '../../../shared/compare/compared_distances.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'

/** @throws RpcError not-found where either run has no reuse distances */
export function comparedReuse(profiles: Record<Side, ProfileTables>, question: Omit<ReuseQuestion, 'pair' | 'object'>): ComparedReuse {
  for (const side of ['old', 'new'] as const) {
    if (!hasReuse(profiles[side])) throw new RpcError('not-found', `The ${side} run has no reuse distances; record both with --tool reuse-distance`)
  }
  const [old, recent] = [readReuse(profiles.old, { ...question, pair: null, object: null }), readReuse(profiles.new, { ...question, pair: null, object: null })]
  const sizes =
    old.missRatio.length === 0 || recent.missRatio.length === 0
      ? []
      : [...new Set([...old.missRatio, ...recent.missRatio].map(({ bytes }) => bytes))].sort((a, b) => a - b)
  return {
    percentiles: {
      time: comparePercentiles(old.time, recent.time, { old, new: recent }),
      stack: old.stack && recent.stack ? comparePercentiles(old.stack, recent.stack, { old, new: recent }) : [],
    },
    missRatio: sizes.map((bytes) => ({ bytes, ...compareMissRatios(old, recent, bytes) })),
    old,
    new: recent,
    granularity: old.granularity,
    similarity: { time: similarity(old.time, recent.time), stack: old.stack && recent.stack ? similarity(old.stack, recent.stack) : null },
  }
}

/** RDX equation 1; null where bins or units are not the same. */
function similarity(old: DistanceHistogram, recent: DistanceHistogram): number | null {
  if (old.unit !== recent.unit || old.bins.length !== recent.bins.length || old.bins.some(({ from }, i) => from !== recent.bins[i]!.from)) return null
  return 1 - old.bins.reduce((sum, { share }, i) => sum + Math.abs(share - recent.bins[i]!.share), 0) / 2
}
