/** What recording at the default rate costs: pairs of runs with and without it, interleaved. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../shared/report.ts'
import { percent, signedMebibytes, table } from './markdown.ts'
import { median } from './statistics.ts'
import { benchDirectory, compile, cost, report } from './tools.ts'
import type { Cost } from './tools.ts'
import { prepareWorkloads } from './workloads.ts'
import type { Workload } from './workloads.ts'

/** PAIRS in the environment chooses another number. */
const pairsPerProgram = Number(process.env['PAIRS'] ?? 5)

interface Overhead {
  workload: Workload
  pairs: number
  /** Medians of the runs without recording: seconds of CPU time and peak resident KiB. */
  plainCpu: number
  plainPeakKiB: number
  /** Medians over the pairs: CPU time with / without, wall time with / without, and peak resident KiB with − without. */
  cpuRatio: number
  wallRatio: number
  peakDifferenceKiB: number
  /** Median share of CPU time inside the profiler's handlers, as the recordings report it. */
  handlerShare: number
  /** Median traps of a recording. */
  traps: number
}

interface Pair {
  plain: Cost
  recorded: Cost
  report: Report
}

/** Runs `pairs` pairs; the order within a pair alternates, so that a drift of the machine meets both sides alike. */
function measureOverhead(measure: string, workload: Workload, pairs: number): Overhead {
  const profile = join(benchDirectory, `${workload.name}.hagstone`)
  // Once for nothing: caches warm, set-up done.
  cost(measure, workload.command, null)
  const results: Pair[] = []
  for (let index = 0; index < pairs; index++) {
    let plain: Cost | null = null
    if (index % 2 === 0) plain = cost(measure, workload.command, null)
    const recorded = cost(measure, workload.command, profile)
    plain ??= cost(measure, workload.command, null)
    results.push({ plain, recorded, report: JSON.parse(report(profile)) as Report })
  }
  rmSync(profile)
  const middle = (value: (pair: Pair) => number) => median(results.map(value))
  return {
    workload,
    pairs,
    plainCpu: middle((pair) => pair.plain.cpu),
    plainPeakKiB: middle((pair) => pair.plain.peakKiB),
    cpuRatio: middle((pair) => pair.recorded.cpu / pair.plain.cpu),
    wallRatio: middle((pair) => pair.recorded.wall / pair.plain.wall),
    peakDifferenceKiB: middle((pair) => pair.recorded.peakKiB - pair.plain.peakKiB),
    handlerShare: middle((pair) => pair.report.stats.handlerShare),
    traps: middle((pair) => pair.report.stats.traps),
  }
}

export function overheadSection(): string {
  const measure = compile('measure')
  const rows = prepareWorkloads().map((workload) => measureOverhead(measure, workload, pairsPerProgram))
  return `## Overhead at the default rate

Medians of ${pairsPerProgram} pairs of runs per program, with and without recording, interleaved in alternating order. CPU time is user
and system time of the program and its children; the launcher and the analysis that follows are not in it. Memory is
peak resident memory. Handlers is the share of CPU time inside the profiler's own handlers; the rest of the overhead is
the kernel's delivery of interrupts and traps.

${table(
  ['program', 'threads', 'CPU s without', 'CPU time ratio', 'wall ratio', 'memory', 'handlers', 'traps'],
  rows.map((row) => [
    row.workload.description,
    String(row.workload.threads),
    row.plainCpu.toFixed(2),
    row.cpuRatio.toFixed(3),
    row.wallRatio.toFixed(3),
    `${signedMebibytes(row.peakDifferenceKiB)} of ${(row.plainPeakKiB / 1024).toFixed(0)}`,
    percent(row.handlerShare, 2),
    String(row.traps),
  ]),
)}

Aims: CPU time ratio at most 1.05, memory at most +16 MB, handlers at most 1 %.`
}
