/** Two opened profiles as `hagstone compare --json` prints them. */
import type { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import type { ComparedFlatRow, ComparedPairFilter, ComparedTotals, ComparisonReport, Direction, FlatLevel, Normalisation } from '../../../shared/comparison.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import type { Findings } from '../../../shared/findings/finding.ts'
import { findingsOf, largestFindings, MOST_FINDINGS } from '../findings/findings.ts'
import type { LineText } from '../findings/line_texts.ts'
import type { KeptParts } from '../kept/kept_parts.ts'
import type { ComparisonView } from './comparison_text.ts'
import { wholeProgram } from '../report.ts'
import { hasReuse } from '../reuse_observations.ts'
import { compareProfiles } from '../values/compare_profiles.ts'
import { comparedFlat } from './compared_flat.ts'
import { comparedObjects } from './compared_objects.ts'
import { comparedReuse } from './compared_reuse.ts'
import { comparedFindings } from './comparison_findings.ts'
import { comparisonHead } from './comparison_head.ts'
import { comparedPairRows } from './pair_rows.ts'

export interface ComparisonOptions {
  /** The requested tools that both runs have. */
  tools: readonly Tool[]
  normalisation: Normalisation
  by: FlatLevel
  direction: Direction
  /** At most this many pairs, rows and objects of each tool, those with the largest difference first. */
  top: number
  /** Lines of both runs' sources; absent: findings name data only by debug information. */
  lineTexts?: Record<Side, LineText>
  /** Only the data of this view, besides findings and totals; absent: everything. */
  view?: Exclude<ComparisonView, 'values'>
  /** Kept parts of both runs' reports; absent, or undefined: nothing. */
  kept?: Record<Side, KeptParts | undefined>
}

export const ALL_WASTE: Omit<ComparedPairFilter, 'search' | 'regularExpression'> = { wastefulOnly: true, status: null, direction: 'all' }

/** @param profile the new run's */
export function buildComparison(
  runs: ComparedRuns,
  profile: Profile,
  paths: Record<Side, string>,
  { tools, normalisation, by, direction, top, lineTexts, view, kept }: ComparisonOptions,
): ComparisonReport {
  const isShown = (part: 'pairs' | 'flat' | 'objects'): boolean => view === undefined || view === part
  const head = comparisonHead(runs, paths)
  const totals: Partial<Record<Tool, ComparedTotals>> = {}
  const flat: Partial<Record<Tool, ComparedFlatRow[]>> = {}
  for (const tool of tools) {
    const compared = runs.compareTotals(tool, normalisation)
    if (compared) totals[tool] = compared
    if (isShown('flat')) flat[tool] = comparedFlat(runs, profile, tool, normalisation, by).slice(0, top)
  }
  const pairsOf = (tool: Tool) =>
    comparedPairRows(runs, tool, normalisation, { ...ALL_WASTE, direction }, null, { column: 'impact', descending: true, most: top }).pairs
  const findings = (side: Side): Findings => {
    const ranked = kept?.[side]?.findings
    return ranked ? largestFindings(ranked, MOST_FINDINGS) : findingsOf(runs.profiles[side], lineTexts === undefined ? {} : { lineText: lineTexts[side] })
  }
  return {
    schema: 'hagstone.comparison/1',
    ...head,
    tools: [...tools],
    normalisation,
    findings: comparedFindings(runs, { old: findings('old'), new: findings('new') }),
    totals,
    pairs: (isShown('pairs') ? tools : []).flatMap((tool) => Array.from(pairsOf(tool), (pair) => runs.pairs.row(pair, runs.factor(tool, normalisation) ?? 1))),
    flat: { by, tools: flat },
    objects: (isShown('objects') ? tools : []).flatMap((tool) => comparedObjects(runs, tool, normalisation).slice(0, top)),
    values:
      runs.profiles.old.run.values && runs.profiles.new.run.values
        ? compareProfiles({ path: paths.old, profile: runs.profiles.old }, { path: paths.new, profile: runs.profiles.new })
        : null,
    reuse:
      tools.includes('reuse-distance') && hasReuse(runs.profiles.old) && hasReuse(runs.profiles.new)
        ? comparedReuse(runs.profiles, wholeProgram(runs.profiles.new, {}))
        : null,
  }
}
