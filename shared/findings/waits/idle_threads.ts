/**
 * Threads that run the same code, of which one works much longer than the others: these sleep meanwhile, without CPU time, so no
 * sample shows their waiting. OpenMP's regions are compared by their own work (thread_times.ts).
 */
import { NO_TIME, ratioInterval, sharesInterval, sumOfTimes, type Interval, type SampledTime } from '../../metrics/statistics/sampled_time.ts'
import { waitingNodes } from '../../metrics/waiting.ts'
import { isStartUpFunction } from '../../names/runtimes/start_up_functions.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { isFunctionRow } from '../../profile/tables.ts'
import { processKey } from '../../profile/thread_numbers.ts'
import { traceTimes } from '../../profile/trace.ts'
import { OWN, ownersOfFunctions } from '../own_code.ts'
import { gainOfSaving, type Saving } from './even_shares.ts'
import { isUnnamed, lastTask } from './last_task.ts'
import type { RankPaths } from './rank_paths.ts'
import { rowsInRegions } from './region_rows.ts'
import { takenTurns } from './taken_turns.ts'
import type { UnevenWork } from './uneven_work.ts'
import type { Imbalance, TakenTurns, Wait } from './wait.ts'
import { waitWords, type WaitSurroundings } from './wait_words.ts'

const NANOSECONDS_PER_SECOND = 1e9
/** Threads that take tasks from a common queue differ by chance. */
const LEAST_IMBALANCE = 1.2
const LEAST_GAIN = 0.05
/** The run does not wait for a thread that runs for less of it. */
const LEAST_BUSY = 0.5
/** Of the team's CPU time: threads that wait for more are listed where they wait. */
const MOST_WAITING = 0.1
/** Of a thread's samples below the function that it starts with. */
const MOST_OF_IT = 0.8

type Traced = Pick<ProfileTables, 'run' | 'counters' | 'nodes' | 'functions' | 'files' | 'modules' | 'threads' | 'cpuTimes' | 'trace' | 'traceAxis'>

interface Surroundings {
  /** By row of functions, 1 for parallel regions. */
  regions: Uint8Array
  uneven: UnevenWork
  /** Null: the run is no job of several ranks. */
  job: RankPaths | null
  /** ns of the run, if each thread has a processor of its own. */
  elapsed: number
  surroundings: Omit<WaitSurroundings, 'schedule' | 'isCritical'>
}

interface Member {
  thread: number
  /** Row of the tree. */
  start: number
  /** ns of CPU time. */
  work: number
  /** 95 % interval of that: the CPU time is exact, and samples show which part waits. */
  workInterval: Interval
  waiting: number
  /** In the trace's unit. */
  first: number
  last: number
}

export function idleThreads(profile: Traced, { regions, uneven, job, elapsed, surroundings }: Surroundings): Wait[] {
  if (profile.threads.length < 3) return []
  const { numbers } = surroundings
  const teams = new Map<string, Member[]>()
  for (const member of membersOf(profile, regions, numbers)) {
    const key = `${processKey(profile.threads[member.thread]!)} ${member.start}`
    const team = teams.get(key)
    if (team === undefined) teams.set(key, [member])
    else team.push(member)
  }
  const unevenTeams = [...teams.values()].flatMap((all) => teamOf(profile, all, { elapsed, numbers }) ?? [])
  const savings = Map.groupBy(unevenTeams, ({ busiest }) => busiest.start)
  return unevenTeams.flatMap((team) => {
    // All ranks run the same code, and the job waits for one of them.
    if (job !== null && !job.isLongest(team.saving.process)) return []
    const { gain, gainInterval } =
      job === null
        ? gainOfSaving(team.saving, team.time)
        : job.gainOfThreads(
            savings.get(team.busiest.start)!.map(({ saving }) => saving),
            team.time,
          )
    if (gain < LEAST_GAIN) return []
    const { busiest, members, imbalance, turns } = team
    const cause = turns !== undefined ? null : (lastTask(profile, busiest.start, busiest, members) ?? uneven.codeOf(busiest.start, busiest.thread, members))
    const described = {
      kind: 'idle' as const,
      function: profile.functions[profile.nodes.functionIndex[namedBelow(profile, busiest)]!]!.name,
      file: (turns ?? cause)?.file ?? null,
      line: (turns ?? cause)?.line ?? null,
      region: null,
      library: null,
      call: null,
      amount: 0,
      shareOfRun: 0,
      interval: null,
      threads: members.map((each) => ({
        thread: each.thread,
        number: numbers[each.thread]!,
        waiting: each.waiting,
        share: each.waiting / (each.work + each.waiting),
        work: each.work,
      })),
      imbalance,
      ...(cause === null ? {} : { cause }),
      ...(turns === undefined ? {} : { turns }),
    }
    const brings = { gain, ...(gainInterval === undefined ? {} : { gainInterval }) }
    return [{ ...described, ...waitWords({ ...described, ...brings }, { ...surroundings, schedule: null, isCritical: false }) }]
  })
}

interface UnevenTeam {
  busiest: Member
  /** Those with the least work first. */
  members: Member[]
  /** Null: they take turns. */
  imbalance: Imbalance | null
  turns?: TakenTurns
  saving: Saving
  /** ns of the run, if each thread has a processor of its own. */
  time: number
}

/** Threads of one process. @returns what costs more: one of them works longer, or they take turns; null: neither */
function teamOf(profile: Traced, all: readonly Member[], times: { elapsed: number; numbers: readonly number[] }): UnevenTeam | null {
  const [uneven, turns] = [unevenTeam(profile, all, times), teamInTurns(profile, all, times.elapsed)]
  return turns !== null && (uneven === null || turns.saving.saved / turns.time > uneven.saving.saved / uneven.time) ? turns : uneven
}

function teamInTurns(profile: Traced, all: readonly Member[], elapsed: number): UnevenTeam | null {
  const busiest = busiestOf(all)
  const members = membersBeside(busiest, all)
  // Where more of them work at a time, looking at each moment would be for nothing.
  const most = (members.length * elapsed - members.reduce((sum, { work }) => sum + work, 0)) / members.length
  if (members.length < 2 || most < LEAST_GAIN * elapsed) return null
  const named = profile.nodes.functionIndex[namedBelow(profile, busiest)]!
  const found = takenTurns(profile, { threads: members.map(({ thread }) => thread), start: busiest.start, named })
  // All threads' waits for a processor may be more than the run is longer by them.
  return found === null ? null : { busiest, members, imbalance: null, time: Math.max(elapsed, found.most), ...found }
}

function busiestOf(all: readonly Member[]): Member {
  return all.reduce((most, each) => (each.work > most.work ? each : most))
}

/** Threads that follow one another cannot share their work. @returns those with the least work first */
function membersBeside(busiest: Member, all: readonly Member[]): Member[] {
  return all.filter((each) => each === busiest || overlaps(each, busiest)).sort((a, b) => a.work - b.work)
}

/** @returns null where the run does not wait for one of these threads, which are of one process */
function unevenTeam(profile: Traced, all: readonly Member[], { elapsed, numbers }: { elapsed: number; numbers: readonly number[] }): UnevenTeam | null {
  const busiest = busiestOf(all)
  const process = processKey(profile.threads[busiest.thread]!)
  const members = membersBeside(busiest, all)
  const sum = members.reduce((total, { work }) => total + work, 0)
  const waiting = members.reduce((total, each) => total + each.waiting, 0)
  const maxToMean = (busiest.work * members.length) / sum
  // A busy machine makes a run longer. At the most, what the first thread does does not overlap with the work of the team.
  const time = Math.max(elapsed, Math.min(profile.run.duration * NANOSECONDS_PER_SECOND, busiest.work + firstThreadsTime(profile, numbers, process)))
  const isWaitedFor = busiest.work >= LEAST_BUSY * time && waiting <= MOST_WAITING * (sum + waiting)
  if (members.length < 2 || maxToMean < LEAST_IMBALANCE || !isWaitedFor) return null
  const interval = imbalanceInterval(busiest, members)
  if (interval[0] <= 1) return null
  // The same work of the busiest thread, shared out at each end of the interval.
  const savedAt = (ratio: number): number => busiest.work * (1 - 1 / ratio)
  return {
    busiest,
    members,
    imbalance: { maxToMean, interval, threads: members.length, busiest: busiest.thread, certain: true },
    saving: { process, saved: savedAt(maxToMean), interval: [savedAt(interval[0]), savedAt(interval[1])] },
    time,
  }
}

/** Of the most work divided by the mean. */
function imbalanceInterval(busiest: Member, team: readonly Member[]): [number, number] {
  const others = team.filter((each) => each !== busiest)
  const sum = others.reduce((total, { work }) => total + work, 0)
  const off = (end: 0 | 1): number => Math.hypot(...others.map(({ work, workInterval }) => workInterval[end] - work))
  const [low, high] = ratioInterval(busiest.work, busiest.workInterval, sum, [sum - off(0), sum + off(1)])
  const toMean = (ratio: number): number => (ratio === Infinity ? team.length : (ratio * team.length) / (ratio + 1))
  return [toMean(low), toMean(high)]
}

/** Most of a thread's samples are below the row of its start. @returns the outermost row there of a function with a name, which contains nearly all of them */
function namedBelow(profile: Traced, { thread, start }: Member): number {
  const { nodes, functions, trace, traceAxis } = profile
  const owners = ownersOfFunctions(profile)
  const inside = new Map<number, number>()
  for (let sample = traceAxis.firsts[thread]!; sample < traceAxis.firsts[thread + 1]!; sample++)
    for (let row = trace.node[sample]!; row >= start; row = nodes.parent[row]!) inside.set(row, (inside.get(row) ?? 0) + 1)
  const least = MOST_OF_IT * inside.get(start)!
  const isNamed = (row: number): boolean =>
    isFunctionRow(nodes.kind[row]!) && owners[nodes.functionIndex[row]!] === OWN && !isUnnamed(functions[nodes.functionIndex[row]!]!.name)
  const named = [...inside].filter(([row, samples]) => samples >= least && isNamed(row)).map(([row]) => row)
  return named.length === 0 ? start : Math.min(...named)
}

function firstThreadsTime({ threads }: Traced, numbers: readonly number[], process: string): number {
  return threads.reduce((sum, each, thread) => sum + (numbers[thread] === 0 && processKey(each) === process ? Math.max(0, each.cpuTime) : 0), 0)
}

function overlaps(each: Member, { first, last }: Member): boolean {
  return 2 * (Math.min(each.last, last) - Math.max(each.first, first)) >= each.last - each.first
}

/** Threads that the program created, and that nearly always are in the same function of its own and in no parallel region. */
function membersOf(profile: Traced, regions: Uint8Array, numbers: readonly number[]): Member[] {
  const { nodes, cpuTimes, threads, trace, traceAxis } = profile
  const starts = startsOf(profile, regions)
  const waits = waitingNodes({ nodes, cpuTimes })
  const times = traceTimes(profile)
  return threads.flatMap(({ cpuTime }, thread) => {
    const [begin, end] = [traceAxis.firsts[thread] ?? 0, traceAxis.firsts[thread + 1] ?? 0]
    if (numbers[thread] === 0 || begin === end || cpuTime <= 0) return []
    const byStart = new Map<number, number>()
    let [all, waited]: [SampledTime, SampledTime] = [NO_TIME, NO_TIME]
    for (let sample = begin; sample < end; sample++) {
      const [row, time] = [trace.node[sample]!, trace.cpuTime[sample]!]
      const own = { time, squares: time * time }
      all = sumOfTimes([all, own])
      if (waits[row] === 1) waited = sumOfTimes([waited, own])
      byStart.set(starts[row]!, (byStart.get(starts[row]!) ?? 0) + time)
    }
    const [start, most] = [...byStart].reduce((best, each) => (each[1] > best[1] ? each : best))
    if (start < 0 || all.time === 0 || most < MOST_OF_IT * all.time) return []
    const waiting = (cpuTime * waited.time) / all.time
    const [low, high] = sharesInterval(waited, all)
    return [
      {
        thread,
        start,
        work: cpuTime - waiting,
        workInterval: [cpuTime * (1 - high), cpuTime * (1 - low)],
        waiting,
        first: times[begin]!,
        last: times[end - 1]!,
      },
    ]
  })
}

/** By row of the tree the outermost function of the program's own, as a row; −1: none, or in a parallel region. */
function startsOf(profile: Traced, regions: Uint8Array): Int32Array {
  const { nodes, functions } = profile
  const owners = ownersOfFunctions(profile)
  const isOwn = functions.map(({ name, module }, at) => owners[at] === OWN && module >= 0 && !isStartUpFunction(name))
  const starts = new Int32Array(nodes.length).fill(-1)
  const inRegion = rowsInRegions(nodes, regions)
  for (let row = 1; row < nodes.length; row++) {
    const [above, at] = [nodes.parent[row]!, nodes.functionIndex[row]!]
    starts[row] = starts[above]! >= 0 ? starts[above]! : isFunctionRow(nodes.kind[row]!) && isOwn[at] ? row : -1
    if (inRegion[row] === 1) starts[row] = -1
  }
  return starts
}
