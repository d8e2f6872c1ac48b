/** The lines above every text view: the program, the settings, the result. */
import { counterValue } from '../../../shared/profile/counters.ts'
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import { counted } from '../../../shared/names/counted.ts'
import { commandText } from '../../../shared/names/visible.ts'
import { observationsOf, wholeText } from '../../../shared/outcome.ts'
import type { ValuesSummary } from '../../../shared/values.ts'
import type { RunsReport, Spread } from '../../../shared/metrics/statistics/run_noise.ts'
import type { Report, ReuseReport } from '../../../shared/report.ts'
import type { RunDescription, Tool, Totals } from '../../../shared/run.ts'
import { intervalText } from '../../../shared/names/interval_text.ts'
import { amountText, percentText, wrap, wrapParts } from '../format.ts'
import { significant } from '../../../shared/significant.ts'

/** Threads with less of the CPU time are not counted. */
const FEWEST_OF_CPU_TIME = 0.01

export function headLines(report: Report, width: number): string[] {
  const { run } = report
  const lines = [
    ...wrap(commandText(run.command), width, '  '),
    ...wrapParts([`${run.engine} (${weightingText(run)})`, `${significant(run.duration, 3)} s`, ...evidenceParts(report), exitText(report)], width, '  '),
  ]
  if (report.runs !== undefined) lines.push(...wrapParts(runsParts(report.runs), width, '  '))
  for (const [tool, totals] of Object.entries(report.totals) as Array<[Tool, Totals]>) lines.push(...wrapParts(totalParts(tool, totals, report), width, '  '))
  lines.push(...threadLines(report, width), ...waitingLines(report, width))
  if (report.values) lines.push(...wrapParts(valueParts(report.values), width, '  '))
  return lines
}

function weightingText({ driver, engine, reweighted, windows }: RunDescription): string {
  if (engine === 'exhaustive') return windows ? 'accesses of windows' : 'all accesses'
  if (reweighted) return 'access-weighted by a counting run'
  return driver === 'cpu-time' ? 'time-weighted' : 'access-weighted'
}

/** The basis of the numbers. */
function evidenceParts({ run, stats }: Report): string[] {
  if (run.engine !== 'exhaustive') {
    const { share } = stats.blindSpot
    return [
      counted(stats.samples, 'sample'),
      counted(stats.traps, 'observation'),
      ...(share > 0 ? [`${percentText(share)} of the samples without a free debug register`] : []),
    ]
  }
  const count = (name: string): number => counterValue(stats.counters, name)
  return [
    counted(count('loads'), 'load'),
    counted(count('stores'), 'store'),
    ...(run.windows ? [`windows of ${percentText(run.windows.covered)} of the instructions`] : []),
  ]
}

export function noteLines(report: Report, width: number): string[] {
  return report.notes.flatMap((note) => wrap(`- ${note}`, width, '  '))
}

function totalParts(tool: Tool, totals: Totals, report: Report): string[] {
  const { run, reuse, outcomes, measured } = report
  if (outcomes[tool]?.kind === 'not-measured') return [`${tool}: not measured`]
  if (tool === 'reuse-distance')
    return [
      `${tool}: ${counted(totals.traps, 'reuse')}`,
      ...(totals.unpaired === undefined ? [] : [`${percentText(totals.unpaired / totals.traps)} of them in no pair`]),
      ...(reuse ? [reuseShare(reuse)] : []),
    ]
  if (totals.counted) {
    return [
      `${tool}: ${percentText(totals.fraction)} waste${totals.exact ? ' (exact)' : run.windows ? ' of the windows' : ''}`,
      `waste ${amountText(totals.waste, run.unit)}${splitText(totals)}`,
      `use ${amountText(totals.use, run.unit)}`,
      ...waitingPart(totals, run.unit),
      `neither ${amountText(totals.unaccounted, run.unit)}`,
      `${percentText(totals.counted.overAll)} of all bytes`,
    ]
  }
  const interval = totals.ci95 ? ` (95 %: ${intervalText(totals.ci95)})` : observationsOf(report, tool) < FEWEST_TRAPS ? ' (few samples)' : ''
  const part = measured[tool]
  return [
    `${tool}: ${percentText(totals.fraction)} waste${part === undefined ? '' : ` of ${wholeText(part)}`}${interval}`,
    `waste ${amountText(totals.waste, run.unit)}${splitText(totals)}`,
    `use ${amountText(totals.use, run.unit)}`,
    ...waitingPart(totals, run.unit),
    `unresolved ${amountText(totals.unaccounted, run.unit)}`,
    ...(totals.freed === undefined ? [] : [`freed ${amountText(totals.freed, run.unit)}`]),
  ]
}

/** Waiting part of the accesses; absent if none waited. */
function waitingPart({ waiting }: Totals, unit: RunDescription['unit']): string[] {
  return waiting === undefined ? [] : [`waiting ${amountText(waiting, unit)}`]
}

/** How many threads ran at a time, or would have on a processor of their own: the others slept. */
function threadLines({ run, runs, threads, stats }: Report, width: number): string[] {
  const all = threads.reduce((sum, { cpuSeconds }) => sum + Math.max(0, cpuSeconds), 0)
  const busy = threads.filter(({ cpuSeconds }) => cpuSeconds >= FEWEST_OF_CPU_TIME * all).length
  if (busy < 2 || run.engine === 'exhaustive' || runs !== undefined || run.duration <= 0) return []
  const ready = all + counterValue(stats.counters, 'processor_wait') / 1e9
  return wrapParts(
    [`CPU time: ${amountText(all * 1e9, 'ns')} of ${busy} threads`, `on average ${significant(ready / run.duration, 2)} of them had work at a time`],
    width,
    '  ',
  )
}

/** How much of the run threads waited for each other; nothing if none did, or that is unknown. */
function waitingLines({ cpuTime, executed }: Report, width: number): string[] {
  const [waiting, all, text] =
    cpuTime === null ? [executed?.waiting, executed?.instructions, 'executed instructions'] : [cpuTime.waiting, cpuTime.time, 'CPU time']
  if (waiting === undefined || all === undefined || waiting === 0) return []
  return wrapParts(
    [`waiting for other threads: ${percentText(waiting / all)} of the ${text}`, ...(cpuTime === null ? [] : [amountText(waiting, 'ns')])],
    width,
    '  ',
  )
}

/** How much the runs differ: "5 runs: CPU time 0.31 s ± 0.01 s each", "dead-stores 40 % ± 1.2 % of it waste". */
function runsParts({ each, cpuSeconds, tools }: RunsReport): string[] {
  const half = ({ mean, ci95 }: Spread): number => ci95[1] - mean
  const time = (seconds: number): string => amountText(seconds * 1e9, 'ns')
  return [
    `${counted(each.length, 'run')}${cpuSeconds === null ? '' : `: CPU time ${time(cpuSeconds.mean)} ± ${time(half(cpuSeconds))} each, deviation ${percentText(cpuSeconds.mean > 0 ? cpuSeconds.deviation / cpuSeconds.mean : 0)}`}`,
    ...Object.entries(tools).flatMap(([tool, { fraction }]) =>
      fraction === null ? [] : [`${tool} ${percentText(fraction.mean)} waste ± ${percentText(half(fraction))}`],
    ),
  ]
}

/** The whole in one line: how invariant each kind is. */
export function valueParts({ kinds }: Pick<ValuesSummary, 'kinds'>): string[] {
  if (kinds.length === 0) return ['values: none were seen']
  return kinds
    .filter(({ kind }) => kind !== 'instructions')
    .map(({ kind, inv1 }, i) => `${i === 0 ? 'values: the most frequent value of each instruction covers ' : ''}${percentText(inv1)} of ${kind}`)
}

function reuseShare({ exact, censoredShare }: ReuseReport): string {
  return exact ? counted(exact.first, 'first access', 'first accesses') : `${percentText(censoredShare)} of the samples not reused or not awaited`
}

function splitText({ waste, approximate, sharing }: Totals): string {
  const share = (part: number): string => percentText(waste > 0 ? part / waste : null)
  if (sharing) return ` (${share(sharing.false)} false, ${share(sharing.true)} true sharing)`
  return approximate > 0 ? ` (${share(approximate)} of it within the tolerance)` : ''
}

function exitText({ run }: Report): string {
  if (run.exit.signal) return `ended by ${run.exit.signal}`
  return run.exit.code === null ? run.exit.state : `exit ${run.exit.code}`
}
