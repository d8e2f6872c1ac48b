/** Checks for the log of a build. */
import type { Finding } from '../../shared/findings/finding.ts'
import { filePlace } from '../../shared/names/short_paths.ts'
import type { Unit } from '../../shared/run.ts'
import { CERTAINTY } from '../report/comparison/certainty.ts'
import { placesText, statusText } from '../report/comparison/comparison_text.ts'
import { intervalText } from '../../shared/names/interval_text.ts'
import { amountText, changeText, fit, joinedLines, percentText, relativeText, tableLines } from '../report/format.ts'
import { costText } from '../report/text/report_findings.ts'
import type { Check } from './check_runs.ts'

const SHOWN_PAIRS = 10

/** Ends with a newline. @param files of the new profile */
export function checkText(checks: readonly Check[], unit: Unit, files: readonly string[], width: number): string {
  const failed = checks.filter((check) => check.failed).length
  const left = (title: string) => ({ title, align: 'left' as const })
  const risen = checks.filter(({ kind, risen }) => kind === 'pairs' && risen!.length > 0)
  return joinedLines([
    ...tableLines(
      [left('result'), left('tool'), left('check'), left('found')],
      checks.map((check) => [check.failed ? 'FAILED' : 'passed', check.tool ?? 'all', CHECK_NAMES[check.kind], finding(check, unit)]),
    ).map((line) => fit(line, width)),
    ...risen.flatMap(({ tool, risen: pairs = [] }) => [
      '',
      `Pairs of ${tool} that waste more`,
      ...pairs
        .slice(0, SHOWN_PAIRS)
        .map((pair) => fit(`  ${changeText(pair.waste.change, unit).padStart(9)}  ${statusText(pair)}  ${placesText(pair)}`, width)),
      ...(pairs.length > SHOWN_PAIRS ? [`  and ${pairs.length - SHOWN_PAIRS} more`] : []),
    ]),
    ...checks.flatMap(({ newFindings }) =>
      newFindings === undefined || newFindings.findings.length === 0
        ? []
        : [
            '',
            'New findings',
            ...newFindings.findings.map((each) => fit(`  ${costText(each, newFindings.measure).padEnd(24)}  ${each.title}${placeText(each, files)}`, width)),
          ],
    ),
    '',
    failed === 0 ? `${checks.length} of ${checks.length} checks passed` : `${failed} of ${checks.length} checks failed`,
    '',
  ])
}

export const CHECK_NAMES: Record<Check['kind'], string> = { waste: 'waste', pairs: 'pairs', limit: 'fraction', findings: 'new findings' }

/** Returns the result of a check, in one line. */
export function finding({ kind, totals, risen, limit, newFindings }: Check, unit: Unit): string {
  if (kind === 'findings') return newFindings!.findings.length === 0 ? 'none' : `${newFindings!.findings.length} that the baseline does not have`
  if (kind === 'waste') {
    const { waste } = totals!
    return `${amountText(waste.old, unit)} → ${amountText(waste.new, unit)}, ${changeText(waste.change, unit)} (${relativeText(waste)}), ${CERTAINTY[waste.significance]}`
  }
  if (kind === 'pairs') return risen!.length === 0 ? 'none wastes more' : `${risen!.length === 1 ? '1 wastes' : `${risen!.length} waste`} more`
  const { fraction, interval, most } = limit!
  return `${percentText(fraction)}${interval ? ` (${intervalText(interval)})` : ''}, at most ${percentText(most)}`
}

function placeText({ change }: Finding, files: readonly string[]): string {
  return change?.file == null || change.line === null ? '' : ` (${filePlace(files, change.file, change.line)})`
}
