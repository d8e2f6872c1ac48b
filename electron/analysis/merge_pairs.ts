/** Pairs, sampled instructions and traps of all writers as tables over the one tree. */
import { growingFloat64, growingInt32 } from '../../shared/profile/growing_column.ts'
import { PairInterner } from '../../shared/profile/pair_interner.ts'
import type { PairTable, WatchTable } from '../../shared/profile/tables.ts'
import { PAIR_FLAG_APPROXIMATE, PAIR_FLAG_CALLING_UNSURE } from '../raw/raw_layout.ts'
import type { RawProcess } from '../raw/raw_process.ts'
import type { Merged } from './merge_contexts.ts'

/** The trap log: one entry per logged trap, in no order. */
export interface TrapLog {
  /** CLOCK_MONOTONIC, ns. */
  time: Float64Array
  /** Row of the pair table. */
  pair: Int32Array
  /** Samples that the trap stands for. */
  credit: Float64Array
}

const TOOL_SHIFT = 16
const RELATION_SHIFT = 8
const KNOWN_FLAGS = PAIR_FLAG_APPROXIMATE | PAIR_FLAG_CALLING_UNSURE

/** Merged contexts that were accesses. */
export function accessContexts(processes: RawProcess[], merged: Merged): Set<number> {
  const used = new Set<number>()
  eachWriter(processes, merged, (writer, rows) => {
    for (const column of [writer.pairs.watch, writer.pairs.trap, writer.watches.context]) {
      for (const context of column) if (rows[context]! >= 0) used.add(rows[context]!)
    }
  })
  return used
}

/** @param instructionNode node of each merged context. Pairs at a thread's root (damage) are left out. */
export function mergePairs(processes: RawProcess[], merged: Merged, instructionNode: Int32Array): { pairs: PairTable; traps: TrapLog } {
  const edges = new PairInterner()
  const identities = new PairInterner()
  const sums = { amount: growingFloat64(), traps: growingFloat64(), credit: growingFloat64(), partial: growingFloat64() }
  const log = { time: growingFloat64(), pair: growingInt32(), credit: growingFloat64() }
  eachWriter(processes, merged, (writer, rows) => {
    const mergedPair = new Int32Array(writer.pairs.length).fill(-1)
    for (let pair = 0; pair < writer.pairs.length; pair++) {
      const watch = rows[writer.pairs.watch[pair]!]!
      const trap = rows[writer.pairs.trap[pair]!]!
      if (watch < 0 || trap < 0) continue
      const edge = edges.intern(instructionNode[watch]!, instructionNode[trap]!)
      const kind = (writer.pairs.tool[pair]! << TOOL_SHIFT) | (writer.pairs.relation[pair]! << RELATION_SHIFT) | (writer.pairs.flags[pair]! & KNOWN_FLAGS)
      const row = identities.intern(edge, kind)
      mergedPair[pair] = row
      for (const name of ['amount', 'traps', 'credit', 'partial'] as const) {
        if (row === sums[name].length) sums[name].push(0)
        sums[name].set(row, sums[name].get(row) + writer.pairs[name][pair]!)
      }
    }
    for (let trap = 0; trap < writer.traps.length; trap++) {
      const row = mergedPair[writer.traps.pair[trap]!]!
      if (row < 0) continue
      log.time.push(writer.traps.time[trap]!)
      log.pair.push(row)
      log.credit.push(writer.traps.credit[trap]!)
    }
  })
  const length = identities.length
  const pairs: PairTable = {
    length,
    source: Int32Array.from({ length }, (_, row) => edges.first(identities.first(row))),
    target: Int32Array.from({ length }, (_, row) => edges.second(identities.first(row))),
    tool: Uint8Array.from({ length }, (_, row) => identities.second(row) >> TOOL_SHIFT),
    relation: Uint8Array.from({ length }, (_, row) => (identities.second(row) >> RELATION_SHIFT) & 0xff),
    flags: Uint8Array.from({ length }, (_, row) => identities.second(row) & 0xff),
    amount: sums.amount.finish(),
    traps: sums.traps.finish(),
    credit: sums.credit.finish(),
    partial: sums.partial.finish(),
    intervalLow: new Float64Array(length).fill(Number.NaN),
    intervalHigh: new Float64Array(length).fill(Number.NaN),
  }
  return { pairs, traps: { time: log.time.finish(), pair: log.pair.finish(), credit: log.credit.finish() } }
}

export function mergeWatches(processes: RawProcess[], merged: Merged, instructionNode: Int32Array): WatchTable {
  const identities = new PairInterner()
  const sums = { samples: growingFloat64(), accounted: growingFloat64(), armed: growingFloat64(), bytes: growingFloat64() }
  eachWriter(processes, merged, (writer, rows) => {
    for (let watch = 0; watch < writer.watches.length; watch++) {
      const context = rows[writer.watches.context[watch]!]!
      if (context < 0) continue
      const row = identities.intern(instructionNode[context]!, writer.watches.tool[watch]!)
      const values = { samples: writer.watches.sampled, accounted: writer.watches.accounted, armed: writer.watches.armed, bytes: writer.watches.bytes }
      for (const name of ['samples', 'accounted', 'armed', 'bytes'] as const) {
        if (row === sums[name].length) sums[name].push(0)
        sums[name].set(row, sums[name].get(row) + values[name][watch]!)
      }
    }
  })
  const length = identities.length
  return {
    length,
    node: Int32Array.from({ length }, (_, row) => identities.first(row)),
    tool: Uint8Array.from({ length }, (_, row) => identities.second(row)),
    samples: sums.samples.finish(),
    accounted: sums.accounted.finish(),
    armed: sums.armed.finish(),
    bytes: sums.bytes.finish(),
  }
}

function eachWriter(processes: RawProcess[], merged: Merged, visit: (writer: RawProcess['writers'][number], rows: Int32Array) => void): void {
  processes.forEach((process, p) => process.writers.forEach((writer, w) => visit(writer, merged.contextRows[p]![w]!)))
}
