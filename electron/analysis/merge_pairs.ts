/** Pairs of all writers as one table over the one tree; a pair is the same by tool, relation, flags, both instructions and object. */
import { growingFloat64, growingInt32 } from '../../shared/profile/growing_column.ts'
import type { ProfileObject } from '../../shared/profile/profile.ts'
import { PairInterner } from '../../shared/profile/pair_interner.ts'
import type { PairTable } from '../../shared/profile/tables.ts'
import { MODULE_UNKNOWN, PAIR_FLAG_APPROXIMATE, PAIR_FLAG_CALLING_UNSURE, PAIR_FLAG_OTHER_PART, PAIR_FLAG_OVERLAP } from '../raw/raw_layout.ts'
import type { RawProcess, RawWriter } from '../raw/raw_process.ts'
import type { SharedObjects } from './data_objects.ts'
import { dealtSamples } from './dealing.ts'
import type { Merged } from './merge_contexts.ts'

/** The trap log: one entry per logged trap, in no order. */
export interface TrapLog {
  /** ns since the start of the recording. */
  time: Float64Array
  /** Row of the pair table. */
  pair: Int32Array
  /** Samples that the trap stands for. */
  credit: Float64Array
}

export interface MergedPairs {
  pairs: PairTable
  objects: ProfileObject[]
  traps: TrapLog
  /** [process][writer]: row of each pair of the writer; −1 for pairs at a thread's root (damage), which are left out. */
  pairRows: Int32Array[][]
}

const TOOL_SHIFT = 16
const RELATION_SHIFT = 8
const KNOWN_FLAGS = PAIR_FLAG_APPROXIMATE | PAIR_FLAG_CALLING_UNSURE | PAIR_FLAG_OTHER_PART | PAIR_FLAG_OVERLAP
const SUMMED = ['amount', 'traps', 'credit', 'bytes', 'partial', 'latency', 'latencyCredit', 'cacheMisses'] as const

/** Merged contexts that were accesses. */
export function accessContexts(processes: RawProcess[], merged: Merged): Set<number> {
  const used = new Set<number>()
  const use = (context: number): void => {
    if (context >= 0) used.add(context)
  }
  eachWriter(processes, merged, (writer, rows, process) => {
    writer.pairs.watch.forEach((context, pair) => use(merged.contextRows[process]![writer.pairs.watchWriter[pair]!]![context]!))
    for (const column of [writer.pairs.trap, writer.watches.context, writer.censored.context]) for (const context of column) use(rows[context]!)
  })
  return used
}

/**
 * @param instructionNode node of each merged context
 * @param starts start of each process's clock, ns
 */
export function mergePairs(processes: RawProcess[], merged: Merged, instructionNode: Int32Array, objects: SharedObjects, starts: number[]): MergedPairs {
  const edges = new PairInterner()
  const kinds = new PairInterner()
  const identities = new PairInterner()
  const sums = Object.fromEntries(SUMMED.map((name) => [name, growingFloat64()])) as Record<(typeof SUMMED)[number], ReturnType<typeof growingFloat64>>
  const object = growingInt32()
  const log = { time: growingFloat64(), pair: growingInt32(), credit: growingFloat64() }
  const pairRows: Int32Array[][] = processes.map(() => [])
  eachWriter(processes, merged, (writer, rows, process) => {
    const { pairs } = writer
    const dealt = dealtSamples(processes[process]!.header)
    const mergedPair = new Int32Array(pairs.length).fill(-1)
    pairRows[process]!.push(mergedPair)
    for (let pair = 0; pair < pairs.length; pair++) {
      const watch = merged.contextRows[process]![pairs.watchWriter[pair]!]![pairs.watch[pair]!]!
      const trap = rows[pairs.trap[pair]!]!
      if (watch < 0 || trap < 0) continue
      const edge = edges.intern(instructionNode[watch]!, instructionNode[trap]!)
      const kind = (pairs.tool[pair]! << TOOL_SHIFT) | (pairs.relation[pair]! << RELATION_SHIFT) | (pairs.flags[pair]! & KNOWN_FLAGS)
      // Memory in no module has another address in every run: it does not tell pairs apart, the first line names it.
      const known = pairs.lineModule[pair] !== 0 && pairs.lineModule[pair] !== MODULE_UNKNOWN ? objects.ofLine(process, pairs.lineModule[pair]!, pairs.lineOffset[pair]!) : -1
      const row = identities.intern(known, kinds.intern(edge, kind))
      mergedPair[pair] = row
      if (row === object.length) object.push(pairs.lineModule[pair] === MODULE_UNKNOWN ? objects.ofMemory(pairs.lineOffset[pair]!) : known)
      for (const name of SUMMED) {
        if (row === sums[name].length) sums[name].push(0)
        sums[name].set(row, sums[name].get(row) + pairs[name][pair]! * (name === 'amount' ? dealt[pairs.tool[pair]!]! : 1))
      }
    }
    for (const { length, time, pair, credit } of [writer.traps, writer.reuses]) {
      for (let trap = 0; trap < length; trap++) {
        const row = mergedPair[pair[trap]!]!
        if (row < 0) continue
        log.time.push(time[trap]! - starts[process]!)
        log.pair.push(row)
        log.credit.push(credit[trap]!)
      }
    }
  })
  const length = identities.length
  const kindOf = (row: number): number => kinds.second(identities.second(row))
  const edgeOf = (row: number): number => kinds.first(identities.second(row))
  const finished = Object.fromEntries(SUMMED.map((name) => [name, sums[name].finish()])) as Record<(typeof SUMMED)[number], Float64Array>
  const pairs: PairTable = {
    length,
    source: Int32Array.from({ length }, (_, row) => edges.first(edgeOf(row))),
    target: Int32Array.from({ length }, (_, row) => edges.second(edgeOf(row))),
    tool: Uint8Array.from({ length }, (_, row) => kindOf(row) >> TOOL_SHIFT),
    relation: Uint8Array.from({ length }, (_, row) => (kindOf(row) >> RELATION_SHIFT) & 0xff),
    flags: Uint8Array.from({ length }, (_, row) => kindOf(row) & 0xff),
    ...finished,
    object: object.finish(),
    intervalLow: new Float64Array(length).fill(Number.NaN),
    intervalHigh: new Float64Array(length).fill(Number.NaN),
  }
  return { pairs, objects: objects.list, pairRows, traps: { time: log.time.finish(), pair: log.pair.finish(), credit: log.credit.finish() } }
}

/** @param visit gets a writer, its contexts' merged rows, and the positions of its process and of itself */
export function eachWriter(processes: RawProcess[], merged: Merged, visit: (writer: RawWriter, rows: Int32Array, process: number, writerPosition: number) => void): void {
  processes.forEach((process, p) => process.writers.forEach((writer, w) => visit(writer, merged.contextRows[p]![w]!, p, w)))
}
