/** The lines above every text view: what ran, how, and what it came to. */
import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import { counted } from '../../shared/names/counted.ts'
import type { Report, ReuseReport, Tool, Totals } from '../../shared/report.ts'
import { amountText, intervalText, percentText, wrap, wrapParts } from './format.ts'

export function headLines(report: Report, width: number): string[] {
  const { run, stats } = report
  const weighting = run.driver === 'cpu-time' ? 'time-weighted' : 'access-weighted'
  const lines = [
    ...wrap(run.command.join(' '), width, '  '),
    ...wrapParts([`${run.engine} (${weighting})`, `${run.duration.toPrecision(3)} s`, counted(stats.samples, 'sample'), counted(stats.traps, 'trap'),
      `blind spot ${percentText(stats.blindSpot.share)}`, exitText(report)], width, '  '),
  ]
  for (const [tool, totals] of Object.entries(report.totals) as Array<[Tool, Totals]>) lines.push(...wrapParts(totalParts(tool, totals, report), width, '  '))
  return lines
}

export function noteLines(report: Report, width: number): string[] {
  return report.notes.flatMap((note) => wrap(`- ${note}`, width, '  '))
}

function totalParts(tool: Tool, totals: Totals, { run, reuse }: Report): string[] {
  if (tool === 'reuse-distance') return [`${tool}: ${counted(totals.traps, 'reuse')}`, ...(reuse ? [reuseShare(reuse)] : [])]
  if (totals.fraction === null) return [`${tool}: nothing decided (${counted(totals.traps, 'trap')})`]
  const interval = totals.ci95 ? ` (95 %: ${intervalText(totals.ci95)})` : totals.traps < FEWEST_TRAPS ? ' (few samples)' : ''
  return [
    `${tool}: ${percentText(totals.fraction)} waste${interval}`, `waste ${amountText(totals.waste, run.unit)}${splitText(totals)}`, `use ${amountText(totals.use, run.unit)}`,
    `undecided ${amountText(totals.unaccounted, run.unit)}`,
  ]
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
