/** Whether a run wastes more than allowed: more than an earlier run, beyond the noise of both, or more than a limit. */
import { isInDirection } from '../../shared/compare/compared_pairs.ts'
import type { ComparedRuns } from '../../shared/compare/compared_runs.ts'
import type { ComparedPair, ComparedPlace, ComparedTotals, Normalisation } from '../../shared/comparison.ts'
import { matchFindings } from '../../shared/findings/compare_findings.ts'
import type { Findings } from '../../shared/findings/finding.ts'
import { totalsByTool } from '../../shared/metrics/totals.ts'
import { contextOf } from '../../shared/profile/frames.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import type { Tool } from '../../shared/run.ts'
import { largestPairs } from '../report/report.ts'

/** `waste`: more of it than before; `pairs`: pairs with more; `limit`: the fraction; `findings`: new ones. */
type CheckKind = 'waste' | 'pairs' | 'limit' | 'findings'

/** An earlier access of the new run. */
export type CheckedPlace = Pick<ComparedPlace, 'function' | 'file' | 'newLine'>

export interface Check {
  kind: CheckKind
  /** Null for findings, which may concern several tools. */
  tool: Tool | null
  failed: boolean
  /** For `waste` and `limit` that failed: the pair that rose most or, if none did, the largest. */
  place?: CheckedPlace | null
  /** For `limit`: the fraction, its 95 % interval (null: exact, or unknown) and its maximum. */
  limit?: { fraction: number | null; interval: [number, number] | null; most: number }
  /** For `waste`. */
  totals?: ComparedTotals
  /** For `waste` and `pairs`: pairs that rose, the most first. */
  risen?: ComparedPair[]
  /** For `findings`: those that the baseline does not have. */
  newFindings?: Findings
}

export interface RiseOptions {
  tools: readonly Tool[]
  normalisation: Normalisation
  /** A rise by more than this share of the old run's waste counts, 0..1. */
  threshold: number
  /** Rises of single pairs fail too, even if the total did not rise. */
  pairsFail: boolean
}

/** No more are listed for one tool. */
const MOST_PAIRS = 100

export function checkRises(runs: ComparedRuns, { tools, normalisation, threshold, pairsFail }: RiseOptions): Check[] {
  return tools.flatMap((tool): Check[] => {
    const totals = runs.compareTotals(tool, normalisation)
    // Reuses are neither waste nor use.
    if (!totals || totals.waste.old + totals.waste.new + totals.use.old + totals.use.new === 0) return []
    const { waste } = totals
    const least = threshold * waste.old
    const failed = isInDirection(waste, 'losses') && waste.change > least
    const risen = risenPairs(runs, tool, normalisation, least)
    return [
      { kind: 'waste', tool, failed, totals, risen, ...(failed ? { place: risen[0]?.source ?? largestPlace(runs.profiles.new, tool) } : {}) },
      { kind: 'pairs', tool, failed: pairsFail && risen.length > 0, risen },
    ]
  })
}

/** The fraction of each named tool; one that was not recorded, or decided nothing, does not fail. */
export function checkLimits(profile: ProfileTables, limits: ReadonlyMap<Tool, number>): Check[] {
  const totals = totalsByTool(profile)
  return Array.from(limits, ([tool, most]): Check => {
    const { fraction = null, ci95 = null } = totals[tool] ?? {}
    const failed = fraction !== null && (ci95?.[0] ?? fraction) > most
    return { kind: 'limit', tool, failed, limit: { fraction, interval: ci95, most }, ...(failed ? { place: largestPlace(profile, tool) } : {}) }
  })
}

/**
 * Findings that the baseline does not have, matched as `compare` does, above a share of the run (of the tool's total if
 * the run's cost is unknown): in sampled runs, only if the whole interval is above it.
 * @param share 0..1
 */
export function checkFindings(old: Findings, recent: Findings, share: number): Check {
  const added = new Set(matchFindings(old.findings, recent.findings).map(([before, after]) => (before === null ? after : null)))
  const findings = recent.findings.filter(
    (finding) => added.has(finding) && !finding.fewObservations && (finding.interval?.[0] ?? finding.shareOfRun ?? finding.share) > share,
  )
  return { kind: 'findings', tool: null, failed: findings.length > 0, newFindings: { ...recent, findings } }
}

/** Null if no pair is significant. */
function largestPlace(profile: ProfileTables, tool: Tool): CheckedPlace | null {
  const [pair] = largestPairs({ ...profile, run: { ...profile.run, tools: [tool] } }, 1)
  if (pair === undefined) return null
  const { leaf } = contextOf(profile, profile.pairs.source[pair]!)
  return { function: leaf.function, file: leaf.file, newLine: leaf.line }
}

function risenPairs(runs: ComparedRuns, tool: Tool, normalisation: Normalisation, least: number): ComparedPair[] {
  const { pairs } = runs
  const factor = runs.factor(tool, normalisation) ?? 1
  return Array.from(pairs.ofTool(tool))
    .filter((pair) => !pairs.isUseful(pair))
    .map((pair) => ({ pair, amount: pairs.amount(pair, factor) }))
    .filter(({ amount }) => isInDirection(amount, 'losses') && amount.change > least)
    .sort((a, b) => b.amount.change - a.amount.change || a.pair - b.pair)
    .slice(0, MOST_PAIRS)
    .map(({ pair }) => pairs.row(pair, factor))
}
