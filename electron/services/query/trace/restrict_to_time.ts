/** What a profile says of one part of the run alone. */
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { traceTimes } from '../../../../shared/profile/trace.ts'
import { withColumns } from '../../../../shared/profile/with_columns.ts'

export interface TimeRange {
  /** ns since the recording began. */
  from: number
  to: number
}

const SECOND = 1e9
const MICROSECOND = 1000

/**
 * CPU time, also of threads, is that of the samples in the range. Pairs have what the intervals of the time line that begin in
 * the range have of them, and keep their rows. Distances are of the range; what has no times is left out, and a note says so.
 * The trace stays whole.
 * @returns null if the profile has no trace
 */
export function restrictToTime<T extends ProfileTables>(profile: T, { from, to }: TimeRange): T | null {
  const { trace, traceAxis: { firsts, unit }, timeline, timelineAxis, pairs, reuses, censored, run } = profile
  if (trace.length === 0) return null
  const { node, cpuTime: cpuTimes } = trace
  const times = traceTimes(profile)
  const [interrupts, time] = [new Float64Array(profile.nodes.length), new Float64Array(profile.nodes.length)]
  const threads = profile.threads.map((thread, row) => {
    let cpuTime = 0
    let samples = 0
    for (let sample = firsts[row]!; sample < firsts[row + 1]!; sample++) {
      const at = times[sample]! * unit
      if (at < from || at >= to) continue
      const own = cpuTimes[sample]! * MICROSECOND
      interrupts[node[sample]!]!++
      time[node[sample]!]! += own
      cpuTime += own
      samples++
    }
    return { ...thread, cpuTime, samples, tools: {} }
  })
  const spent = Int32Array.from([...interrupts.keys()].filter((row) => interrupts[row]! > 0))
  const [amount, traps] = [new Float64Array(pairs.length), new Float64Array(pairs.length)]
  const hasTimes = timelineAxis.unit === 'ns' && timelineAxis.ends.length > 0
  const kept = (row: number): boolean => {
    const begin = timeline.interval[row] === 0 ? 0 : timelineAxis.ends[timeline.interval[row]! - 1]!
    return hasTimes && begin >= from && begin < to
  }
  for (let row = 0; row < timeline.length; row++) {
    if (!kept(row) || timeline.pair[row]! < 0) continue
    amount[timeline.pair[row]!]! += timeline.amount[row]!
    traps[timeline.pair[row]!]! += timeline.traps[row]!
  }
  const scaled = (column: Float64Array): Float64Array => column.map((value, row) => (pairs.traps[row]! > 0 ? (value * traps[row]!) / pairs.traps[row]! : 0))
  const unknown = new Float64Array(pairs.length).fill(Number.NaN)
  const cpuSeconds = threads.reduce((sum, thread) => sum + thread.cpuTime, 0) / SECOND
  return {
    ...profile,
    run: { ...run, duration: (to - from) / SECOND, targetCpuSeconds: cpuSeconds },
    notes: [
      `Only the time from ${seconds(from)} to ${seconds(to)} of the run is shown: CPU time sample by sample, waste in steps of ${seconds(timelineAxis.ends[0] ?? 0)}. Waste by thread and 95 % intervals are not known for a part of a run. Counters (Statistics) are those of the whole run.`,
      ...profile.notes,
    ],
    intervals: [],
    threads,
    threadShares: withColumns(profile.threadShares, { length: 0, pair: new Int32Array(), thread: new Int32Array(), amount: new Float64Array(), traps: new Float64Array() }),
    pairs: withColumns(pairs, { amount, traps, credit: scaled(pairs.credit), partial: scaled(pairs.partial), bytes: scaled(pairs.bytes), latency: scaled(pairs.latency), latencyCredit: scaled(pairs.latencyCredit), cacheMisses: scaled(pairs.cacheMisses), intervalLow: unknown, intervalHigh: unknown }),
    cpuTimes: { length: spent.length, node: spent, interrupts: Float64Array.from(spent, (row) => interrupts[row]!), time: Float64Array.from(spent, (row) => time[row]!) },
    reuses: keep(reuses, (row) => reuses.time[row]! >= from && reuses.time[row]! < to),
    censored: keep(censored, (row) => censored.time[row]! >= from && censored.time[row]! < to),
    timeline: keep(timeline, kept),
  }
}

function seconds(nanoseconds: number): string {
  return `${Number((nanoseconds / SECOND).toPrecision(3))} s`
}

/** A table of columns of equal length with some of its rows. */
function keep<T extends { length: number }>(table: T, isKept: (row: number) => boolean): T {
  const rows = Array.from({ length: table.length }, (_, row) => row).filter(isKept)
  const columns = Object.entries(table).map(([name, column]) => {
    if (typeof column === 'number') return [name, rows.length]
    const values = column as Int32Array
    const picked = new (values.constructor as new (length: number) => Int32Array)(rows.length)
    for (const [i, row] of rows.entries()) picked[i] = values[row]!
    return [name, picked]
  })
  return Object.fromEntries(columns) as T
}
