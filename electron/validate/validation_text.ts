/** A validation for a terminal. */
import { describeCause, LOW_SIMILARITY } from '../../shared/metrics/reuse/low_similarity.ts'
import type { LowSimilarityCause } from '../../shared/metrics/reuse/low_similarity.ts'
import { fewestLeaders } from '../../shared/metrics/statistics/rank_agreement.ts'
import { counted, groupedDigits } from '../../shared/names/counted.ts'
import { leadersText } from '../../shared/names/leaders_text.ts'
import { commandText } from '../../shared/names/visible.ts'
import { biasRemark } from '../../shared/validation_remarks.ts'
import type { Estimate, SeededEstimate, Similarity, ToolValidation, Validation, VirtualSettings } from '../../shared/validation.ts'
import { intervalText } from '../../shared/names/interval_text.ts'
import { amountText, fit, percentText, tableLines, wrap } from '../report/format.ts'
import type { TableColumn } from '../report/format.ts'

export function validationLines(validation: Validation, width: number): string[] {
  const { exit, notes } = validation
  return [
    `${commandText(validation.command)}: ${exit.signal === null ? `status ${exit.code ?? 'unknown'}` : `signal ${exit.signal}`} after ${validation.duration.toFixed(1)} s under the exhaustive engine`,
    ...validation.tools.flatMap((tool) => ['', ...(tool.truth.reuse === null ? fractionLines(tool, width) : reuseLines(tool, validation, width))]),
    ...(notes.length > 0 ? [''] : []),
    ...notes.flatMap((note) => wrap(`- ${note}`, width, '  ')),
  ]
}

function askedLine({ estimates }: ToolValidation): string {
  const { settings, runs } = estimates[0]!
  const { period, registers, reservoir, attribution, kernel, skid } = settings
  const parts = [
    `1 of ${groupedDigits(period)} accesses`,
    counted(registers, 'register'),
    `reservoir ${reservoir}`,
    `attribution ${attribution}`,
    `kernel ${kernel ? 'seen' : 'not seen'}`,
    ...(skid > 0 ? [`skid ${skid}`] : []),
    counted(runs.length, 'run'),
  ]
  return `  ${parts.join(' · ')}`
}

function fractionLines(tool: ToolValidation, width: number): string[] {
  const { truth, estimates } = tool
  const decided = truth.waste + truth.use
  const repeated = estimates.some(({ runs }) => runs.length > 1)
  const bias = biasRemark(tool, percentText)
  const columns: TableColumn[] = [
    { title: '', align: 'left' },
    { title: 'estimate', align: 'right' },
    { title: repeated ? 'least … greatest' : '95 % interval', align: 'right' },
    { title: 'difference', align: 'right' },
    { title: 'ground truth within', align: 'right' },
    { title: 'edits', align: 'right' },
    { title: 'missed pairs', align: 'right' },
    { title: 'leaders', align: 'right' },
    { title: 'weights', align: 'right' },
    { title: 'unresolved', align: 'right' },
    { title: 'observations', align: 'right' },
  ]
  const rows = estimates.map((estimate) => ['  ' + settingText(estimate), ...fractionCells(estimate)])
  return [
    `${tool.tool}: ground truth ${percentText(truth.fraction)} of ${amountText(decided, 'bytes')} wasted; ${percentText(truth.unaccountedShare)} of all bytes unresolved, ${percentText(truth.interleavedShare)} with another thread in between`,
    askedLine(tool),
    ...tableLines(columns, rows),
    ...(bias === null ? [] : indented(bias, width)),
    ...liveLines(tool, width),
    ...truth.pairs.map(({ share, source, target }) => fit(`  ${percentText(share).padStart(7)}  ${source} → ${target}`, width)),
  ]
}

function fractionCells({ runs, summary }: Estimate): string[] {
  const ranks = runs.flatMap((run) => run.ranks ?? [])
  const ranked = ranks[0]?.pairs ?? 0
  const mean = (pick: (run: (typeof ranks)[number]) => number): number => ranks.reduce((sum, run) => sum + pick(run), 0) / ranks.length
  return [
    percentText(summary?.mean ?? null),
    spreadText(runs, summary),
    summary === null ? '—' : pointsText(summary.difference),
    withinText(runs, summary),
    ranked === 0 ? '—' : `${decimalText(mean((run) => run.editDistance))} of ${ranked}`,
    ranked === 0 ? '—' : decimalText(mean((run) => run.setDifference)),
    leadersText(fewestLeaders(ranks)) ?? '—',
    ranked === 0 ? '—' : pointsText(mean((run) => run.weightDifference) * 100).replace('+', ''),
    percentText(summary?.unaccountedShare ?? null),
    groupedDigits(Math.round(runs.reduce((sum, run) => sum + run.traps, 0) / runs.length)),
  ]
}

/** The real sampler. */
function liveLines({ live }: ToolValidation, width: number): string[] {
  if (live === null) return []
  const { reweighted, reuse } = live
  const name = `live, ${live.engine} engine, ${counted(live.traps, 'observation')}`
  if (reuse !== null)
    return indented(
      `${name}: time S ${reuse.time.s.toFixed(3)}, Ŝ ${reuse.time.smoothed.toFixed(3)}; stack S ${reuse.stack.s.toFixed(3)}, Ŝ ${reuse.stack.smoothed.toFixed(3)}.`,
      width,
    )
  const weighted = live.driver === 'cpu-time' ? 'ground truth weighted by its samples' : 'ground truth'
  const driven = `${name}: ${estimateText(live)}; ${weighted} ${percentText(live.driverWeightedTruth)}${differenceText(live.difference)}, of ${percentText(live.found)} of the samples.`
  if (reweighted === null) return indented(driven, width)
  return [
    ...indented(driven, width),
    ...indented(
      `Reweighted by the exact executions: ${estimateText(reweighted)}, compared with the ground truth${differenceText(reweighted.difference)}; ${percentText(reweighted.covered)} of the bytes were accessed by sampled instructions.`,
      width,
    ),
  ]
}

function estimateText({ fraction, ci95 }: { fraction: number | null; ci95: [number, number] | null }): string {
  return `${percentText(fraction)}${ci95 === null ? '' : ` (${intervalText(ci95)})`}`
}

function differenceText(points: number | null): string {
  return points === null ? '' : ` (${pointsText(points)} points)`
}

/** The interval of one run; for several the least and the greatest estimate. */
function spreadText(runs: SeededEstimate[], summary: Estimate['summary']): string {
  if (summary === null) return '—'
  if (runs.length > 1) return intervalText([summary.least, summary.greatest])
  const interval = runs[0]!.ci95
  return interval === null ? 'few samples' : intervalText(interval)
}

function withinText(runs: SeededEstimate[], summary: Estimate['summary']): string {
  if (summary === null || summary.covered === null) return '—'
  return runs.length === 1 ? (summary.covered === 1 ? 'yes' : 'no') : percentText(summary.covered)
}

function reuseLines(tool: ToolValidation, { granularity }: Validation, width: number): string[] {
  const { truth, estimates } = tool
  const model = truth.reuse?.modelSimilarity
  const columns: TableColumn[] = [
    { title: '', align: 'left' },
    { title: 'time S', align: 'right' },
    { title: 'Ŝ', align: 'right' },
    { title: 'stack S', align: 'right' },
    { title: 'Ŝ', align: 'right' },
    { title: 'reuses', align: 'right' },
  ]
  const rows = estimates.map(({ reuse, runs, ...estimate }) => [
    '  ' + settingText(estimate),
    ...similarityCells(reuse?.time),
    ...similarityCells(reuse?.stack),
    groupedDigits(Math.round(runs.reduce((sum, run) => sum + run.traps, 0) / runs.length)),
  ])
  const asked = estimates[0]?.reuse
  return [
    `${tool.tool}: similarity to the exact histograms, ${granularity} granularity${model ? `; stack distances from exact time distances: S ${model.s.toFixed(3)}, Ŝ ${model.smoothed.toFixed(3)}` : ''}`,
    askedLine(tool),
    ...tableLines(columns, rows),
    ...liveLines(tool, width),
    ...(asked ? [...causeLines('time', asked.time, asked.timeCause, width), ...causeLines('stack', asked.stack, asked.stackCause, width)] : []),
  ]
}

function similarityCells(similarity: Similarity | undefined): string[] {
  return similarity === undefined ? ['—', '—'] : [similarity.s.toFixed(3), similarity.smoothed.toFixed(3)]
}

function causeLines(axis: string, { s }: Similarity, cause: LowSimilarityCause | null, width: number): string[] {
  if (cause === null) return []
  return indented(`S of ${axis} distances is ${s.toFixed(3)}, below ${LOW_SIMILARITY}; ${describeCause(cause)}.`, width)
}

function indented(sentence: string, width: number): string[] {
  return wrap(sentence, width - 2, '  ').map((line) => `  ${line}`)
}

function settingText({ settings, variation }: Pick<Estimate, 'settings' | 'variation'>): string {
  return variation === null ? 'as asked' : VARIATIONS[variation](settings)
}

const VARIATIONS: Record<NonNullable<Estimate['variation']>, (settings: VirtualSettings) => string> = {
  period: ({ period }) => `1 of ${groupedDigits(period)}`,
  registers: ({ registers, period }) => `${counted(registers, 'register')}, 1 of ${groupedDigits(period)}`,
  reservoir: ({ reservoir }) => `reservoir ${reservoir}`,
  attribution: ({ attribution }) => `attribution ${attribution}`,
  kernel: ({ kernel }) => `kernel ${kernel ? 'seen' : 'not seen'}`,
}

function pointsText(points: number): string {
  const text = points.toFixed(1)
  return text === '-0.0' ? '0.0' : text.startsWith('-') ? text.replace('-', '−') : `+${text}`.replace('+0.0', '0.0')
}

function decimalText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}
