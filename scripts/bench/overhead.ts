/** Cost of recording at the default rate, by tool: rounds of runs without and with each tool, interleaved. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../shared/report.ts'
import { percent, signedMebibytes, table } from './markdown.ts'
import { geometricMean, median } from './statistics.ts'
import { benchDirectory, compile, cost, report } from './tools.ts'
import type { Cost } from './tools.ts'
import { prepareWorkloads } from './workloads.ts'
import type { Workload } from './workloads.ts'

/** ROUNDS in the environment chooses another number. */
const rounds = Number(process.env['ROUNDS'] ?? 5)

/** The first one records the default tools together. */
const selections = [
  { name: 'default', options: [] },
  ...['dead-stores', 'silent-stores', 'redundant-loads', 'reuse-distance', 'false-sharing'].map((tool) => ({ name: tool, options: ['--tool', tool] })),
]

interface Recorded {
  cost: Cost
  report: Report
}
interface Round {
  plain: Cost
  /** In the order of `selections`. */
  recorded: Recorded[]
}

function recordOnce(measure: string, workload: Workload, options: string[]): Recorded {
  const profile = join(benchDirectory, `${workload.name}.hagstone`)
  const spent = cost(measure, workload.command, profile, options)
  const result = { cost: spent, report: JSON.parse(report(profile)) as Report }
  rmSync(profile)
  return result
}

/** Where the plain run is in a round moves on from round to round, so that a drift of the machine meets all alike. */
function measureRound(measure: string, workload: Workload, round: number): Round {
  const plainAt = round % (selections.length + 1)
  const recorded = new Map<number, Recorded>()
  let plain: Cost | null = null
  for (let step = 0; step <= selections.length; step++) {
    if (step === plainAt) plain = cost(measure, workload.command, null)
    else {
      const selection = step < plainAt ? step : step - 1
      recorded.set(selection, recordOnce(measure, workload, selections[selection]!.options))
    }
  }
  return { plain: plain!, recorded: selections.map((_, selection) => recorded.get(selection)!) }
}

function measureWorkload(measure: string, workload: Workload): Round[] {
  // One unmeasured run: caches warm, set-up done.
  cost(measure, workload.command, null)
  return Array.from({ length: rounds }, (_, round) => measureRound(measure, workload, round))
}

export function overheadSection(): string {
  const measure = compile('measure')
  const measured = prepareWorkloads().map((workload) => ({ workload, rounds: measureWorkload(measure, workload) }))
  const ratio = (results: Round[], selection: number) => median(results.map(({ plain, recorded }) => recorded[selection]!.cost.cpu / plain.cpu))
  const ratios = measured.map(({ rounds: results }) => selections.map((_, selection) => ratio(results, selection)))
  const column = (selection: number) => ratios.map((row) => row[selection]!)
  const summary = (name: string, of: (values: number[]) => number) => [name, '', ...selections.map((_, selection) => of(column(selection)).toFixed(3))]
  const byDefault = measured.map(({ workload, rounds: results }) => {
    const middle = (value: (recorded: Recorded, plain: Cost) => number) => median(results.map(({ plain, recorded }) => value(recorded[0]!, plain)))
    return [
      workload.description,
      String(workload.threads),
      middle((recorded, plain) => recorded.cost.wall / plain.wall).toFixed(3),
      `${signedMebibytes(middle((recorded, plain) => recorded.cost.peakKiB - plain.peakKiB))} of ${(median(results.map(({ plain }) => plain.peakKiB)) / 1024).toFixed(0)}`,
      percent(
        middle((recorded) => recorded.report.stats.handlerShare),
        2,
      ),
      String(middle((recorded) => recorded.report.stats.traps)),
    ]
  })
  return `## Overhead at the default rate

CPU time with recording divided by CPU time without: medians of ${rounds} rounds per program, each round one run without
recording and one with every selection of tools. "Default" is dead-stores, silent-stores, and redundant-loads together. CPU time
is user and system time of the program and its children, without the launcher and the later analysis.

${table(
  ['program', 'CPU s without', ...selections.map(({ name }) => name)],
  [
    ...measured.map(({ workload, rounds: results }, index) => [
      workload.description,
      median(results.map(({ plain }) => plain.cpu)).toFixed(2),
      ...ratios[index]!.map((value) => value.toFixed(3)),
    ]),
    summary('geometric mean', geometricMean),
    summary('median', median),
    summary('worst', (values) => Math.max(...values)),
    ['WITCH, RDX (their machines, geometric mean)', '', '', '1.02', '1.02', '1.13', '1.05', ''],
  ],
)}

Goals: median at most 1.03, worst at most 1.08. WITCH took one sample per 5 million stores (dead and silent) and per 10
million loads, with a PMU.

With the default tools. "Memory" is peak resident memory. "Handlers" is the share of CPU time inside the profiler's own
handlers; the rest of the overhead is the kernel's delivery of interrupts and traps.

${table(['program', 'threads', 'wall ratio', 'memory', 'handlers', 'traps'], byDefault)}

Goals: memory at most +16 MB per process and 1 MB per thread, handlers at most 1 %.`
}
