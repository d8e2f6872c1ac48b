/** When the threads of a process work, by the times of their samples, and when one of them works alone. */
import type { ProfileTables } from '../../profile/profile.ts'

const MICROSECOND = 1000
/** Of the CPU time of a sample: for less, a thread that was interrupted worked on. */
const SHORT_GAP = 0.25
/** With more, tasks are short, and nobody waits long for one. */
const MOST_TIMES = 1 << 21

/**
 * A thread that has a processor this long, and this often when it is sampled, does not share it: the kernel changes between
 * threads sooner, and another one that had its part elsewhere would be sampled too.
 */
const LONGER_THAN_TURN_OF_PROCESSOR = 20_000_000
const LEAST_SAMPLES = 4

/** Starts and ends in ns since the recording began, in order. */
interface Intervals {
  starts: number[]
  ends: number[]
}

export interface BusyTimes extends Intervals {
  /** Of the samples of work, in ns since the recording began. */
  samples: number[]
}

interface Samples {
  /** By row of the tree, 1 where the code waits. */
  waits: Uint8Array
  /** Of all samples, in the trace's unit. */
  times: Uint32Array
  thread: number
}

/**
 * A sample says how long its thread worked since the sample before. If that is less than the time between, the thread slept:
 * after half of the work on average, since the clock has no relation to tasks.
 */
export function busyTimes({ trace, traceAxis: { firsts, unit } }: Pick<ProfileTables, 'trace' | 'traceAxis'>, { waits, times, thread }: Samples): BusyTimes {
  const busy: BusyTimes = { starts: [], ends: [], samples: [] }
  const add = (start: number, end: number): void => {
    if (busy.ends.length > 0 && start <= busy.ends.at(-1)!) busy.ends[busy.ends.length - 1] = end
    else {
      busy.starts.push(start)
      busy.ends.push(end)
    }
  }
  // Before its first sample a thread does not exist, or sleeps.
  let [before, isWorkBefore] = [0, false]
  for (let sample = firsts[thread] ?? 0; sample < (firsts[thread + 1] ?? 0); sample++) {
    const time = times[sample]! * unit
    const work = Math.min(trace.cpuTime[sample]! * MICROSECOND, time - before)
    const isWork = waits[trace.node[sample]!] !== 1
    if (isWork) busy.samples.push(time)
    if (isWork && !isWorkBefore) add(time - work, time)
    else if (isWork && time - before - work <= SHORT_GAP * work) add(before, time)
    else if (isWork) {
      add(before, before + work / 2)
      add(time - work / 2, time)
    }
    ;[before, isWorkBefore] = [time, isWork]
  }
  return busy
}

export interface LoneTimes {
  /** ns from the first work of a thread of the pool to the last. */
  span: number
  /** ns of that in which one thread of the process works, which is of the pool. */
  time: number
  /** By row of threads. */
  byThread: ReadonlyMap<number, number>
  /** ns of `time` in which other threads may have waited for a processor: one thread after the other has it for a moment. */
  brief: number
  /** Of the span: of the squares of the times between two changes of who works, in ns². */
  squares: number
  /** Part of the span, 0..1, that one thread would work alone if each worked at random times. */
  byChance: number
  /** ns, of all threads of the pool, in which they do not work while others of the pool do. */
  waiting: number
  /** @returns whether a thread works alone at a time in ns; asked in the order of times */
  checkOf: (thread: number) => (time: number) => boolean
}

const NOBODY = -1
const SEVERAL = -2

/** @param busy of all threads of the process @param pool rows of threads @returns null: not known, or they never work */
export function loneTimes(busy: ReadonlyMap<number, BusyTimes>, pool: readonly number[]): LoneTimes | null {
  const isOfPool = new Set(pool)
  const changes = [...busy].flatMap(([thread, { starts, ends }]) =>
    starts.flatMap((start, at) => [
      { time: start, thread, by: 1 },
      { time: ends[at]!, thread, by: -1 },
    ]),
  )
  const own = pool.map((thread) => busy.get(thread)!).filter(({ starts }) => starts.length > 0)
  if (own.length === 0 || changes.length > MOST_TIMES) return null
  changes.sort((a, b) => a.time - b.time || a.by - b.by)
  const [first, last] = [Math.min(...own.map(({ starts }) => starts[0]!)), Math.max(...own.map(({ ends }) => ends.at(-1)!))]
  const alone = new Map(pool.map((thread): [number, Intervals] => [thread, { starts: [], ends: [] }]))
  const byThread = new Map(pool.map((thread) => [thread, 0]))
  const blocks: Array<{ who: number; time: number }> = []
  const addBlock = (who: number, time: number): void => {
    // A thread that goes on after a moment is the same turn.
    const at = blocks.at(-1)?.who === NOBODY && blocks.at(-2)?.who === who ? blocks.length - 2 : blocks.length - 1
    if (blocks[at]?.who === who) blocks[at].time += time
    else blocks.push({ who, time })
  }
  let [working, ofPool, sumOfThreads, waiting, from, idleSince] = [0, 0, 0, 0, first, NaN]
  for (const { time, thread, by } of changes) {
    const to = Math.min(Math.max(time, first), last)
    if (to > from) {
      const who = working === 0 ? NOBODY : working === 1 && isOfPool.has(sumOfThreads) ? sumOfThreads : SEVERAL
      addBlock(who, to - from)
      if (who === NOBODY) idleSince = from
      if (ofPool > 0) waiting += (pool.length - ofPool) * (to - from)
      if (who >= 0) {
        byThread.set(who, byThread.get(who)! + to - from)
        const { starts, ends } = alone.get(who)!
        const isSameTurn = idleSince === ends.at(-1) && from - idleSince <= SHORT_GAP * (idleSince - starts.at(-1)!)
        if (isSameTurn) ends[ends.length - 1] = to
        else {
          starts.push(from)
          ends.push(to)
        }
      }
      from = to
    }
    working += by
    sumOfThreads += by * thread
    if (isOfPool.has(thread)) ofPool += by
  }
  const span = last - first
  return {
    span,
    time: [...byThread.values()].reduce((sum, each) => sum + each, 0),
    byThread,
    brief: pool.reduce((sum, thread) => sum + briefTime(alone.get(thread)!, busy.get(thread)!.samples), 0),
    squares: blocks.reduce((sum, { time }) => sum + time * time, 0),
    byChance: aloneByChance(busy, pool, [first, last]),
    waiting,
    checkOf: (thread) => {
      const { starts, ends } = alone.get(thread)!
      let at = 0
      return (time) => {
        while (at < ends.length && ends[at]! < time) at++
        return at < starts.length && starts[at]! < time
      }
    },
  }
}

function briefTime({ starts, ends }: Intervals, samples: readonly number[]): number {
  let [brief, at] = [0, 0]
  starts.forEach((start, interval) => {
    const end = ends[interval]!
    while (at < samples.length && samples[at]! < start) at++
    const first = at
    while (at < samples.length && samples[at]! <= end) at++
    if (end - start < LONGER_THAN_TURN_OF_PROCESSOR || at - first < LEAST_SAMPLES) brief += end - start
  })
  return brief
}

function aloneByChance(busy: ReadonlyMap<number, Intervals>, pool: readonly number[], [first, last]: [number, number]): number {
  const inside = (time: number): number => Math.min(Math.max(time, first), last)
  const shares = new Map(
    [...busy].map(([thread, { starts, ends }]) => [thread, starts.reduce((sum, start, at) => sum + inside(ends[at]!) - inside(start), 0) / (last - first)]),
  )
  return pool.reduce((sum, thread) => sum + [...shares].reduce((product, [each, share]) => product * (each === thread ? share : 1 - share), 1), 0)
}
