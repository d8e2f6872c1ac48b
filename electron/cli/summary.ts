import { resolve } from 'node:path'
import { counterValue } from '../../shared/profile/counters.ts'
import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import { counted } from '../../shared/names/counted.ts'
import { intervalText } from '../../shared/names/interval_text.ts'
import { missingLinesText } from '../../shared/findings/wording/missing_lines_words.ts'
import { leadingWaits, weightOf } from '../../shared/findings/waits/leading_waits.ts'
import type { Wait } from '../../shared/findings/waits/wait.ts'
import { gainText } from '../../shared/findings/waits/ratio_words.ts'
import { whereWasteIs } from '../../shared/findings/wording/no_findings_words.ts'
import { filePlace } from '../../shared/names/short_paths.ts'
import { observationsOf, outcomeText, partText, wholeText } from '../../shared/outcome.ts'
import type { PairReport, Report } from '../../shared/report.ts'
import { leafOf, type LeafFrame } from '../../shared/profile/frame.ts'
import { addressPlace } from '../../shared/profile/frames.ts'
import type { Tool, Totals } from '../../shared/run.ts'
import type { ValuesReport } from '../../shared/values.ts'
import { quoted } from '../record/program/shell_words.ts'
import { OwnRecordings } from '../record/finishing/own_recordings.ts'
import { openSummaryReport, type SummaryReport } from '../report/summary_report.ts'
import { costText } from '../report/text/report_findings.ts'
import type { RecentRuns } from '../services/recent_runs.ts'
import { valueParts } from '../report/text/report_head.ts'
import { significant } from '../../shared/significant.ts'

/**
 * The result of a recording, for stderr: each tool's result with its worst pair, and the next command. @param recent
 * the list that windows find the run in; the run is added @param made the profile's report, if it is made already
 */
export function summaryLines(profile: string, recent: Pick<RecentRuns, 'add'> | null = null, made: SummaryReport | null = null): string[] {
  const { report, partial, files } = made ?? reportOf(profile)
  recent?.add({ ...report, path: resolve(profile) })
  return summarize(report, partial, profile, files)
}

export function writtenWithoutSummary(profile: string): string {
  return `${profile} is written; its summary was cancelled: hagstone view ${quoted(profile)}`
}

/** The same after the caveats of the recording, for readers who did not see it being made. */
export function notesAndSummary(profile: string): string[] {
  // A partial recording's first note is its reason, with which the summary begins.
  const { report, partial, files } = reportOf(profile)
  return [...report.notes.slice(partial === null ? 0 : 1), ...summarize(report, partial, profile, files)]
}

function reportOf(profile: string): SummaryReport {
  return openSummaryReport(profile, new OwnRecordings(() => {}))
}

/**
 * @param partial why the recording is incomplete, null if it is complete @param files of the profile, whose paths are
 * shortened as far as they stay distinct
 */
export function summarize(report: Report, partial: string | null, profile: string, files: readonly string[] = []): string[] {
  const { run } = report
  return [
    // The outcomes say why.
    ...(partial === null || run.exit.state === 'unable' ? [] : [partial]),
    ...firstLines(report, files),
    ...toolsLines(report, files),
    `${whatWasSeen(report)} in ${significant(run.duration, 3)} s; ${covered(run)}${run.engineReason}`,
    `hagstone view ${quoted(profile)}`,
  ]
}

/** The first one, before all numbers. */
function findingLines({ findings }: Report, files: readonly string[]): string[] {
  const [first] = findings?.findings ?? []
  if (first === undefined) return []
  const { file, line } = first.change ?? { file: null, line: null }
  const place = file === null || line === null ? '' : ` (${filePlace(files, file, line)})`
  const without = findings?.withoutLines
  return [
    `${first.title}${place}: ${costText(first, findings!.measure)}${first.fewObservations ? `, only ${counted(first.observations, 'observation')}` : ''}.`,
    ...(without === undefined ? [] : [`  ${missingLinesText(without)}`]),
  ]
}

/** The first finding and the largest wait, if it is much of the run, in the order of what they cost. */
function firstLines(report: Report, files: readonly string[]): string[] {
  const { findings } = report
  const { leading, others } = findings === undefined ? { leading: [], others: [] } : leadingWaits(findings)
  const lines = findingLines(report, files)
  return leading.length > 0 ? [...waitLines(leading), ...lines] : [...lines, ...waitLines(others)]
}

function waitLines([largest]: readonly Wait[]): string[] {
  if (largest === undefined || weightOf(largest) < LARGE_WAIT) return []
  return [`${largest.text}. ${gainText(largest)}`.trimEnd()]
}

function whatWasSeen({ run, stats }: Report): string {
  if (run.engine !== 'exhaustive') return `${counted(stats.samples, 'sample')}, ${counted(stats.traps, 'observation')}`
  const count = (name: string): number => counterValue(stats.counters, name)
  const windows = run.windows === undefined ? '' : ` in ${counted(count('windows'), 'window')} of ${percent(run.windows.covered)} of the instructions`
  return `${counted(count('loads'), 'load')} and ${counted(count('stores'), 'store')}${windows}`
}

/** Share of the run. */
const LARGE_WAIT = 0.1

/** Then the omitted part does not show in any figure. */
const NEARLY_ALL = 0.995

/** Instructions that were never sampled have no weight in a calibrated recording. */
function covered({ reweighted }: Report['run']): string {
  return reweighted === undefined || reweighted.covered > NEARLY_ALL
    ? ''
    : `instructions that were sampled made ${percent(reweighted.covered)} of the counted bytes, the rest is in no number; `
}

/** One line for all tools if none measured anything for the same reason. */
function toolsLines(report: Report, files: readonly string[]): string[] {
  const { tools } = report.run
  const [first, ...others] = tools.map((tool) => unmeasured(report, tool))
  if (first !== null && first !== undefined && others.length > 0 && others.every((text) => text === first)) return [`${tools.join(', ')}: ${first}`]
  const parts = Map.groupBy(tools, (tool) => partLine(report, tool))
  const shared = [...parts].filter(([text, of]) => text !== null && of.length > 1)
  return [
    ...tools.flatMap((tool) => {
      const part = partLine(report, tool)
      return [...toolLines(report, tool, files), ...(part === null || parts.get(part)!.length > 1 ? [] : [`  ${part}`])]
    }),
    ...shared.map(([text, of]) => (of.length === tools.length ? text! : `${of.join(', ')}: ${text}`)),
  ]
}

/** The whole of the tool's shares; null if it is everything, or the tool has none. */
function partLine(report: Report, tool: Tool): string | null {
  const part = report.measured[tool]
  return part === undefined || report.totals[tool]?.fraction == null || unmeasured(report, tool) !== null ? null : partText(part)
}

/** Null if there is a result. */
function unmeasured({ outcomes }: Report, tool: Tool): string | null {
  const outcome = outcomes[tool]
  return outcome?.kind === 'not-measured' ? outcomeText(outcome) : null
}

function toolLines(report: Report, tool: Tool, files: readonly string[]): string[] {
  const nothing = unmeasured(report, tool)
  if (nothing !== null) return [`${tool}: ${nothing}`]
  if (tool === 'values') return report.values === null ? [] : [`${valueParts(report.values).join(', ')}.`, ...adviceLines(report.values, files)]
  const totals = report.totals[tool]
  const largest = report.pairs.find((pair) => pair.tool === tool && (pair.waste > 0 || pair.relation === 'REUSED_BY'))
  if (tool === 'reuse-distance') {
    const share = largest === undefined ? '' : `most often, ${percent(largest.shareOfTotal)}:`
    return [`${tool}: ${counted(totals?.traps ?? 0, 'reuse')}; ${share}`, ...pairLines(largest, files)]
  }
  if (totals?.fraction == null) return []
  const part = report.measured[tool]
  const weighted = report.run.driver === 'cpu-time' ? 'time-weighted' : 'by bytes'
  const [worst, lines] = worstPair(report, tool, largest, files)
  const whole = part === undefined ? '' : ` of ${wholeText(part)}`
  return [`${tool}: waste ${percent(totals.fraction)}${whole}${howSure(totals, observationsOf(report, tool))}, ${weighted}; ${worst}`, ...lines]
}

/** The end of the tool's line, and the lines below it. */
function worstPair(report: Report, tool: Tool, largest: PairReport | undefined, files: readonly string[]): [text: string, below: string[]] {
  if (largest === undefined) return [noneFound(report, tool), []]
  const unlisted = unlistedText(report, tool)
  if (unlisted !== null) return [unlisted, []]
  const few = largest.fewSamples ? fewSamples(largest.traps) : ''
  const text = `the worst pair, ${percent(largest.shareOfWaste ?? 0)} of the waste${few}`
  // Its place leads nowhere.
  if (largest.finding?.kind === 'left-out') return [`${text}, is left out of the findings: ${largest.finding.text}.`, []]
  return [`${text}:`, pairLines(largest, files)]
}

/** The worst pair leads nowhere then. Null: the run has findings, of which this report may list only the first, or the tool never leads to any. */
function unlistedText({ findings }: Report, tool: Tool): string | null {
  if (findings === undefined || findings.findings.length > 0 || (findings.toolsWithout ?? []).includes(tool)) return null
  return `no findings: ${whereWasteIs(findings.leftOut)}`
}

function noneFound({ outcomes }: Report, tool: Tool): string {
  const outcome = outcomes[tool]
  return outcome?.kind === 'none-found' ? outcomeText(outcome) : 'no wasteful pair was seen.'
}

/** The weightiest. */
function adviceLines({ advice: [first] }: ValuesReport, files: readonly string[]): string[] {
  if (first === undefined) return []
  const { site, advice } = first
  return [`  ${site.function}${site.file === null || site.line === null ? '' : ` ${filePlace(files, site.file, site.line)}`}: ${advice}`]
}

function pairLines(pair: PairReport | undefined, files: readonly string[]): string[] {
  return pair === undefined ? [] : [`  ${place(leafOf(pair.source), files)} ${pair.relation} ${place(leafOf(pair.target), files)}`]
}

function place(leaf: LeafFrame, files: readonly string[]): string {
  if (leaf.file === null || leaf.line === null) return addressPlace(leaf)
  return `${leaf.function} ${filePlace(files, leaf.file, leaf.line)}`
}

function percent(share: number): string {
  return `${significant(share * 100, 3)} %`
}

function fewSamples(traps: number): string {
  return ` (few samples: ${traps})`
}

function howSure({ exact, ci95 }: Totals, observations: number): string {
  if (exact === true) return ' exactly'
  return interval(ci95) || (observations < FEWEST_TRAPS ? fewSamples(observations) : '')
}

function interval(ci95: [number, number] | null): string {
  return ci95 === null ? '' : ` (95 % interval ${intervalText(ci95)})`
}
