/** What recording at the default rate costs: pairs of runs with and without it, interleaved. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../shared/report.ts'
import { median } from './statistics.ts'
import { benchDirectory, cost, report } from './tools.ts'
import type { Cost } from './tools.ts'
import type { Workload } from './workloads.ts'

export interface Overhead {
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
export function measureOverhead(measure: string, workload: Workload, pairs: number): Overhead {
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
