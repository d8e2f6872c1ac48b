/** Text views of a profile for a terminal, 80 columns and wider: `hagstone report --view …`. */
import { baseName, commonFrames } from '../../shared/profile/frames.ts'
import { isWasteful, RELATIONS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { Frame, LeafFrame, PairReport, Report } from '../../shared/report.ts'
import { flatRows } from './flat.ts'
import { amountText, countText, fit, intervalText, percentText, tableLines, wrap } from './format.ts'
import { headLines, noteLines } from './report_head.ts'
import { treeLines } from './report_tree.ts'
import { buildReport } from './report.ts'

export const REPORT_VIEWS = ['pairs', 'tree', 'flat', 'threads', 'stats'] as const
export type ReportView = (typeof REPORT_VIEWS)[number]

export interface TextOptions {
  view: ReportView
  /** At most so many pairs or functions. */
  top: number
  /** Columns of the terminal. */
  width: number
}

/** Ends with a newline. */
export function reportText(profile: ProfileTables, { view, top, width }: TextOptions): string {
  const report = buildReport(profile, { top: view === 'pairs' ? top : 0 })
  const body = {
    pairs: () => pairsLines(report, profile, width),
    tree: () => treeLines(profile, width),
    flat: () => flatLines(profile, report, top, width),
    threads: () => threadLines(report),
    stats: () => statisticsLines(report),
  }[view]()
  const notes = noteLines(report, width)
  return [...headLines(report, width), '', ...body, ...(notes.length > 0 ? ['', ...notes] : []), ''].join('\n')
}

/** Frames shown per side before the middle is left out. */
const MOST_FRAMES = 12

/** Useful pairs are hidden (metrics.md section 1) and only counted. */
function pairsLines(report: Report, { pairs }: ProfileTables, width: number): string[] {
  if (pairs.length === 0) return ['No pairs: no watchpoint trapped. Run longer or sample faster (--rate); `--view stats` says where samples were lost.']
  const wasteful = report.pairs.filter((pair) => pair.shareOfWaste !== null)
  const wastefulTotal = pairs.relation.reduce((count, relation) => count + (isWasteful(RELATIONS[relation]!) ? 1 : 0), 0)
  if (wastefulTotal === 0) return [`No waste was seen; ${countText(pairs.length, 'useful pair')} are not shown (--json has them).`]
  const lines = wasteful.flatMap((pair, i) => [...(i > 0 ? [''] : []), ...pairLines(pair, i + 1, report, width)])
  const hidden = [
    ...(wastefulTotal > wasteful.length ? [`${countText(wastefulTotal - wasteful.length, 'smaller pair')} (--top ${wastefulTotal} shows all)`] : []),
    ...(pairs.length > wastefulTotal ? [`${countText(pairs.length - wastefulTotal, 'useful pair')} (--json has them)`] : []),
  ]
  return hidden.length > 0 ? [...lines, '', `Not shown: ${hidden.join(', ')}.`] : lines
}

/** One pair as two chains, innermost frame first; what both share is said once. */
export function pairLines(pair: PairReport, rank: number, { run }: Pick<Report, 'run'>, width: number): string[] {
  const amount = pair.shareOfWaste === null ? `use ${amountText(pair.use, run.unit)}` : `waste ${amountText(pair.waste, run.unit)}, ${percentText(pair.shareOfWaste)} of all waste`
  const sure = pair.fewSamples ? ' (few samples)' : pair.ci95 ? ` (95 %: ${intervalText(pair.ci95)})` : ''
  const { source, target } = pair
  const shared = commonFrames(source, target)
  const outside = source.slice(0, Math.max(0, shared - 1))
  return [
    ...wrap(`#${rank}  ${percentText(pair.shareOfTotal)} of the total${sure} · ${amount} · ${countText(pair.traps, 'trap')}`, width, '    '),
    ...sideLines(earlierWord(pair), source.slice(outside.length), width),
    ...sideLines(pair.relation, target.slice(outside.length), width),
    ...(outside.length > 0 ? [fit(`    ${'both from'.padEnd(LABEL)}${outside.toReversed().map((frame) => frame.function).join(' ← ')}`, width)] : []),
  ]
}

const LABEL = 15

function earlierWord({ tool }: PairReport): string {
  return { 'dead-stores': 'store', 'silent-stores': 'store', 'redundant-loads': 'load', 'reuse-distance': 'access', 'false-sharing': 'access' }[tool]
}

function sideLines(label: string, frames: Frame[], width: number): string[] {
  const inward = frames.toReversed()
  const left = inward.length > MOST_FRAMES ? inward.length - MOST_FRAMES : 0
  const shown = left > 0 ? [...inward.slice(0, MOST_FRAMES - 3), null, ...inward.slice(-3)] : inward
  return shown.map((frame, i) => {
    const start = `    ${(i === 0 ? label : '').padEnd(LABEL)}`
    if (frame === null) return `${start}← … ${countText(left, 'frame')} …`
    const leaf = i === 0 ? (frame as LeafFrame).instruction : null
    const text = `${i === 0 ? '' : '← '}${frameText(frame)}`
    return fit(`${start}${leaf === null ? text : `${text}   ${leaf}`}`, width)
  })
}

export function frameText(frame: Frame): string {
  const base = frame.file === null ? undefined : baseName(frame.file)
  const place = base === undefined ? ` (${baseName(frame.module)})` : frame.line === null ? ` ${base}` : ` ${base}:${frame.line}`
  return `${frame.inlined ? '[inlined] ' : ''}${frame.function}${place}`
}

function flatLines(profile: ProfileTables, { run, totals }: Report, top: number, width: number): string[] {
  const rows = flatRows(profile)
  const total = Object.values(totals).reduce((sum, tool) => sum + tool.waste + tool.use, 0)
  const share = (amount: number): string => percentText(total > 0 ? amount / total : null)
  const place = (file: string | null, line: number | null, module: string): string => {
    const path = file ?? module
    return `${baseName(path)}${line !== null && file !== null ? `:${line}` : ''}`
  }
  const right = (title: string): { title: string; align: 'right' } => ({ title, align: 'right' })
  const lines = tableLines(
    [right('own waste'), right(''), right('own use'), right('incl. waste'), right('traps'), { title: 'function', align: 'left' }],
    rows.slice(0, top).map((row) => [
      share(row.wasteExclusive), amountText(row.wasteExclusive, run.unit), share(row.useExclusive), share(row.wasteInclusive), String(row.traps),
      `${row.name}  ${place(row.file, row.line, row.module)}`,
    ]),
  ).map((line) => fit(line, width))
  return rows.length > top ? [...lines, `${countText(rows.length - top, 'more function')} (--top ${rows.length} shows all)`] : lines
}

function threadLines({ threads, run }: Report): string[] {
  const right = (title: string): { title: string; align: 'right' } => ({ title, align: 'right' })
  return tableLines(
    [right('process'), right('thread'), right('cpu time'), right('samples'), right('traps'), right('waste'), right('use'), right('fraction'), { title: 'name', align: 'left' }],
    threads.map((thread) => [
      String(thread.process), String(thread.thread), `${thread.cpuSeconds.toFixed(2)} s`, String(thread.samples), String(thread.traps),
      amountText(thread.waste, run.unit), amountText(thread.use, run.unit), percentText(thread.waste + thread.use > 0 ? thread.waste / (thread.waste + thread.use) : null), thread.name,
    ]),
  )
}

function statisticsLines({ stats, run }: Report): string[] {
  const derived = [
    ['blind spot', `${percentText(stats.blindSpot.share)} of the samples, longest run ${stats.blindSpot.longest}`],
    ['handler time', `${amountText(stats.handlerTime, 'ns')}, ${percentText(stats.handlerShare)} of the CPU time`],
    ['censored', `${countText(stats.censored, 'sample')} whose watchpoint never trapped`],
    ['period', run.driver === 'cpu-time' ? `${amountText(run.period, 'ns')} of CPU time` : `${run.period} accesses`],
    ['engine', `${run.engine}${run.transport ? `, ${run.transport}` : ''}, ${run.watchRegisters} watch registers, reservoir ${run.reservoir}, attribution ${run.attribution}, seed ${run.seed}`],
  ]
  const plain = derived.map(([name, value]) => `${name!.padEnd(14)}${value}`)
  const counted = stats.counters.filter((counter) => counter.value !== 0)
  const table = tableLines(
    [{ title: 'count', align: 'right' }, { title: 'counter', align: 'left' }, { title: 'meaning', align: 'left' }],
    counted.map((counter) => [counter.value.toLocaleString('en-US'), counter.name, counter.description]),
  )
  return [...plain, '', ...table]
}
