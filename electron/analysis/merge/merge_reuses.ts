/** Raw reuse distances of all writers, and how many samples each of them represents (metrics.md section 4). */
import { growingFloat64, growingInt32, growingUint8 } from '../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { TOOLS } from '../../../shared/profile/profile.ts'
import {
  CENSORED_FREED,
  CENSORED_OTHER_PART,
  PAIR_OTHER_PART,
  type CensoredTable,
  type PairTable,
  type ReuseTable,
  type WatchTable,
} from '../../../shared/profile/tables.ts'
import { CENSORED_FLAG_EVICTED, CENSORED_FLAG_FREED, CENSORED_FLAG_OTHER_PART } from '../../raw/raw_layout.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { DataObjects } from '../symbols/data_objects.ts'
import type { Merged } from '../merged.ts'
import { eachWriter, type MergedPairs } from './merge_pairs.ts'
import { reuseWeights } from '../weights/reuse_weights.ts'

const REUSE_DISTANCE = TOOLS.indexOf('reuse-distance')
const KNOWN_FLAGS = CENSORED_FLAG_EVICTED | CENSORED_FLAG_OTHER_PART | CENSORED_FLAG_FREED

export interface MergedReuses {
  reuses: ReuseTable
  censored: CensoredTable
}

/** Observations that are not weighed yet, with the periods that their samples represent. */
type Seen = Omit<ReuseTable, 'weight'> & { periods: Float64Array }
type Ended = Omit<CensoredTable, 'weight'> & { periods: Float64Array }

/** @param instructionNode node of each merged context @param starts start of each process's clock, ns */
export function mergeReuses(
  processes: RawProcess[],
  merged: Merged,
  instructionNode: Int32Array,
  { pairs, pairRows }: Pick<MergedPairs, 'pairs' | 'pairRows'>,
  watches: WatchTable,
  objects: DataObjects,
  starts: number[],
): MergedReuses {
  const { periods: seenPeriods, ...seen } = mergeSeen(processes, merged, pairRows, objects, starts)
  const { periods: endedPeriods, ...ended } = mergeCensored(processes, merged, instructionNode, objects, starts)
  const weights = weigh({ ...seen, periods: seenPeriods }, { ...ended, periods: endedPeriods }, pairs, watches)
  return { reuses: { ...seen, weight: weights.reuses }, censored: { ...ended, weight: weights.censored } }
}

/** By pair, then time. */
function mergeSeen(processes: RawProcess[], merged: Merged, pairRows: Int32Array[][], objects: DataObjects, starts: number[]): Seen {
  const columns = { pair: growingInt32(), distance: growingFloat64(), time: growingFloat64(), object: growingInt32(), periods: growingFloat64() }
  eachWriter(processes, merged, ({ reuses }, _, process, position) => {
    for (let reuse = 0; reuse < reuses.length; reuse++) {
      const pair = pairRows[process]![position]![reuses.pair[reuse]!]!
      if (pair < 0) continue
      columns.pair.push(pair)
      columns.distance.push(reuses.distance[reuse]!)
      columns.time.push(Math.max(0, reuses.time[reuse]! - starts[process]!))
      columns.object.push(objects.ofAddress(process, reuses.address[reuse]!, reuses.time[reuse]!))
      columns.periods.push(reuses.periods[reuse]!)
    }
  })
  const pair = columns.pair.finish()
  const time = columns.time.finish()
  const distance = columns.distance.finish()
  const object = columns.object.finish()
  const periods = columns.periods.finish()
  const order = Uint32Array.from(pair.keys()).sort((a, b) => pair[a]! - pair[b]! || time[a]! - time[b]! || a - b)
  return {
    length: pair.length,
    pair: Int32Array.from(order, (row) => pair[row]!),
    distance: Float64Array.from(order, (row) => distance[row]!),
    time: Float64Array.from(order, (row) => time[row]!),
    object: Int32Array.from(order, (row) => object[row]!),
    periods: Float64Array.from(order, (row) => periods[row]!),
  }
}

function mergeCensored(processes: RawProcess[], merged: Merged, instructionNode: Int32Array, objects: DataObjects, starts: number[]): Ended {
  const columns = {
    node: growingInt32(),
    distance: growingFloat64(),
    time: growingFloat64(),
    flags: growingUint8(),
    object: growingInt32(),
    periods: growingFloat64(),
  }
  eachWriter(processes, merged, ({ censored }, rows, process) => {
    for (let row = 0; row < censored.length; row++) {
      const context = rows[censored.context[row]!]!
      if (context < 0) continue
      columns.node.push(instructionNode[context]!)
      columns.distance.push(censored.distance[row]!)
      columns.time.push(Math.max(0, censored.time[row]! - starts[process]!))
      columns.flags.push(censored.flags[row]! & KNOWN_FLAGS)
      columns.object.push(objects.ofAddress(process, censored.address[row]!, censored.time[row]!))
      columns.periods.push(censored.periods[row]!)
    }
  })
  return {
    length: columns.node.length,
    node: columns.node.finish(),
    distance: columns.distance.finish(),
    time: columns.time.finish(),
    flags: columns.flags.finish(),
    object: columns.object.finish(),
    periods: columns.periods.finish(),
  }
}

/** A context's observations of either half of the line represent all its samples: which half was watched is random. */
function weigh(reuses: Seen, censored: Ended, pairs: PairTable, watches: WatchTable): { reuses: Float64Array; censored: Float64Array } {
  const groups = new PairInterner()
  const reuseGroup = reuses.pair.map((pair) => groups.intern(pairs.source[pair]!, pairs.flags[pair]! & PAIR_OTHER_PART ? 1 : 0))
  const censoredGroup = censored.node.map((node, row) => groups.intern(node, censored.flags[row]! & CENSORED_OTHER_PART ? 1 : 0))
  const sampled = new Map<number, number>()
  watches.node.forEach((node, row) => {
    if (watches.tool[row] === REUSE_DISTANCE) sampled.set(node, watches.samples[row]!)
  })
  const observed = new Float64Array(groups.length)
  reuseGroup.forEach((group, row) => (observed[group]! += reuses.periods[row]!))
  censoredGroup.forEach((group, row) => (observed[group]! += censored.periods[row]!))
  return reuseWeights({
    reuses: { group: reuseGroup, distance: reuses.distance, periods: reuses.periods },
    censored: { group: censoredGroup, distance: censored.distance, periods: censored.periods, isNever: (row) => (censored.flags[row]! & CENSORED_FREED) !== 0 },
    samples: observed.map((count, group) => sampled.get(groups.first(group)) ?? count),
  })
}
