/** Everything that a profile has about values: `report --view values`, and the windows' values view. */
import { convergentAgainstFull } from '../../../shared/metrics/values/compare_values.ts'
import { estimateReport } from '../../../shared/metrics/values/estimate_report.ts'
import { invariances, tablesOf, VALUE_KINDS, type InvarianceColumns, type ValueProfile } from '../../../shared/metrics/values/invariance.ts'
import { convergenceReport, distribution, kindReport, parameterReport, typeReports } from '../../../shared/metrics/values/summaries.ts'
import type { ValuesReport, ValuesSummary } from '../../../shared/values.ts'
import { valueAdvice } from './advice.ts'
import { valueGroups } from './groups.ts'
import { valueSite } from './sites.ts'

/** For tables that are listed individually. */
export const SITE_KINDS = ['instructions', 'parameters', 'operands'] as const

/** Null if values were not recorded. */
export function valuesSummary(profile: ValueProfile, columns: InvarianceColumns): ValuesSummary | null {
  const settings = profile.run.values
  if (!settings) return null
  return {
    settings,
    kinds: VALUE_KINDS.flatMap((kind) => kindReport(profile, columns, kind) ?? []),
    types: typeReports(profile, columns),
    distributions: VALUE_KINDS.flatMap((kind) => distribution(profile, columns, kind) ?? []),
    parameters: parameterReport(profile, columns),
    convergence: convergenceReport(profile),
    convergentAgainstFull: convergentAgainstFull(profile, columns),
    estimate: estimateReport(profile, columns),
    advice: valueAdvice(profile, columns),
  }
}

/** @param top most tables, lines, functions and pieces of advice */
export function valuesReport(profile: ValueProfile, top: number): ValuesReport | null {
  const columns = invariances(profile)
  const summary = valuesSummary(profile, columns)
  if (!summary) return null
  const { executions } = profile.valueTables
  const sites = SITE_KINDS.flatMap((kind) => [...tablesOf(profile, kind)])
  return {
    ...summary,
    advice: summary.advice.slice(0, top),
    sites: sites
      .sort((a, b) => executions[b]! - executions[a]! || a - b)
      .slice(0, top)
      .map((site) => valueSite(profile, columns, site)),
    lines: valueGroups(profile, columns, 'instructions', 'line').slice(0, top),
    functions: valueGroups(profile, columns, 'instructions', 'function').slice(0, top),
  }
}
