/** The results of each rank of a job: its threads and processes together. */
import { threadTimes, type ThreadTime } from '../../shared/metrics/waiting.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import type { RankReport, Report } from '../../shared/report.ts'
import type { Tool } from '../../shared/run.ts'
import { amountText, percentText, tableLines, type TableColumn } from './format.ts'

/** Ascending; empty for a run without ranks. */
export function rankReports(profile: ProfileTables): RankReport[] {
  const times = threadTimes(profile)
  const waiting = new Map<number, ThreadTime>()
  const ranks = new Map<number, RankReport>()
  const processes = new Map<number, Set<number>>()
  for (const [row, { rank, process, cpuTime, samples, tools }] of profile.threads.entries()) {
    if (rank === null) continue
    const time = waiting.get(rank) ?? { all: 0, waiting: 0 }
    waiting.set(rank, { all: time.all + (times?.[row]?.all ?? 0), waiting: time.waiting + (times?.[row]?.waiting ?? 0) })
    const known = ranks.get(rank) ?? { rank, processes: 0, threads: 0, cpuSeconds: 0, samples: 0, tools: {} }
    ranks.set(rank, known)
    processes.set(rank, (processes.get(rank) ?? new Set()).add(process))
    known.processes = processes.get(rank)!.size
    known.threads++
    known.cpuSeconds += Math.max(0, cpuTime) / 1e9
    known.samples += samples
    for (const [tool, { traps, waste, use }] of Object.entries(tools) as Array<[Tool, { traps: number; waste: number; use: number }]>) {
      const sum = (known.tools[tool] ??= { traps: 0, waste: 0, use: 0, fraction: null })
      sum.traps += traps
      sum.waste += waste
      sum.use += use
      sum.fraction = sum.waste + sum.use > 0 ? sum.waste / (sum.waste + sum.use) : null
    }
  }
  for (const report of ranks.values()) {
    const time = waiting.get(report.rank)!
    if (time.all > 0) report.waitingShare = time.waiting / time.all
  }
  return [...ranks.values()].sort((a, b) => a.rank - b.rank)
}

/** One row per rank and tool. */
export function rankLines({ ranks, run }: Pick<Report, 'ranks' | 'run'>): string[] {
  if (ranks.length === 0) return ['No ranks: no recorded process was started by mpirun or srun (docs/clusters.md).']
  const hasWaiting = ranks.some(({ waitingShare = 0 }) => waitingShare > 0)
  const isCounted = run.engine === 'exhaustive'
  const right = (title: string): TableColumn => ({ title, align: 'right' })
  const rowsOf = ({ rank, processes, threads, cpuSeconds, waitingShare, samples, tools }: RankReport): string[][] =>
    run.tools
      .filter((tool) => tool !== 'values')
      .map((tool) => {
        const { traps, waste, use, fraction } = tools[tool] ?? { traps: 0, waste: 0, use: 0, fraction: null }
        return [
          String(rank),
          String(processes),
          String(threads),
          `${cpuSeconds.toFixed(2)} s`,
          ...(hasWaiting ? [percentText(waitingShare ?? null)] : []),
          ...(isCounted ? [] : [String(samples)]),
          tool,
          String(traps),
          amountText(waste, run.unit),
          amountText(use, run.unit),
          percentText(fraction),
        ]
      })
  return tableLines(
    [
      ...['rank', 'processes', 'threads', 'cpu time', ...(hasWaiting ? ['waiting'] : []), ...(isCounted ? [] : ['samples'])].map(right),
      { title: 'tool', align: 'left' },
      ...[isCounted ? 'instances' : 'observations', 'waste', 'use', 'fraction'].map(right),
    ],
    ranks.flatMap(rowsOf),
  )
}
