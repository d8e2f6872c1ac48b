/** When waste was found: for samplers from the trap log, for counting engines from their periodic reports. */
import { MOST_INTERVALS, NO_TIMELINE, type TimelineAxis, type TimelineTable } from '../../../shared/profile/timeline.ts'
import type { PairTable } from '../../../shared/profile/tables.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { RawTimePoints } from '../../raw/raw_exact.ts'
import { trapAmounts } from '../weights/intervals.ts'
import type { TrapLog } from './merge_pairs.ts'

interface Timeline {
  timelineAxis: TimelineAxis
  timeline: TimelineTable
}
interface TimelineRow {
  tool: number
  interval: number
  pair: number
  amount: number
  accessed: number
  traps: number
}

/**
 * @param pairs with the amounts that the profile shows
 * @param duration of the recording, ns
 */
export function mergeTimeline(processes: RawProcess[], pairs: PairTable, traps: TrapLog, duration: number): Timeline {
  const points = processes.flatMap(({ writers }) => writers.flatMap(({ exact }) => (exact && exact.timePoints.length > 0 ? [exact.timePoints] : [])))
  if (points.length > 0) return countedTimeline(points)
  return traps.time.length > 0 ? sampledTimeline(pairs, traps, duration) : NO_TIMELINE
}

/** Intervals of equal length; each pair has rows where it trapped. */
export function sampledTimeline(pairs: PairTable, traps: TrapLog, duration: number): Timeline {
  const end = Math.max(
    1,
    traps.time.reduce((latest, time) => Math.max(latest, time), duration),
  )
  const amounts = trapAmounts(pairs, traps)
  const rows = new Map<number, TimelineRow>()
  traps.time.forEach((time, trap) => {
    const interval = Math.min(MOST_INTERVALS - 1, Math.max(0, Math.floor((time / end) * MOST_INTERVALS)))
    const pair = traps.pair[trap]!
    const key = interval * pairs.length + pair
    const row = rows.get(key) ?? { tool: pairs.tool[pair]!, interval, pair, amount: 0, accessed: 0, traps: 0 }
    row.amount += amounts[trap]!
    row.traps++
    rows.set(key, row)
  })
  const ends = Array.from({ length: MOST_INTERVALS }, (_, interval) => ((interval + 1) / MOST_INTERVALS) * end)
  return { timelineAxis: { unit: 'ns', ends }, timeline: timelineTable([...rows.values()].sort((a, b) => a.interval - b.interval || a.pair - b.pair)) }
}

/**
 * Points hold sums since their process began. Intervals end at the points of the process with the most points. What
 * other processes found between two of their points counts where the later one lies.
 */
export function countedTimeline(processes: RawTimePoints[]): Timeline {
  const fullest = processes.reduce((most, points) => (points.length > most.length ? points : most))
  const times = [...new Set(fullest.instructions)].filter((instructions) => instructions > 0).sort((a, b) => a - b)
  const step = Math.ceil(times.length / MOST_INTERVALS)
  const ends = times.filter((_, i) => (i + 1) % step === 0 || i === times.length - 1)
  if (ends.length === 0) return NO_TIMELINE
  const rows = new Map<string, TimelineRow>()
  for (const points of processes) {
    const latest = new Map<number, { waste: number; accessed: number }>()
    for (let point = 0; point < points.length; point++) {
      const tool = points.tool[point]!
      const [waste, accessed] = [points.waste[point]!, points.accessed[point]!]
      const before = latest.get(tool) ?? { waste: 0, accessed: 0 }
      latest.set(tool, { waste, accessed })
      // Only damaged files: sums never decrease.
      if (waste < before.waste || accessed < before.accessed) continue
      const found = ends.findIndex((end) => points.instructions[point]! <= end)
      const interval = found < 0 ? ends.length - 1 : found
      const row = rows.get(`${interval} ${tool}`) ?? { tool, interval, pair: -1, amount: 0, accessed: 0, traps: 0 }
      row.amount += waste - before.waste
      row.accessed += accessed - before.accessed
      rows.set(`${interval} ${tool}`, row)
    }
  }
  return {
    timelineAxis: { unit: 'instructions', ends },
    timeline: timelineTable([...rows.values()].sort((a, b) => a.interval - b.interval || a.tool - b.tool)),
  }
}

export function timelineTable(rows: TimelineRow[]): TimelineTable {
  return {
    length: rows.length,
    tool: Uint8Array.from(rows, ({ tool }) => tool),
    interval: Int32Array.from(rows, ({ interval }) => interval),
    pair: Int32Array.from(rows, ({ pair }) => pair),
    amount: Float64Array.from(rows, ({ amount }) => amount),
    accessed: Float64Array.from(rows, ({ accessed }) => accessed),
    traps: Float64Array.from(rows, ({ traps }) => traps),
  }
}
