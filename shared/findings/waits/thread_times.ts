/** Work and waiting of threads, and how unevenly the work of a region lies on the threads of each process. */
import { comparedShare, NO_TIME, sumOfTimes, type SampledTime } from '../../metrics/statistics/sampled_time.ts'
import { waitingNodes } from '../../metrics/waiting.ts'
import { processKey } from '../../profile/thread_numbers.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { isCalledRow } from '../../profile/tables.ts'
import type { RegionWork } from '../../run.ts'
import type { Imbalance, WaitThread } from './wait.ts'

const MOST_THREADS = 64
/** Less unevenness is not worth mending. */
export const LEAST_IMBALANCE = 1.1
const MICROSECOND = 1000

type Traced = Pick<ProfileTables, 'nodes' | 'threads' | 'cpuTimes' | 'trace' | 'traceAxis'>
export type Thread = Pick<ProfileTables['threads'][number], 'rank' | 'process'>

/** Rows of threads with their work in a region: those of one process, which share its work. */
type Team = Array<[thread: number, work: number]>

export function teamsOf(work: ReadonlyArray<[thread: number, work: number]>, threads: readonly Thread[]): Team[] {
  const teams = new Map<string, Team>()
  for (const [thread, own] of work) {
    const key = processKey(threads[thread]!)
    const team = teams.get(key)
    if (team === undefined) teams.set(key, [[thread, own]])
    else team.push([thread, own])
  }
  return [...teams.values()]
}

/** What the other threads could do while the one with the most work ends it. */
export function lostOf(team: Team): number {
  return busiestOf(team)[1] * team.length - sumOf(team)
}

/** What the others do besides the one with the most work. */
export function besidesBusiest(team: Team): number {
  return sumOf(team) - busiestOf(team)[1]
}

function busiestOf(team: Team): [thread: number, work: number] {
  return team.reduce((most, each) => (each[1] > most[1] ? each : most))
}

function sumOf(team: ReadonlyArray<[thread: number, work: number]>): number {
  return team.reduce((sum, [, work]) => sum + work, 0)
}

/** Instructions of all threads in the region. */
export function sumOfWork({ threads }: RegionWork): number {
  return sumOf(threads)
}

/** Of the process that loses most. */
function worstOf(teams: readonly Team[]): Omit<Imbalance, 'certain' | 'interval'> | null {
  const shared = teams.filter((team) => team.length > 1 && sumOf(team) > 0)
  if (shared.length === 0) return null
  const team = shared.reduce((most, each) => (lostOf(each) > lostOf(most) ? each : most))
  const [busiest, most] = busiestOf(team)
  return { maxToMean: (most * team.length) / sumOf(team), threads: team.length, busiest }
}

/** Of all instructions; undefined: not known. */
export function exactImbalance(region: RegionWork | undefined, threads: readonly Thread[]): Imbalance | null {
  const worst = region === undefined ? null : worstOf(teamsOf(region.threads, threads))
  return worst === null ? null : { ...worst, interval: null, certain: true }
}

export interface SharedWork {
  /** `processKey` of its threads. */
  process: string
  /** Row of the profile's threads. */
  busiest: number
  threads: number
  /** ns of CPU time of the thread with the most work. */
  most: SampledTime
  /** Of all others. */
  others: SampledTime
}

/** Sums of the trace by thread. */
export class ThreadTimes {
  readonly #all: Float64Array
  /** By site and thread, and by region and thread. */
  readonly #waiting = new Map<string, SampledTime>()
  readonly #work = new Map<number, Map<number, SampledTime>>()
  /** Work in no region, by thread. */
  readonly #outside = new Map<number, SampledTime>()
  readonly #threads: readonly Thread[]

  /** @param found by row of the tree its site, or −1; the region of each site; by row of functions, 1 for regions */
  constructor(
    { nodes, threads, cpuTimes, trace: { node, cpuTime }, traceAxis: { firsts } }: Traced,
    { siteOf, sites, isRegion }: { siteOf: Int32Array; sites: ReadonlyArray<{ region: number }>; isRegion: Uint8Array },
  ) {
    this.#threads = threads
    this.#all = new Float64Array(threads.length)
    const waits = waitingNodes({ nodes, cpuTimes })
    const regionOf = new Int32Array(nodes.length).fill(-1)
    for (let row = 1; row < nodes.length; row++)
      regionOf[row] = isCalledRow(nodes.kind[row]!) && isRegion[nodes.functionIndex[row]!] === 1 ? nodes.functionIndex[row]! : regionOf[nodes.parent[row]!]!
    for (let thread = 0; thread < threads.length; thread++) {
      for (let sample = firsts[thread] ?? 0; sample < (firsts[thread + 1] ?? 0); sample++) {
        const [row, time] = [node[sample]!, cpuTime[sample]! * MICROSECOND]
        this.#all[thread]! += time
        if (waits[row] !== 1) {
          this.#add(regionOf[row]! >= 0 ? this.#ofRegion(regionOf[row]!) : this.#outside, thread, time)
          continue
        }
        if (siteOf[row]! < 0) continue
        this.#add(this.#waiting, `${siteOf[row]} ${thread}`, time)
        // A thread that only waits is of the team, too.
        const region = sites[siteOf[row]!]!.region
        if (region >= 0) this.#add(this.#ofRegion(region), thread, 0)
      }
    }
  }

  /** ns of CPU time by row of threads. */
  waitingAt(site: number): Map<number, number> {
    return new Map(
      Array.from(this.#all, (_, thread): [number, number] => [thread, this.#waiting.get(`${site} ${thread}`)?.time ?? 0]).filter(([, time]) => time > 0),
    )
  }

  threadsOf(site: number, region: number, numbers: readonly number[]): WaitThread[] {
    const work = this.#work.get(region)
    return Array.from(this.#all, (all, thread): WaitThread => {
      const waiting = this.#waiting.get(`${site} ${thread}`)?.time ?? 0
      return { thread, number: numbers[thread]!, waiting, share: all > 0 ? waiting / all : 0, work: work === undefined ? null : (work.get(thread)?.time ?? 0) }
    })
      .filter(({ thread, waiting }) => waiting > 0 || work?.has(thread) === true)
      .sort((a, b) => b.waiting - a.waiting || a.thread - b.thread)
      .slice(0, MOST_THREADS)
  }

  /** Into `functions`: those with samples. */
  regions(): number[] {
    return [...this.#work.keys()]
  }

  /** ns of CPU time of all samples of a thread. */
  timeOf(thread: number): number {
    return this.#all[thread]!
  }

  /** Work of a thread in no region. */
  outsideOf(thread: number): SampledTime {
    return this.#outside.get(thread) ?? NO_TIME
  }

  /** The work of each team of a region: of its thread with the most work, and of the others. */
  sharedWork(region: number): SharedWork[] {
    const work = this.#work.get(region)!
    const timeOf = ([thread]: [number, number]): SampledTime => work.get(thread)!
    return this.#teamsIn(region).map((team) => {
      const busiest = busiestOf(team)
      const others = team.filter((each) => each !== busiest)
      return {
        process: processKey(this.#threads[busiest[0]]!),
        busiest: busiest[0],
        threads: team.length,
        most: timeOf(busiest),
        others: sumOfTimes(others.map(timeOf)),
      }
    })
  }

  imbalanceOf(region: number): Imbalance | null {
    const work = this.#work.get(region) ?? new Map<number, SampledTime>()
    const teams = this.#teamsIn(region)
    const imbalance = worstOf(teams)
    if (imbalance === null) return null
    const team = teams.find((each) => each.some(([thread]) => thread === imbalance.busiest))!
    const all = sumOfTimes(team.map(([thread]) => work.get(thread)!))
    const [low, high] = comparedShare(work.get(imbalance.busiest)!, all, this.#comparisons())
    const interval: [number, number] = [low * team.length, high * team.length]
    return { ...imbalance, interval, certain: interval[0] > 1 }
  }

  /** Any thread of any region may be the one with the most work by chance. */
  #comparisons(): number {
    return [...this.#work.values()].reduce((sum, work) => sum + work.size, 0)
  }

  #teamsIn(region: number): Team[] {
    return teamsOf(
      [...(this.#work.get(region) ?? [])].map(([thread, { time }]) => [thread, time]),
      this.#threads,
    )
  }

  #ofRegion(region: number): Map<number, SampledTime> {
    let work = this.#work.get(region)
    if (work === undefined) this.#work.set(region, (work = new Map()))
    return work
  }

  #add<Key>(sums: Map<Key, SampledTime>, key: Key, time: number): void {
    const { time: known, squares } = sums.get(key) ?? NO_TIME
    sums.set(key, { time: known + time, squares: squares + time * time })
  }
}
