/**
 * Threads of a pool that take turns: most of the time that they wait, one of them works alone, each time another one. Their sums
 * are even, so only the times of the samples show it.
 */
import { comparedShare, NO_TIME, sumOfTimes, type SampledTime } from '../../metrics/statistics/sampled_time.ts'
import { waitingNodes } from '../../metrics/waiting.ts'
import { counterValue } from '../../profile/counters.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { isFunctionRow } from '../../profile/tables.ts'
import { processKey } from '../../profile/thread_numbers.ts'
import { traceTimes } from '../../profile/trace.ts'
import { OWN, ownersOfFunctions } from '../own_code.ts'
import { busyTimes, loneTimes, type BusyTimes, type LoneTimes } from './busy_times.ts'
import type { Saving } from './even_shares.ts'
import { CALLS_TASK, isUnnamed } from './last_task.ts'
import type { TakenTurns } from './wait.ts'

const MICROSECOND = 1000
const NANOSECONDS_PER_SECOND = 1e9
/** Of the time in which threads of the pool wait while others work; of the time alone, in one function. */
const MOST_OF_IT = 0.5
/** Of the time in which one thread works alone. If it is nearly always the same one, its work is uneven instead. */
const OF_ONE_THREAD = 0.7
const LEAST_IN_FUNCTION = 0.8
/** Functions whose time passes alone to parts as similar as this are alike: the outermost one is named. */
const ALIKE = 0.05

type Traced = Pick<ProfileTables, 'run' | 'counters' | 'nodes' | 'functions' | 'files' | 'modules' | 'threads' | 'cpuTimes' | 'trace' | 'traceAxis'>

interface Pool {
  /** Rows of the profile's threads, at least two. */
  threads: readonly number[]
  /** Row of the tree above all of their code. */
  start: number
  /** Into `functions`: by which the pool is named. */
  named: number
}

interface FoundTurns {
  turns: TakenTurns
  saving: Saving
  /** ns: at most this long one of them works alone. */
  most: number
}

/** @returns null: several of them work at a time, or no more seldom than by chance, or one of them works more than the others */
export function takenTurns(profile: Traced, pool: Pool): FoundTurns | null {
  const process = processKey(profile.threads[pool.threads[0]!]!)
  const busy = new Map<number, BusyTimes>()
  const waits = waitingNodes(profile)
  const times = traceTimes(profile)
  // While a thread of another kind works, the run may wait for that one.
  profile.threads.forEach((each, thread) => {
    if (processKey(each) === process) busy.set(thread, busyTimes(profile, { waits, times, thread }))
  })
  const lone = loneTimes(busy, pool.threads)
  if (lone === null || Math.max(...lone.byThread.values()) > OF_ONE_THREAD * lone.time) return null
  const others = pool.threads.length - 1
  if (others * lone.time < MOST_OF_IT * lone.waiting) return null
  // A thread that waits for a processor has no samples, and another one then seems to work alone.
  const forProcessor = Math.min(counterValue(profile.counters, 'processor_wait'), lone.brief)
  const [low, high] = comparedShare({ time: lone.time, squares: lone.squares }, { time: lone.span, squares: lone.squares }, 1)
  if (low * lone.span - forProcessor <= lone.byChance * lone.span) return null
  const found = functionOf(profile, pool, { waits, times, lone })
  if (found === null) return null
  const { name, file, line } = profile.functions[found]!
  // By their ends, since a part of the time may be of threads that waited for a processor.
  const [least, time, most] = [Math.max(0, low * lone.span - forProcessor), Math.max(0, lone.time - forProcessor), high * lone.span]
  const duration = profile.run.duration * NANOSECONDS_PER_SECOND
  const shareOf = (part: number): number => Math.min(1, part / duration)
  const savedBy = (part: number): number => (part * others) / pool.threads.length
  return {
    turns: {
      threads: pool.threads.length,
      share: shareOf(time),
      interval: [shareOf(least), shareOf(most)],
      function: name,
      file: profile.files[file] ?? null,
      line: line > 0 ? line : null,
    },
    saving: { process, saved: savedBy(time), interval: [savedBy(least), savedBy(most)] },
    most,
  }
}

interface InFunction {
  /** While the thread works alone. */
  alone: SampledTime
  all: number
  /** Functions from the start of the thread. */
  depth: number
}

/** Into `functions`: the code that the threads execute alone. Null: no function has most of it. */
function functionOf(profile: Traced, pool: Pool, { waits, times, lone }: { waits: Uint8Array; times: Uint32Array; lone: LoneTimes }): number | null {
  const { nodes, functions, trace, traceAxis } = profile
  const owners = ownersOfFunctions(profile)
  const isOwn = (at: number): boolean => owners[at] === OWN
  const found = new Map<number, InFunction>()
  const tasks = new Map<number, SampledTime>()
  let all = NO_TIME
  for (const thread of pool.threads) {
    const isAlone = lone.checkOf(thread)
    for (let sample = traceAxis.firsts[thread]!; sample < traceAxis.firsts[thread + 1]!; sample++) {
      if (waits[trace.node[sample]!] === 1) continue
      const time = trace.cpuTime[sample]! * MICROSECOND
      const alone = isAlone(times[sample]! * traceAxis.unit) ? { time, squares: time * time } : NO_TIME
      all = sumOfTimes([all, alone])
      // Outermost first. Recursion counts once.
      const inside: number[] = []
      for (let row = trace.node[sample]!; row >= pool.start; row = nodes.parent[row]!)
        if (isFunctionRow(nodes.kind[row]!)) inside.push(nodes.functionIndex[row]!)
      inside.reverse()
      new Set(inside.filter(isOwn)).forEach((at) => {
        const known = found.get(at) ?? { alone: NO_TIME, all: 0, depth: Infinity }
        found.set(at, { alone: sumOfTimes([known.alone, alone]), all: known.all + time, depth: Math.min(known.depth, inside.indexOf(at)) })
      })
      const called = inside.slice(inside.findLastIndex((at) => !isOwn(at) && CALLS_TASK.test(functions[at]!.name))).filter(isOwn)
      const task = called.length === inside.length ? undefined : (called.find((at) => !isUnnamed(functions[at]!.name)) ?? called[0])
      if (task !== undefined) tasks.set(task, sumOfTimes([tasks.get(task) ?? NO_TIME, alone]))
    }
  }
  if (all.time === 0) return null
  const isMost = (alone: SampledTime): boolean => alone.time >= LEAST_IN_FUNCTION * all.time && comparedShare(alone, all, found.size)[0] > MOST_OF_IT
  const task = [...tasks].find(([, alone]) => isMost(alone))
  if (task !== undefined && task[0] !== pool.named) return task[0]
  const most = [...found].filter(([, { alone }]) => isMost(alone))
  const below = most.filter(([at]) => at !== pool.named && !isUnnamed(functions[at]!.name))
  const partOf = ([, { alone, all: own }]: [number, InFunction]): number => alone.time / own
  const clearest = Math.max(0, ...below.map(partOf))
  const clear = below.filter((each) => partOf(each) >= clearest - ALIKE)
  return [...clear, ...most].sort((a, b) => Number(clear.includes(b)) - Number(clear.includes(a)) || a[1].depth - b[1].depth)[0]?.[0] ?? null
}
