/** Tables of threads, data objects and counters for a terminal. */
import { counted } from '../../shared/names/counted.ts'
import type { Report, ThreadReport, Tool, Totals } from '../../shared/report.ts'
import { amountText, fit, intervalText, percentText, tableLines, type TableColumn } from './format.ts'

const right = (title: string): TableColumn => ({ title, align: 'right' })
const left = (title: string): TableColumn => ({ title, align: 'left' })

/** One row per thread, or per thread and tool that trapped in it where several were recorded. */
export function threadLines({ threads, run }: Report): string[] {
  const hasRanks = threads.some((thread) => thread.rank !== null)
  const isRotated = threads.some((thread) => thread.coverage !== undefined && thread.coverage < 1)
  const toolsOf = (thread: ThreadReport): Tool[] => {
    const trapped = run.tools.filter((tool) => thread.tools[tool])
    return trapped.length > 0 ? trapped : run.tools.slice(0, 1)
  }
  const rowsOf = (thread: ThreadReport): string[][] => toolsOf(thread).map((tool) => {
    const { traps, waste, use } = thread.tools[tool] ?? { traps: 0, waste: 0, use: 0 }
    return [
      ...(hasRanks ? [thread.rank === null ? '' : String(thread.rank)] : []),
      String(thread.process), String(thread.thread), `${thread.cpuSeconds.toFixed(2)} s`,
      ...(isRotated ? [percentText(thread.coverage ?? null)] : []),
      String(thread.samples), ...(run.tools.length > 1 ? [tool] : []), String(traps),
      amountText(waste, run.unit), amountText(use, run.unit), percentText(waste + use > 0 ? waste / (waste + use) : null), thread.name,
    ]
  })
  return tableLines([
    ...(hasRanks ? [right('rank')] : []), right('process'), right('thread'), right('cpu time'), ...(isRotated ? [right('watched')] : []), right('samples'),
    ...(run.tools.length > 1 ? [left('tool')] : []), right('traps'), right('waste'), right('use'), right('fraction'), left('name'),
  ], threads.flatMap(rowsOf))
}

export function objectLines({ objects, run }: Report, top: number, width: number): string[] {
  if (objects.length === 0) return ['No data objects: only false-sharing tells which data its pairs are about (--tool false-sharing).']
  const lines = tableLines([right('waste'), right('traps'), right('pairs'), left('tool'), left('object')], objects.slice(0, top).map((object) => [
    amountText(object.waste, run.unit), String(object.traps), String(object.pairs), object.tool, object.name,
  ])).map((line) => fit(line, width))
  return objects.length > top ? [...lines, `${counted(objects.length - top, 'more object')} (--top ${objects.length} shows all)`] : lines
}

/** How sure each fraction is, how samples were lost, then every counter. */
export function statisticsLines({ stats, run, totals }: Report): string[] {
  const derived = [
    ['blind spot', `${percentText(stats.blindSpot.share)} of the samples, longest run ${stats.blindSpot.longest}`],
    ['handler time', `${amountText(stats.handlerTime, 'ns')}, ${percentText(stats.handlerShare)} of the CPU time`],
    ['censored', `${counted(stats.censored, 'sample')} whose watchpoint never trapped`],
    ['period', run.driver === 'cpu-time' ? `${amountText(run.period, 'ns')} of CPU time` : `${run.period} accesses`],
    ['engine', `${run.engine}${run.transport ? `, ${run.transport}` : ''}, ${run.watchRegisters} watch registers, reservoir ${run.reservoir}, attribution ${run.attribution}, seed ${run.seed}`],
  ]
  const plain = derived.map(([name, value]) => `${name!.padEnd(14)}${value}`)
  const evidence = tableLines(
    [left('tool'), right('fraction'), right('95 %'), right('traps'), right('samples'), right('undecided')],
    (Object.entries(totals) as Array<[Tool, Totals]>).map(([tool, { fraction, ci95, traps, samples, unaccountedShare }]) => [
      tool, percentText(fraction), ci95 ? intervalText(ci95) : '—', String(traps), String(samples), percentText(unaccountedShare),
    ]),
  )
  const nonzero = stats.counters.filter((counter) => counter.value !== 0)
  const table = tableLines(
    [right('count'), left('counter'), left('meaning')],
    nonzero.map((counter) => [counter.value.toLocaleString('en-US'), counter.name, counter.description]),
  )
  return [...evidence, '', ...plain, '', ...table]
}
