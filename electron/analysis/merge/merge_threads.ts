/** Threads of all processes, and the share of each in every pair. */
import { growingFloat64 } from '../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileThread } from '../../../shared/profile/profile.ts'
import type { ThreadShareTable } from '../../../shared/profile/tables.ts'
import type { ThreadToolReport } from '../../../shared/profile/frame.ts'
import { STATISTIC_INDEX } from '../../raw/raw_layout.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import { ACCESS_KINDS, type MergedContextTotals } from './context_totals.ts'
import { dealtSamples } from './dealing.ts'
import type { Merged } from '../merged.ts'
import { eachWriter, type MergedPairs } from './merge_pairs.ts'

export interface MergedThreads {
  threads: ProfileThread[]
  threadShares: ThreadShareTable
  /** [process]: row of each thread index in `threads`. */
  threadRows: Array<Map<number, number>>
}

/** Threads that were recorded or sampled, by process and order of creation. @param ranks of each process */
export function mergeThreads(
  processes: RawProcess[],
  merged: Merged,
  { pairs, pairRows, exactPairRows }: Pick<MergedPairs, 'pairs' | 'pairRows' | 'exactPairRows'>,
  { usedBy }: Pick<MergedContextTotals, 'usedBy'>,
  ranks: Array<number | null>,
): MergedThreads {
  const threads: ProfileThread[] = []
  /** [process]: row of each thread index. */
  const rowsOf = processes.map((process, p) => {
    const indices = new Set([...process.threads.keys(), ...merged.contextThreads[p]!.flatMap((column) => [...new Set(column)])])
    return new Map([...indices].sort((a, b) => a - b).map((index) => [index, threads.push(describeThread(process, index, ranks[p]!)) - 1]))
  })
  const owners = new PairInterner()
  const amount = growingFloat64()
  const traps = growingFloat64()
  const add = (row: number, column: typeof amount, value: number): void => {
    if (row === column.length) column.push(0)
    column.set(row, column.get(row) + value)
  }
  eachWriter(processes, merged, (writer, _, p, w) => {
    const dealt = dealtSamples(processes[p]!.header)
    const threadOf = (position: number, context: number): number => rowsOf[p]!.get(merged.contextThreads[p]![position]![context]!)!
    writer.watches.context.forEach((context, watch) => {
      threads[threadOf(w, context)]!.samples += writer.watches.samples[watch]!
    })
    for (let pair = 0; pair < writer.pairs.length; pair++) {
      const merged = pairRows[p]![w]![pair]!
      if (merged < 0) continue
      const thread = threadOf(writer.pairs.watchWriter[pair]!, writer.pairs.watch[pair]!)
      const pairAmount = writer.pairs.amount[pair]! * dealt[writer.pairs.tool[pair]!]!
      addToTool(threads[thread]!, { tool: writer.pairs.tool[pair]!, relation: pairs.relation[merged]!, traps: writer.pairs.traps[pair]!, amount: pairAmount })
      const row = owners.intern(merged, thread)
      add(row, amount, pairAmount)
      add(row, traps, writer.pairs.traps[pair]!)
    }
    const { exact } = writer
    if (!exact) return
    for (let pair = 0; pair < exact.pairs.length; pair++) {
      const mergedPair = exactPairRows[p]![w]![pair]!
      if (mergedPair < 0) continue
      const thread = threadOf(w, exact.pairs.watch[pair]!)
      addToTool(threads[thread]!, {
        tool: exact.pairs.tool[pair]!,
        relation: pairs.relation[mergedPair]!,
        traps: exact.pairs.instances[pair]!,
        amount: exact.pairs.bytes[pair]!,
      })
      // A single thread has all of every pair: millions of pairs need no rows.
      if (threads.length === 1) continue
      const row = owners.intern(mergedPair, thread)
      add(row, amount, exact.pairs.bytes[pair]!)
      add(row, traps, exact.pairs.instances[pair]!)
    }
  })
  merged.accesses.threads.forEach((byThread, p) => {
    for (const index of byThread.keys()) addUse(threads[rowsOf[p]!.get(index)!]!, processes[p]!.header.tools, (tool) => usedBy(p, index, tool))
  })
  processes.forEach((process, p) => describeTimes(process, merged.contextThreads[p]!, (index) => threads[rowsOf[p]!.get(index)!]!))
  const order = Uint32Array.from({ length: owners.length }, (_, row) => row).sort(
    (a, b) => owners.first(a) - owners.first(b) || owners.second(a) - owners.second(b),
  )
  return {
    threads,
    threadRows: rowsOf,
    threadShares: {
      length: owners.length,
      pair: Int32Array.from(order, (row) => owners.first(row)),
      thread: Int32Array.from(order, (row) => owners.second(row)),
      amount: Float64Array.from(order, (row) => amount.get(row)),
      traps: Float64Array.from(order, (row) => traps.get(row)),
    },
  }
}

function addToTool(thread: ProfileThread, { tool, relation, traps, amount }: { tool: number; relation: number; traps: number; amount: number }): void {
  const totals = totalsOf(thread, tool)
  totals.traps += traps
  if (isWasteful(RELATIONS[relation]!)) totals.waste += amount
  else if (isUse(RELATIONS[relation]!)) totals.use += amount
}

/** Accesses of a thread that did not end otherwise were useful. @param used bytes of a tool */
function addUse(thread: ProfileThread, tools: number[], used: (tool: number) => number): void {
  for (const tool of tools) if (ACCESS_KINDS[TOOLS[tool]!] !== undefined) totalsOf(thread, tool).use += used(tool)
}

function totalsOf({ tools }: ProfileThread, tool: number): ThreadToolReport {
  return (tools[TOOLS[tool]!] ??= { traps: 0, waste: 0, use: 0 })
}

function describeThread(process: RawProcess, index: number, rank: number | null): ProfileThread {
  const recorded = process.threads.get(index)
  return {
    rank,
    process: process.header.processId,
    thread: recorded?.threadId ?? index,
    name: recorded?.name ?? '',
    cpuTime: recorded?.end?.cpuTime ?? -1,
    coverage: null,
    samples: 0,
    tools: {},
  }
}

/** A writer's counters cover all threads it served, one after another. */
function describeTimes(process: RawProcess, contextThreads: Int32Array[], threadOf: (index: number) => ProfileThread): void {
  const statistic = (writer: number, name: 'cpu_time' | 'cpu_time_unwatched' | 'threads_unwatched'): number =>
    process.writers[writer]!.statistics?.[STATISTIC_INDEX[name]] ?? 0
  const isAlwaysWatched = process.writers.every((_, writer) => statistic(writer, 'cpu_time_unwatched') === 0 && statistic(writer, 'threads_unwatched') === 0)
  if (isAlwaysWatched) for (const index of process.threads.keys()) threadOf(index).coverage = 1
  contextThreads.forEach((column, writer) => {
    const served = servedThreads(process.writers[writer]!, column)
    const cpuTime = statistic(writer, 'cpu_time')
    const alive = served.map((index) => process.threads.get(index)).filter((thread) => thread !== undefined && thread.end === null)
    // The thread was killed, so its CPU time is the writer's less that of the others.
    if (alive.length === 1) threadOf(alive[0]!.index).cpuTime = Math.max(0, cpuTime - endedTime(process, served))
    const coverage = cpuTime > 0 ? Math.max(0, 1 - statistic(writer, 'cpu_time_unwatched') / cpuTime) : 1
    for (const index of served) threadOf(index).coverage = Math.min(threadOf(index).coverage ?? 1, coverage)
  })
}

/**
 * The last one, and each with counts: the contexts that created a thread are in its writer, too. @param threadOf of
 * each context
 */
function servedThreads({ watches, interrupts }: RawProcess['writers'][number], threadOf: Int32Array): number[] {
  const served = new Set(threadOf.subarray(-1))
  for (const { context } of [watches, interrupts]) for (const row of context) served.add(threadOf[row]!)
  return [...served]
}

function endedTime(process: RawProcess, served: number[]): number {
  return served.reduce((sum, index) => sum + (process.threads.get(index)?.end?.cpuTime ?? 0), 0)
}
