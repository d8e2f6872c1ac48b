/** Checks in the Static Analysis Results Interchange Format 2.1.0 (OASIS), which code-review tools show beside the lines. */
import type { Location, Log, ReportingDescriptor, Result } from 'sarif'
import type { ComparedPair } from '../../shared/comparison.ts'
import type { RunDescription } from '../../shared/run.ts'
import { placesText, statusText } from '../report/comparison/comparison_text.ts'
import { changeText } from '../report/format.ts'
import { finding } from './check_text.ts'
import type { Check, CheckedPlace } from './check_runs.ts'
import { findingResults, findingRules } from './sarif_findings.ts'
import { fingerprint, locationsOf, logOf } from './sarif_log.ts'

const RULES: Record<Exclude<Check['kind'], 'findings'>, string> = {
  waste: 'More waste than in the baseline',
  pairs: 'A pair that wastes more than in the baseline',
  limit: 'A larger fraction of waste than the limit',
}

/** Failed checks, and the pairs that rose: errors where they failed, otherwise notes. @param run the new one */
export function sarifLog(checks: readonly Check[], run: RunDescription): Log {
  const newFindings = checks.find(({ kind }) => kind === 'findings')?.newFindings ?? null
  const kinds = [...new Set(checks.filter(({ kind }) => kind !== 'findings').map(({ kind, tool }) => `${tool}/${kind}`))]
  const rules = kinds.map((id): ReportingDescriptor => ({
    id,
    shortDescription: { text: `${RULES[id.slice(id.indexOf('/') + 1) as keyof typeof RULES]} (${id.slice(0, id.indexOf('/'))})` },
  }))
  const results = checks.flatMap((check) =>
    check.kind === 'pairs' ? pairResults(check, run) : check.failed && check.kind !== 'findings' ? [totalResult(check, run)] : [],
  )
  return logOf(
    [...rules, ...(newFindings === null ? [] : findingRules(newFindings))],
    [...results, ...(newFindings === null ? [] : findingResults(newFindings, run, 'error'))],
    run,
  )
}

/** Some tools reject results without a place. */
function totalResult(check: Check, run: RunDescription): Result {
  return {
    ruleId: `${check.tool}/${check.kind}`,
    level: 'error',
    message: { text: `${RULES[check.kind as keyof typeof RULES]}: ${finding(check, run.unit)}` },
    ...(check.place ? { locations: placeOf(check.place, run) } : {}),
    partialFingerprints: { 'hagstoneCheck/v1': fingerprint(check.tool ?? '', check.kind) },
  }
}

function pairResults({ tool, failed, risen = [] }: Check, run: RunDescription): Result[] {
  return risen.map((pair) => ({
    ruleId: `${tool}/pairs`,
    level: failed ? 'error' : 'note',
    message: { text: `${statusText(pair)}: ${changeText(pair.waste.change, run.unit)} of waste, ${pair.relation} ${placesText(pair)}` },
    locations: placeOf(pair.source, run),
    relatedLocations: placeOf(pair.target, run).map((location, id) => ({ ...location, id, message: { text: 'later access' } })),
    partialFingerprints: { 'hagstonePair/v1': fingerprint(pair.tool, pair.relation, pair.source.function, pair.target.function, pair.object ?? '') },
    baselineState: baselineState(pair),
  }))
}

function baselineState({ status }: ComparedPair): 'new' | 'updated' {
  return status === 'new' ? 'new' : 'updated'
}

function placeOf({ newLine, ...place }: CheckedPlace, run: RunDescription): Location[] {
  return locationsOf({ ...place, line: newLine }, run)
}
