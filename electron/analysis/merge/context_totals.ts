/**
 * Useful bytes of every context in an exhaustive run, which are not kept by pair: the accessed bytes less those that
 * ended in pairs or in neither waste nor use (metrics.md section 1).
 */
import { growingFloat64 } from '../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { TOOLS, type ProfileObject } from '../../../shared/profile/profile.ts'
import type { ContextTotalTable } from '../../../shared/profile/tables.ts'
import type { Tool } from '../../../shared/run.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import { ALL_ACCESS_KINDS, type AccessKind, type AccessSums, type Merged } from '../merged.ts'
import { markWaitingUse } from '../waiting/mark_waiting.ts'
import { eachWriter } from './merge_pairs.ts'

/** The access kind at which each tool begins pairs. The other tools have no useful share, or none by context. */
export const ACCESS_KINDS: Partial<Record<Tool, AccessKind>> = {
  'dead-stores': 'stores',
  'silent-stores': 'stores',
  'redundant-loads': 'loads',
  registers: 'registers',
}

export interface MergedContextTotals {
  contextTotals: ContextTotalTable
  /** Bytes that ended in pairs but were not counted as accessed: the recording was cut short or damaged. */
  shortfall: number
  /** Bytes of a thread that ended in use, without those of waiting code. */
  usedBy(process: number, thread: number, tool: number): number
}

/**
 * @param instructionNode as in ContextTree
 * @param waits by row of the tree
 * @param objects with the loads that were counted of them
 */
export function mergeContextTotals(
  processes: RawProcess[],
  merged: Merged,
  { instructionNode, waits }: { instructionNode: Int32Array; waits: Uint8Array },
  objects: ProfileObject[],
): MergedContextTotals {
  const isWaiting = (context: number): boolean => context >= 0 && waits[instructionNode[context]!] === 1
  const table = new TotalsBuilder()
  const ended = new Map<string, number>()
  let shortfall = 0
  for (const [number, tool] of TOOLS.entries()) {
    const kind = ACCESS_KINDS[tool]
    const isRecorded = processes.some(({ header }) => header.engine === 'exhaustive' && header.tools.includes(number))
    if (kind === undefined || !isRecorded) continue
    const ends = endsOf(processes, merged, number, { ended, isWaiting })
    if (merged.accesses.total[kind].bytes === 0) continue
    shortfall += table.addContexts(number, merged.accesses[kind], ends, instructionNode)
  }
  table.addObjects(objects)
  const contextTotals = table.finish()
  markWaitingUse(contextTotals, waits)
  const inWaiting = accessedWhileWaiting(merged, isWaiting)
  const usedBy = (process: number, thread: number, tool: number): number => {
    const kind = ACCESS_KINDS[TOOLS[tool]!]
    if (kind === undefined) return 0
    const accessed = (merged.accesses.threads[process]!.get(thread)?.[kind] ?? 0) - (inWaiting.get(threadKey(process, thread, kind)) ?? 0)
    return Math.max(0, accessed - (ended.get(threadKey(process, thread, tool)) ?? 0))
  }
  return { contextTotals, shortfall, usedBy }
}

/** Bytes by threadKey of the kind of access. */
function accessedWhileWaiting({ accesses }: Merged, isWaiting: (context: number) => boolean): Map<string, number> {
  const { byThread } = accesses
  const sums = new Map<string, number>()
  const add = (key: string, bytes: number): void => void sums.set(key, (sums.get(key) ?? 0) + bytes)
  if (byThread) {
    byThread.context.forEach((context, row) => {
      if (isWaiting(context)) add(threadKey(byThread.process[row]!, byThread.thread[row]!, ALL_ACCESS_KINDS[byThread.kind[row]!]!), byThread.amount[row]!)
    })
    return sums
  }
  accesses.threads.forEach((threads, process) => {
    for (const thread of threads.keys()) {
      for (const kind of ALL_ACCESS_KINDS) {
        accesses[kind].bytes.forEach((bytes, context) => {
          if (bytes > 0 && isWaiting(context)) add(threadKey(process, thread, kind), bytes)
        })
      }
    }
  })
  return sums
}

function threadKey(process: number, thread: number, of: number | AccessKind): string {
  return `${process} ${thread} ${of}`
}

/** By merged context, bytes. */
interface Ends {
  /** Bytes in pairs, whatever their relation, and interleaved bytes of pairs. */
  paired: Float64Array
  unfinished: Float64Array
  freed: Float64Array
  interleaved: Float64Array
  first: Float64Array
}

/** @param ended receives the bytes that ended in each thread, without waiting code */
function endsOf(
  processes: RawProcess[],
  merged: Merged,
  tool: number,
  { ended, isWaiting }: { ended: Map<string, number>; isWaiting: (context: number) => boolean },
): Ends {
  const column = (): Float64Array => new Float64Array(merged.contexts.length)
  const ends: Ends = { paired: column(), unfinished: column(), freed: column(), interleaved: column(), first: column() }
  // A write that zeroes the rest of its register is the earlier write of more bytes than it counts, so the later write
  // is the useful one.
  const isLater = TOOLS[tool] === 'registers'
  eachWriter(processes, merged, ({ exact }, rows, process, writer) => {
    if (!exact) return
    const threadOf = merged.contextThreads[process]![writer]!
    const byThread = new Map<number, number>()
    const addThread = (context: number, bytes: number): void => {
      if (isWaiting(rows[context]!)) return
      byThread.set(threadOf[context]!, (byThread.get(threadOf[context]!) ?? 0) + bytes)
    }
    const { pairs, withoutPairs } = exact
    for (let pair = 0; pair < pairs.length; pair++) {
      if (pairs.tool[pair] !== tool) continue
      const context = (isLater ? pairs.trap : pairs.watch)[pair]!
      const bytes = pairs.bytes[pair]! + pairs.interleavedBytes[pair]!
      if (rows[context]! >= 0) ends.paired[rows[context]!]! += bytes
      addThread(context, bytes)
    }
    for (let row = 0; row < withoutPairs.length; row++) {
      const context = withoutPairs.context[row]!
      if (withoutPairs.tool[row] !== tool || rows[context]! < 0) continue
      for (const name of ['unfinished', 'freed', 'interleaved', 'first'] as const) ends[name][rows[context]!]! += withoutPairs[name][row]!
      addThread(context, withoutPairs.unfinished[row]! + withoutPairs.freed[row]! + withoutPairs.interleaved[row]!)
    }
    for (const [thread, bytes] of byThread) ended.set(threadKey(process, thread, tool), (ended.get(threadKey(process, thread, tool)) ?? 0) + bytes)
  })
  return ends
}

const SUMMED = ['instances', 'accessed', 'use', 'unfinished', 'freed', 'interleaved', 'first', 'waiting'] as const
type Row = Record<(typeof SUMMED)[number], number>

function addTo(column: ReturnType<typeof growingFloat64>, row: number, value: number): void {
  if (row === column.length) column.push(value)
  else column.set(row, column.get(row) + value)
}

class TotalsBuilder {
  readonly #rows = new PairInterner()
  readonly #sums = Object.fromEntries(SUMMED.map((name) => [name, growingFloat64()])) as Record<(typeof SUMMED)[number], ReturnType<typeof growingFloat64>>

  /** @returns bytes that ended somehow, but were not counted as accessed */
  addContexts(tool: number, accesses: AccessSums, ends: Ends, instructionNode: Int32Array): number {
    let shortfall = 0
    for (let context = 0; context < instructionNode.length; context++) {
      const accessed = accesses.bytes[context] ?? 0
      const [unfinished, freed, interleaved, first] = [ends.unfinished[context]!, ends.freed[context]!, ends.interleaved[context]!, ends.first[context]!]
      const left = accessed - ends.paired[context]! - unfinished - freed - interleaved
      if (left < 0) shortfall -= left
      if (accessed + unfinished + freed + interleaved + first === 0 || instructionNode[context]! < 0) continue
      this.#add(instructionNode[context]!, tool, {
        instances: accesses.instances[context] ?? 0,
        accessed,
        use: Math.max(0, left),
        unfinished,
        freed,
        interleaved,
        first,
        waiting: 0,
      })
    }
    return shortfall
  }

  /** Loads of objects have no useful share by context: loads that repeat no value are at the root. */
  addObjects(objects: ProfileObject[]): void {
    for (const { loads } of objects) {
      for (const [tool, { bytes, precise, approximate }] of Object.entries(loads)) {
        this.#add(0, TOOLS.indexOf(tool as Tool), {
          instances: 0,
          accessed: bytes,
          use: bytes - precise.bytes - approximate.bytes,
          unfinished: 0,
          freed: 0,
          interleaved: 0,
          first: 0,
          waiting: 0,
        })
      }
    }
  }

  finish(): ContextTotalTable {
    const { first: node, second: tool } = this.#rows.columns()
    const sums = Object.fromEntries(SUMMED.map((name) => [name, this.#sums[name].finish()])) as Record<(typeof SUMMED)[number], Float64Array>
    return { length: node.length, node, tool: Uint8Array.from(tool), ...sums }
  }

  #add(node: number, tool: number, values: Row): void {
    const row = this.#rows.intern(node, tool)
    const { instances, accessed, use, unfinished, freed, interleaved, first, waiting } = this.#sums
    addTo(instances, row, values.instances)
    addTo(accessed, row, values.accessed)
    addTo(use, row, values.use)
    addTo(unfinished, row, values.unfinished)
    addTo(freed, row, values.freed)
    addTo(interleaved, row, values.interleaved)
    addTo(first, row, values.first)
    addTo(waiting, row, values.waiting)
  }
}
