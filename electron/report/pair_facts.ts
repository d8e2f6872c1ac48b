/** A pair's tool-specific facts: how it compared, its data, the distance of its accesses. */
import { commonAncestor, scopeText } from '../../shared/profile/tree/common_ancestor.ts'
import { RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import { PAIR_APPROXIMATE, PAIR_OTHER_PART, PAIR_OVERLAP } from '../../shared/profile/tables.ts'
import type { PairDistance, PairReport, PairThread } from '../../shared/report.ts'
import { comparesValues, type Tool } from '../../shared/tools.ts'
import { valueAt } from '../../shared/profile/columns/lazy_property.ts'
import { exactPairDistance, isCounted } from './exact_reuse_observations.ts'
import { bytesPerDistance } from './reuse_observations.ts'
import { rowsOfPair } from './rows_of_pair.ts'

export type PairFacts = Pick<PairReport, 'object' | 'comparison' | 'sharing' | 'reuseOf' | 'distance' | 'latency' | 'scope' | 'scopeKind' | 'interleaved'>

export function pairFacts(profile: ProfileTables, pair: number): PairFacts {
  const { pairs, objects } = profile
  const tool = TOOLS[pairs.tool[pair]!]!
  const flags = pairs.flags[pair]!
  const known = valueAt(pairs, 'latencyCredit', pair)
  return {
    object: objects[valueAt(pairs, 'object', pair)]?.name ?? null,
    comparison: comparesValues(tool) ? (flags & PAIR_APPROXIMATE ? 'approximate' : 'precise') : null,
    sharing: tool === 'false-sharing' ? (flags & PAIR_OVERLAP ? 'true' : 'false') : null,
    reuseOf: tool === 'reuse-distance' ? (flags & PAIR_OTHER_PART ? 'other' : 'same') : null,
    distance: tool === 'reuse-distance' ? pairDistance(profile, pair) : null,
    latency: known > 0 ? { cycles: valueAt(pairs, 'latency', pair) / known, missShare: Math.min(1, valueAt(pairs, 'cacheMisses', pair) / known) } : null,
    ...pairScope(profile, pair, tool),
    ...(profile.run.engine === 'exhaustive'
      ? { interleaved: { instances: valueAt(pairs, 'interleavedInstances', pair), bytes: valueAt(pairs, 'interleavedBytes', pair) } }
      : {}),
  }
}

/** The measured scope, otherwise the scope that the code of redundant pairs suggests. */
function pairScope(profile: ProfileTables, pair: number, tool: Tool): Pick<PairReport, 'scope' | 'scopeKind'> {
  const measured = valueAt(profile.pairs, 'scope', pair)
  if (measured >= 0) return { scope: scopeText(profile, measured), scopeKind: 'measured' }
  const scope = comparesValues(tool) ? pairAncestor(profile, pair) : null
  return { scope, scopeKind: scope === null ? null : 'static' }
}

/** Innermost loop or function that both sides run in; null for two threads, which share none. */
export function pairAncestor(profile: ProfileTables, pair: number): string | null {
  const { pairs } = profile
  return RELATIONS[pairs.relation[pair]!] === 'SHARED_WITH' ? null : commonAncestor(profile, valueAt(pairs, 'source', pair), valueAt(pairs, 'target', pair))
}

/** Summary of the pair's time distances; null if none was logged. */
export function pairDistance(profile: ProfileTables, pair: number): PairDistance | null {
  if (isCounted(profile)) return exactPairDistance(profile, pair)
  const { reuses, run } = profile
  const { start, end } = rowsOfPair(reuses.pair, pair)
  const rows = Array.from({ length: end - start }, (_, i) => start + i).sort((a, b) => reuses.distance[a]! - reuses.distance[b]!)
  const total = rows.reduce((sum, row) => sum + reuses.weight[row]!, 0)
  if (!(total > 0)) return null
  const quantile = (share: number): number => {
    let cumulated = 0
    return reuses.distance[rows.find((row) => (cumulated += reuses.weight[row]!) >= share * total) ?? rows.at(-1)!]!
  }
  const bytes = bytesPerDistance(run)
  const beyond = (size: number): number => rows.reduce((sum, row) => sum + (reuses.distance[row]! * bytes! > size ? reuses.weight[row]! : 0), 0) / total
  const sizes = bytes === null ? [] : [...new Set(run.caches.map((cache) => cache.bytes))]
  return { p50: quantile(0.5), p90: quantile(0.9), beyond: sizes.map((size) => ({ bytes: size, share: beyond(size) })) }
}

/** Threads of the earlier access, the largest share first. */
export function pairThreads({ pairs, threads, threadShares, run }: ProfileTables, pair: number): PairThread[] {
  // Exact pairs of a single thread belong to it entirely.
  if (run.engine === 'exhaustive' && threads.length === 1) return threads.map(({ rank, process, thread }) => ({ rank, process, thread, share: 1 }))
  const { start, end } = rowsOfPair(threadShares.pair, pair)
  const amount = pairs.amount[pair]!
  return Array.from({ length: end - start }, (_, i) => start + i)
    .map((row) => {
      const { rank, process, thread } = threads[threadShares.thread[row]!]!
      return { rank, process, thread, share: amount > 0 ? threadShares.amount[row]! / amount : 0 }
    })
    .sort((a, b) => b.share - a.share)
}
