/** Raw reuse distances of all writers, and how many samples each censored watchpoint stands for (metrics.md section 4). */
import { growingFloat64, growingInt32, growingUint8 } from '../../shared/profile/growing_column.ts'
import { TOOLS } from '../../shared/profile/profile.ts'
import type { CensoredTable, ReuseTable } from '../../shared/profile/tables.ts'
import { CENSORED_FLAG_EVICTED, CENSORED_FLAG_OTHER_PART } from '../raw/raw_layout.ts'
import type { RawProcess, RawWriter } from '../raw/raw_process.ts'
import type { Merged } from './merge_contexts.ts'
import { eachWriter } from './merge_pairs.ts'

const REUSE_DISTANCE = TOOLS.indexOf('reuse-distance')
const KNOWN_FLAGS = CENSORED_FLAG_EVICTED | CENSORED_FLAG_OTHER_PART

/** @param pairRows [process][writer]: row of each pair; −1 for none @param starts start of each process's clock, ns */
export function mergeReuses(processes: RawProcess[], merged: Merged, pairRows: Int32Array[][], starts: number[]): ReuseTable {
  const columns = { pair: growingInt32(), distance: growingFloat64(), weight: growingFloat64(), time: growingFloat64() }
  eachWriter(processes, merged, ({ reuses }, _, process, position) => {
    for (let reuse = 0; reuse < reuses.length; reuse++) {
      const pair = pairRows[process]![position]![reuses.pair[reuse]!]!
      if (pair < 0) continue
      columns.pair.push(pair)
      columns.distance.push(reuses.distance[reuse]!)
      columns.weight.push(reuses.credit[reuse]!)
      columns.time.push(Math.max(0, reuses.time[reuse]! - starts[process]!))
    }
  })
  const pair = columns.pair.finish()
  const time = columns.time.finish()
  const order = Uint32Array.from(pair.keys()).sort((a, b) => pair[a]! - pair[b]! || time[a]! - time[b]! || a - b)
  const pick = (column: Float64Array): Float64Array => Float64Array.from(order, (row) => column[row]!)
  return { length: pair.length, pair: Int32Array.from(order, (row) => pair[row]!), distance: pick(columns.distance.finish()), weight: pick(columns.weight.finish()), time: pick(time) }
}

/** @param instructionNode node of each merged context */
export function mergeCensored(processes: RawProcess[], merged: Merged, instructionNode: Int32Array, starts: number[]): CensoredTable {
  const columns = { node: growingInt32(), distance: growingFloat64(), weight: growingFloat64(), time: growingFloat64(), flags: growingUint8() }
  eachWriter(processes, merged, (writer, rows, process) => {
    const { censored } = writer
    const weights = processes[process]!.header.attribution === 'none' ? new Float64Array(censored.length).fill(1) : backlogShares(writer)
    for (let row = 0; row < censored.length; row++) {
      const context = rows[censored.context[row]!]!
      if (context < 0 || weights[row] === 0) continue
      columns.node.push(instructionNode[context]!)
      columns.distance.push(censored.distance[row]!)
      columns.weight.push(weights[row]!)
      columns.time.push(Math.max(0, censored.time[row]! - starts[process]!))
      columns.flags.push(censored.flags[row]! & KNOWN_FLAGS)
    }
  })
  return {
    length: columns.node.length, node: columns.node.finish(), distance: columns.distance.finish(), weight: columns.weight.finish(), time: columns.time.finish(),
    flags: columns.flags.finish(),
  }
}

/**
 * What attribution left over in a context, μ − η, is spread evenly over the watchpoints that it lost after its last
 * trap: earlier ones are represented by that trap. Without such, over all that it lost.
 */
export function backlogShares({ watches, pairs, reuses, censored }: RawWriter): Float64Array {
  const lastTrap = new Map<number, number>()
  for (let reuse = 0; reuse < reuses.length; reuse++) {
    const context = pairs.watch[reuses.pair[reuse]!]!
    lastTrap.set(context, Math.max(lastTrap.get(context) ?? 0, reuses.time[reuse]!))
  }
  const isLate = (row: number): boolean => censored.time[row]! > (lastTrap.get(censored.context[row]!) ?? -1)
  const all = new Map<number, number>()
  const late = new Map<number, number>()
  censored.context.forEach((context, row) => {
    all.set(context, (all.get(context) ?? 0) + 1)
    if (isLate(row)) late.set(context, (late.get(context) ?? 0) + 1)
  })
  const backlog = new Map<number, number>()
  for (let watch = 0; watch < watches.length; watch++) {
    if (watches.tool[watch] === REUSE_DISTANCE) backlog.set(watches.context[watch]!, Math.max(0, watches.sampled[watch]! - watches.accounted[watch]!))
  }
  return Float64Array.from(censored.context, (context, row) => {
    const sharers = late.get(context)
    if (sharers !== undefined && !isLate(row)) return 0
    return (backlog.get(context) ?? 0) / (sharers ?? all.get(context)!)
  })
}
