/** A profile's data for one part of the run: a time, some threads, or both. */
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { waitingNodes } from '../../../../shared/metrics/waiting.ts'
import { traceTimes } from '../../../../shared/profile/trace.ts'
import { withColumns } from '../../../../shared/profile/columns/with_columns.ts'
import { groupedDigits } from '../../../../shared/names/counted.ts'

export interface RunPart {
  /** ns since the recording began. */
  from: number
  to: number
  /** Into the profile's threads; null: all. */
  threads: readonly number[] | null
}

const SECOND = 1e9
const MICROSECOND = 1000

/**
 * CPU time, also of threads, is that of the samples in the part. Pairs have their amounts in the intervals of the time
 * line that begin within the time, of which the chosen threads get their share of the pair in the whole run; they keep
 * their rows. Distances cover the time, for all threads. Data with neither times nor threads is left out, with a note.
 * The trace stays whole.
 * @returns null if the profile has no trace
 */
export function restrictToPart<T extends ProfileTables>(profile: T, { from, to, threads: chosen }: RunPart): T | null {
  const {
    trace,
    traceAxis: { firsts, unit, end },
    timeline,
    timelineAxis,
    pairs,
    reuses,
    censored,
    run,
  } = profile
  if (trace.length === 0) return null
  const isWholeTime = from <= 0 && to >= end
  const isChosen = chosen === null ? null : new Set(chosen)
  const { node, cpuTime: cpuTimes } = trace
  const times = traceTimes(profile)
  const [interrupts, time] = [new Float64Array(profile.nodes.length), new Float64Array(profile.nodes.length)]
  const threads = profile.threads.map((thread, row) => {
    let cpuTime = 0
    let samples = 0
    if (isChosen?.has(row) === false) return { ...thread, cpuTime, samples, tools: {} }
    for (let sample = firsts[row]!; sample < firsts[row + 1]!; sample++) {
      const at = times[sample]! * unit
      if (!isWholeTime && (at < from || at >= to)) continue
      const own = cpuTimes[sample]! * MICROSECOND
      interrupts[node[sample]!]!++
      time[node[sample]!]! += own
      cpuTime += own
      samples++
    }
    return isWholeTime ? { ...thread, cpuTime, samples } : { ...thread, cpuTime, samples, tools: {} }
  })
  const waits = waitingNodes(profile)
  const spent = Int32Array.from([...interrupts.keys()].filter((row) => interrupts[row]! > 0))
  const share = isChosen === null ? null : sharesOfThreads(profile, isChosen)
  const shareOf = (pair: number): number => share?.[pair] ?? 1
  const [amount, traps] = [new Float64Array(pairs.length), new Float64Array(pairs.length)]
  const hasTimes = timelineAxis.unit === 'ns' && timelineAxis.ends.length > 0
  const kept = (row: number): boolean => {
    if (isWholeTime) return true
    const begin = timeline.interval[row] === 0 ? 0 : timelineAxis.ends[timeline.interval[row]! - 1]!
    return hasTimes && begin >= from && begin < to
  }
  if (isWholeTime) {
    for (let pair = 0; pair < pairs.length; pair++) {
      amount[pair] = pairs.amount[pair]! * shareOf(pair)
      traps[pair] = pairs.traps[pair]! * shareOf(pair)
    }
  }
  for (let row = 0; row < timeline.length && !isWholeTime; row++) {
    const pair = timeline.pair[row]!
    if (!kept(row) || pair < 0) continue
    amount[pair]! += timeline.amount[row]! * shareOf(pair)
    traps[pair]! += timeline.traps[row]! * shareOf(pair)
  }
  const scaled = (column: Float64Array): Float64Array => column.map((value, row) => (pairs.traps[row]! > 0 ? (value * traps[row]!) / pairs.traps[row]! : 0))
  const unknown = new Float64Array(pairs.length).fill(Number.NaN)
  const cpuSeconds = threads.reduce((sum, thread) => sum + thread.cpuTime, 0) / SECOND
  return {
    ...profile,
    run: { ...run, duration: (Math.min(to, end) - from) / SECOND, targetCpuSeconds: cpuSeconds },
    notes: [noteOf(profile, { from, to, threads: chosen }, isWholeTime), ...profile.notes],
    intervals: [],
    threads,
    threadShares: isWholeTime
      ? keep(profile.threadShares, (row) => isChosen?.has(profile.threadShares.thread[row]!) !== false)
      : withColumns(profile.threadShares, {
          length: 0,
          pair: new Int32Array(),
          thread: new Int32Array(),
          amount: new Float64Array(),
          traps: new Float64Array(),
        }),
    pairs: withColumns(pairs, {
      amount,
      traps,
      credit: scaled(pairs.credit),
      partial: scaled(pairs.partial),
      bytes: scaled(pairs.bytes),
      latency: scaled(pairs.latency),
      latencyCredit: scaled(pairs.latencyCredit),
      cacheMisses: scaled(pairs.cacheMisses),
      intervalLow: unknown,
      intervalHigh: unknown,
    }),
    cpuTimes: {
      length: spent.length,
      node: spent,
      interrupts: Float64Array.from(spent, (row) => interrupts[row]!),
      time: Float64Array.from(spent, (row) => time[row]!),
      waits: Uint8Array.from(spent, (row) => waits[row]!),
    },
    reuses: scale(isWholeTime ? reuses : keep(reuses, (row) => reuses.time[row]! >= from && reuses.time[row]! < to), 'weight', shareOf),
    censored: isWholeTime ? censored : keep(censored, (row) => censored.time[row]! >= from && censored.time[row]! < to),
    timeline: scale(scale(isWholeTime ? timeline : keep(timeline, kept), 'amount', shareOf), 'traps', shareOf),
  }
}

function noteOf({ threads, timelineAxis }: ProfileTables, { from, to, threads: chosen }: RunPart, isWholeTime: boolean): string {
  const time = isWholeTime ? '' : `the time from ${seconds(from)} to ${seconds(to)} of the run`
  const some = chosen === null ? '' : `${groupedDigits(chosen.length)} of ${groupedDigits(threads.length)} threads`
  const facts = [
    `Only ${[some, time].filter((text) => text !== '').join(' in ')} is shown: CPU time sample by sample${isWholeTime ? '' : `, waste in steps of ${seconds(timelineAxis.ends[0] ?? 0)}`}.`,
    chosen === null
      ? ''
      : isWholeTime
        ? 'Reuse distances are those of all threads, weighted by pair.'
        : 'Waste is estimated: each pair is divided among threads at all times as in the whole run.',
    isWholeTime ? '' : 'Waste by thread is not known for a part of the time.',
    '95 % intervals are not known for a part of a run. Counters (Statistics) are those of the whole run.',
  ]
  return facts.filter((fact) => fact !== '').join(' ')
}

/** [pair]: the chosen threads' share of it, 0..1. A pair with unknown threads counts in full. */
function sharesOfThreads({ pairs, threadShares }: ProfileTables, chosen: ReadonlySet<number>): Float64Array {
  const [all, own] = [new Float64Array(pairs.length), new Float64Array(pairs.length)]
  for (let row = 0; row < threadShares.length; row++) {
    const pair = threadShares.pair[row]!
    all[pair]! += threadShares.amount[row]!
    if (chosen.has(threadShares.thread[row]!)) own[pair]! += threadShares.amount[row]!
  }
  return own.map((amount, pair) => (all[pair]! > 0 ? amount / all[pair]! : 1))
}

/** A table of pairs with one column scaled by pair; rows without a pair stay. */
function scale<T extends { length: number; pair: Int32Array }, C extends keyof T>(table: T, column: C, shareOf: (pair: number) => number): T {
  const values = table[column] as Float64Array
  return { ...table, [column]: values.map((value, row) => (table.pair[row]! < 0 ? value : value * shareOf(table.pair[row]!))) }
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
