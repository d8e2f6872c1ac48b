/** The task that one thread of a pool still executes when the others have nothing to do any more. */
import { NO_TIME, sharesInterval, sumOfTimes, type SampledTime } from '../../metrics/statistics/sampled_time.ts'
import { waitingNodes } from '../../metrics/waiting.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { isFunctionRow } from '../../profile/tables.ts'
import { traceTimes } from '../../profile/trace.ts'
import { OWN, ownersOfFunctions } from '../own_code.ts'
import type { WaitCause } from './wait.ts'

const MICROSECOND = 1000
/** Of the time in which the thread works alone, in one place. */
const NEARLY_ALL = 0.95
/** Of what the busiest thread works more than the mean of the others: it works that alone, at the end. */
const MOST_OF_IT = 0.7
/** Of its time in a task that is no other thread's. */
const HARDLY_ANY = 0.1
const FEWEST_SAMPLES = 5
/** Library functions by which pools of C++ and Rust call tasks. */
export const CALLS_TASK = /\bstd::(?:__\w+::)?(?:function|_Function_handler|move_only_function|packaged_task|__future_base)\b|\bFnOnce\b/

type Traced = Pick<ProfileTables, 'nodes' | 'functions' | 'files' | 'modules' | 'cpuTimes' | 'trace' | 'traceAxis'>

interface Member {
  thread: number
  /** ns of CPU time. */
  work: number
  /** In the trace's unit. */
  last: number
}

interface Sample {
  row: number
  thread: number
  /** ns of CPU time. */
  time: number
  isLast: boolean
}

/** @param start row of the tree above all code of the threads @returns null: the thread does not work alone at the end, or in no task of its own */
export function lastTask(profile: Traced, start: number, busiest: Member, members: readonly Member[]): WaitCause | null {
  const others = members.filter((each) => each !== busiest)
  const more = busiest.work - others.reduce((sum, { work }) => sum + work, 0) / others.length
  const samples = samplesOf(profile, busiest, members)
  const tail = samples.filter(({ isLast }) => isLast)
  const alone = sumOfTimes(tail.map(({ time }) => ({ time, squares: time * time }))).time
  if (tail.length < FEWEST_SAMPLES || alone < MOST_OF_IT * more) return null
  const path = pathOf(profile, start, tail, NEARLY_ALL * alone)
  const task = taskOf(profile, path, samples, busiest.thread)
  if (task === undefined) return null
  const [most, rest] = [
    samplesBelow(profile, samples, task, (thread) => thread === busiest.thread),
    samplesBelow(profile, samples, task, (thread) => thread !== busiest.thread),
  ]
  const [low, high] = sharesInterval(most, sumOfTimes([most, rest]))
  const ratioOf = (share: number): number => (others.length * share) / (1 - share)
  const { name, file, line } = profile.functions[profile.nodes.functionIndex[task]!]!
  return {
    thread: busiest.thread,
    threads: members.length,
    timesOthers: rest.time === 0 ? null : (most.time * others.length) / rest.time,
    interval: [ratioOf(low), rest.time === 0 || high >= 1 ? null : ratioOf(high)],
    isLoop: false,
    isLastTask: true,
    function: name,
    file: profile.files[file] ?? null,
    line: line > 0 ? line : null,
  }
}

/** A function of the program without a name of its own. */
export function isUnnamed(name: string): boolean {
  return /[{<']lambda|\$_\d|\{closure/.test(name)
}

function samplesOf(profile: Traced, busiest: Member, members: readonly Member[]): Sample[] {
  const { nodes, cpuTimes, trace, traceAxis } = profile
  const waits = waitingNodes({ nodes, cpuTimes })
  const times = traceTimes(profile)
  const end = Math.max(...members.map(({ thread, last }) => (thread === busiest.thread ? 0 : last)))
  return members.flatMap(({ thread }) => {
    const found: Sample[] = []
    for (let sample = traceAxis.firsts[thread]!; sample < traceAxis.firsts[thread + 1]!; sample++) {
      const row = trace.node[sample]!
      if (waits[row] !== 1) found.push({ row, thread, time: trace.cpuTime[sample]! * MICROSECOND, isLast: thread === busiest.thread && times[sample]! > end })
    }
    return found
  })
}

/** Rows of functions below the start, outermost first, that contain at least so much time. */
function pathOf({ nodes }: Traced, start: number, samples: readonly Sample[], least: number): number[] {
  const inside = new Map<number, number>()
  for (const { row, time } of samples) for (let at = row; at > start; at = nodes.parent[at]!) inside.set(at, (inside.get(at) ?? 0) + time)
  // A row stands after the one that contains it.
  return [...inside]
    .filter(([row, time]) => time >= least && isFunctionRow(nodes.kind[row]!))
    .map(([row]) => row)
    .sort((a, b) => a - b)
}

/**
 * A function of the program's own that a library calls for the thread (std::function, FnOnce), or else one that the thread
 * executes besides others, and hardly any other thread does.
 */
function taskOf(profile: Traced, path: readonly number[], samples: readonly Sample[], busiest: number): number | undefined {
  const { nodes, functions } = profile
  const owners = ownersOfFunctions(profile)
  const isOwn = (row: number): boolean => owners[nodes.functionIndex[row]!] === OWN
  const nameOf = (row: number): string => functions[nodes.functionIndex[row]!]!.name
  const called = path.findLastIndex((row, at) => !isOwn(row) && CALLS_TASK.test(nameOf(row)) && path.slice(at).some(isOwn))
  if (called >= 0) {
    const own = path.slice(called).filter(isOwn)
    return own.find((row) => !isUnnamed(nameOf(row))) ?? own[0]
  }
  const all = sumOfTimes(samples.filter(({ thread }) => thread === busiest).map(({ time }) => ({ time, squares: 0 }))).time
  const shares = timesBelow(profile, path.filter(isOwn), samples, busiest)
  return path.filter(isOwn).find((row) => {
    const { own, others } = shares.get(row)!
    return others <= HARDLY_ANY * own && own <= NEARLY_ALL * all
  })
}

/** ns that the busiest thread and all others spend below each of the rows, in one pass: there may be millions of samples. */
function timesBelow({ nodes }: Traced, rows: readonly number[], samples: readonly Sample[], busiest: number): Map<number, { own: number; others: number }> {
  const times = new Map(rows.map((row) => [row, { own: 0, others: 0 }]))
  const outermost = rows[0] ?? Infinity
  for (const { row, thread, time } of samples)
    for (let at = row; at >= outermost; at = nodes.parent[at]!) {
      const found = times.get(at)
      if (found !== undefined) found[thread === busiest ? 'own' : 'others'] += time
    }
  return times
}

function samplesBelow({ nodes }: Traced, samples: readonly Sample[], row: number, isOf: (thread: number) => boolean): SampledTime {
  return samples
    .filter((sample) => {
      if (!isOf(sample.thread)) return false
      let at = sample.row
      while (at > row) at = nodes.parent[at]!
      return at === row
    })
    .reduce((sum, { time }) => ({ time: sum.time + time, squares: sum.squares + time * time }), NO_TIME)
}
