/** Tables of threads, data objects and counters for a terminal. */
import { machineText } from '../../../shared/machine.ts'
import { rateText } from '../../../shared/names/rate_text.ts'
import { counted, groupedDigits } from '../../../shared/names/counted.ts'
import type { Report, ThreadReport } from '../../../shared/report.ts'
import type { Tool, Totals } from '../../../shared/run.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import { intervalText } from '../../../shared/names/interval_text.ts'
import { amountText, fit, percentText, tableLines, wrap, type TableColumn } from '../format.ts'

const right = (title: string): TableColumn => ({ title, align: 'right' })
const left = (title: string): TableColumn => ({ title, align: 'left' })

/** One row per thread, or per thread and tool that trapped in it if several were recorded. */
export function threadLines({ threads, run }: Report): string[] {
  const hasRanks = threads.some((thread) => thread.rank !== null)
  const isCounted = run.engine === 'exhaustive'
  const hasWaiting = threads.some(({ waitingShare = 0 }) => waitingShare > 0)
  const isRotated = threads.some((thread) => thread.coverage !== undefined && thread.coverage < 1)
  const toolsOf = (thread: ThreadReport): Tool[] => {
    const trapped = run.tools.filter((tool) => thread.tools[tool])
    return trapped.length > 0 ? trapped : run.tools.slice(0, 1)
  }
  const rowsOf = (thread: ThreadReport): string[][] =>
    toolsOf(thread).map((tool) => {
      const { traps, waste, use } = thread.tools[tool] ?? { traps: 0, waste: 0, use: 0 }
      return [
        ...(hasRanks ? [thread.rank === null ? '' : String(thread.rank)] : []),
        String(thread.process),
        String(thread.thread),
        `${thread.cpuSeconds.toFixed(2)} s`,
        ...(hasWaiting ? [percentText(thread.waitingShare ?? null)] : []),
        ...(isRotated ? [percentText(thread.coverage ?? null)] : []),
        ...(isCounted ? [] : [String(thread.samples)]),
        ...(run.tools.length > 1 ? [tool] : []),
        String(traps),
        amountText(waste, run.unit),
        amountText(use, run.unit),
        percentText(waste + use > 0 ? waste / (waste + use) : null),
        thread.name,
      ]
    })
  return tableLines(
    [
      ...(hasRanks ? [right('rank')] : []),
      right('process'),
      right('thread'),
      right('cpu time'),
      ...(hasWaiting ? [right('waiting')] : []),
      ...(isRotated ? [right('watched')] : []),
      ...(isCounted ? [] : [right('samples')]),
      ...(run.tools.length > 1 ? [left('tool')] : []),
      right(isCounted ? 'instances' : 'observations'),
      right('waste'),
      right('use'),
      right('fraction'),
      left('name'),
    ],
    threads.flatMap(rowsOf),
  )
}

export function objectLines(report: Report, top: number, width: number): string[] {
  const { objects, run } = report
  if (objects.length === 0 && report.spatialValues.length > 0) return []
  if (objects.length === 0)
    return wrap(
      'No data objects: only false-sharing and spatial-loads tell which data their pairs are about (--tool spatial-loads --engine exhaustive).',
      width,
      '',
    )
  const hasLoads = objects.some(({ loads }) => loads)
  const hasTools = new Set(objects.map(({ tool }) => tool)).size > 1
  const lines = tableLines(
    [
      right('waste'),
      ...(hasLoads ? [right('of its loads'), right('loads'), right('size')] : []),
      right(run.engine === 'exhaustive' ? 'instances' : 'observations'),
      right('pairs'),
      ...(hasTools ? [left('tool')] : []),
      left('object'),
    ],
    objects
      .slice(0, top)
      .map(({ waste, traps, pairs, tool, name, assignedTo, loads, bytes }) => [
        amountText(waste, run.unit),
        ...(hasLoads ? [percentText(loads?.fraction ?? null), loads ? String(loads.instances) : '', bytes === undefined ? '' : sizeText(bytes)] : []),
        String(traps),
        String(pairs),
        ...(hasTools ? [tool] : []),
        assignedTo === undefined ? name : `${assignedTo} = ${name}`,
      ]),
  ).map((line) => fit(line, width))
  return objects.length > top ? [...lines, `${counted(objects.length - top, 'more object')} (--top ${objects.length} shows all)`] : lines
}

/** The precision of each fraction, how samples were lost or accesses ended, then every counter. */
export function statisticsLines(report: Report): string[] {
  const { stats } = report
  const nonzero = stats.counters.filter((counter) => counter.value !== 0)
  const table = tableLines(
    [right('count'), left('counter'), left('meaning')],
    nonzero.map((counter) => [groupedDigits(counter.value), counter.name, counter.description]),
  )
  const summary = report.run.engine === 'exhaustive' ? countedLines(report) : sampledLines(report)
  return [...summary, ...(summary.length > 0 ? [''] : []), `${'machine'.padEnd(14)}${machineText(report.run)}`, '', ...table]
}

/** Where the bytes of each tool's accesses went; first accesses are among the others. */
function countedLines({ run, totals }: Report): string[] {
  const amount = (bytes: number): string => amountText(bytes, run.unit)
  const rows = (Object.entries(totals) as Array<[Tool, Totals]>).flatMap(([tool, { fraction, waste, use, counted }]) =>
    counted === undefined
      ? []
      : [
          [
            tool,
            percentText(fraction),
            percentText(counted.overAll),
            amount(counted.accessed),
            amount(waste),
            amount(use),
            amount(counted.unfinished),
            amount(counted.freed),
            amount(counted.interleaved),
            amount(counted.first),
          ],
        ],
  )
  const columns = ['fraction', 'over all', 'accessed', 'waste', 'use', 'unfinished', 'freed', 'interleaved', 'first']
  const windows = run.windows
    ? [
        '',
        `${'windows'.padEnd(14)}${run.windows.on} instructions measured, ${run.windows.off} passed over; ${percentText(run.windows.covered)} of all measured`,
      ]
    : []
  // Values have tables of their own, and neither waste nor use.
  return [...(rows.length > 0 ? tableLines([left('tool'), ...columns.map(right)], rows) : []), ...windows]
}

function sampledLines({ stats, run, totals, outcomes }: Report): string[] {
  const derived = [
    ['unwatched', `${percentText(stats.blindSpot.share)} of the samples had no free debug register; the longest run of them: ${stats.blindSpot.longest}`],
    ['handler time', `${amountText(stats.handlerTime, 'ns')}, ${percentText(stats.handlerShare)} of the CPU time`],
    ['unresolved', `${counted(stats.censored, 'sample')} with no later access seen`],
    [
      'period',
      run.driver === 'cpu-time'
        ? `${amountText(run.period, 'ns')} of CPU time`
        : `${Math.round(run.period)} accesses${run.reweighted ? ` in the mean, a sample each ${amountText(run.reweighted.period, 'ns')} of CPU time` : ''}`,
    ],
    ...(run.driver === 'cpu-time' ? [['rate', rateText(run)]] : []),
    [
      'engine',
      `${run.engine}${run.transport ? `, ${run.transport}` : ''}, ${run.watchRegisters} watch registers, reservoir ${run.reservoir}, attribution ${run.attribution}, seed ${run.seed}`,
    ],
  ]
  const plain = derived.map(([name, value]) => `${name!.padEnd(14)}${value}`)
  const evidence = tableLines(
    [left('tool'), right('fraction'), right('95 %'), right('observations'), right('samples'), right('unresolved')],
    (Object.entries(totals) as Array<[Tool, Totals]>).map(([tool, { fraction, ci95, traps, samples, unaccountedShare }]) => [
      tool,
      outcomes[tool]?.kind === 'not-measured' ? 'not measured' : percentText(fraction),
      ci95 ? intervalText(ci95) : '—',
      String(traps),
      String(samples),
      percentText(unaccountedShare),
    ]),
  )
  return [...evidence, '', ...plain]
}
