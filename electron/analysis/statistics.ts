/** Counters of the whole recording and what each thread did. */
import { isWasteful, RELATIONS, type Counter, type ProfileThread } from '../../shared/profile/profile.ts'
import { STATISTICS, STATISTIC_INDEX } from '../raw/raw_layout.ts'
import type { RawProcess, RawThread } from '../raw/raw_process.ts'
import type { Merged } from './merge_contexts.ts'

/** Sums over all writers; the longest blind run is the longest of any thread. */
export function sumCounters(processes: RawProcess[]): Counter[] {
  return STATISTICS.map(([name, description], index) => {
    const values = processes.flatMap((process) => process.writers.map((writer) => writer.statistics?.[index] ?? 0))
    const value = values.reduce((result, value) => (name === 'blind_longest' ? Math.max(result, value) : result + value), 0)
    return { name, value, description }
  })
}

/** One row per thread that was recorded or sampled, by process and thread. */
export function threadTotals(processes: RawProcess[], merged: Merged): ProfileThread[] {
  return processes.flatMap((process, p) => {
    const threads = new Map<number, ProfileThread>()
    const row = (index: number): ProfileThread => {
      let known = threads.get(index)
      if (!known) {
        const recorded = process.threads.get(index)
        known = {
          process: process.header.processId, thread: recorded?.threadId ?? index, name: recorded?.name ?? '',
          cpuTime: recorded?.end?.cpuTime ?? -1, samples: 0, traps: 0, waste: 0, use: 0,
        }
        threads.set(index, known)
      }
      return known
    }
    for (const index of process.threads.keys()) row(index)
    process.writers.forEach((writer, w) => {
      const threadOf = merged.contextThreads[p]![w]!
      for (let watch = 0; watch < writer.watches.length; watch++) row(threadOf[writer.watches.context[watch]!]!).samples += writer.watches.sampled[watch]!
      for (let pair = 0; pair < writer.pairs.length; pair++) {
        const thread = row(threadOf[writer.pairs.watch[pair]!]!)
        const relation = RELATIONS[writer.pairs.relation[pair]!]!
        thread.traps += writer.pairs.traps[pair]!
        if (isWasteful(relation)) thread.waste += writer.pairs.amount[pair]!
        else if (relation !== 'REUSED_BY') thread.use += writer.pairs.amount[pair]!
      }
      const alive = aliveThread(process, threadOf)
      if (alive) row(alive.index).cpuTime = Math.max(0, (writer.statistics?.[STATISTIC_INDEX.cpu_time] ?? 0) - endedTime(process, threadOf))
    })
    return [...threads.entries()].sort(([a], [b]) => a - b).map(([, thread]) => thread)
  })
}

/** The one thread of a writer that left no end: it was killed, so its CPU time is the writer's less the others'. */
function aliveThread(process: RawProcess, threadOf: Int32Array): RawThread | null {
  const alive = [...new Set(threadOf)].map((index) => process.threads.get(index)).filter((thread) => thread !== undefined && thread.end === null)
  return alive.length === 1 ? alive[0]! : null
}

function endedTime(process: RawProcess, threadOf: Int32Array): number {
  return [...new Set(threadOf)].reduce((sum, index) => sum + (process.threads.get(index)?.end?.cpuTime ?? 0), 0)
}
