/**
 * Which rank of a job the others wait for, and what even shares would save. The path of a rank is the work that none of its
 * threads can do meanwhile: that of its first thread outside of parallel regions, and that of the busiest thread of each region;
 * at least that of any thread.
 */
import { comparedShare, differenceInterval, sumOfTimes, type SampledTime } from '../../metrics/statistics/sampled_time.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { processKey } from '../../profile/thread_numbers.ts'
import { gainOfSaving, NO_GAIN, type Gain, type Saving } from './even_shares.ts'
import { teamsOf, type ThreadTimes } from './thread_times.ts'
import type { Imbalance } from './wait.ts'

/** Of the CPU time: processes besides one for each rank must have less. */
const MOST_OF_OTHERS = 0.05

interface Path {
  /** Row of the profile's threads: the first thread of the rank. */
  thread: number
  /** ns of CPU time. */
  work: SampledTime
}

export class RankPaths {
  /** By process. */
  readonly #paths: ReadonlyMap<string, Path>
  readonly #longest: [process: string, path: Path]

  readonly #isExact: boolean

  /** @param isExact the work is counted, in instructions */
  constructor(paths: ReadonlyMap<string, Path>, isExact = false) {
    this.#paths = paths
    this.#isExact = isExact
    this.#longest = [...paths].reduce((most, each) => (each[1].work.time > most[1].work.time ? each : most))
  }

  get ranks(): number {
    return this.#paths.size
  }

  /** What the longest path takes. */
  get longest(): number {
    return this.#longest[1].work.time
  }

  /** Whether the others wait for this process. */
  isLongest(process: string): boolean {
    return process === this.#longest[0]
  }

  /** The most work of a rank, divided by the mean of all. */
  imbalance(): Imbalance {
    const { thread, work } = this.#longest[1]
    const all = sumOfTimes([...this.#paths.values()].map((path) => path.work))
    const known = { maxToMean: (work.time * this.ranks) / all.time, threads: this.ranks, busiest: thread }
    if (this.#isExact) return { ...known, interval: null, certain: true }
    const [low, high] = comparedShare(work, all, this.ranks)
    return {
      ...known,
      interval: [low * this.ranks, high * this.ranks],
      certain: low * this.ranks > 1,
    }
  }

  /** Even shares of the work of all ranks. @param elapsed ns */
  gainOfEvenRanks(elapsed: number): Gain {
    const [longest, { work }] = this.#longest
    const others = sumOfTimes([...this.#paths].filter(([process]) => process !== longest).map(([, path]) => path.work))
    const saved = work.time * (1 - 1 / this.ranks) - others.time / this.ranks
    return this.#isExact
      ? exactGain(saved, elapsed)
      : gainOfSaving({ saved, interval: differenceInterval(work, 1 - 1 / this.ranks, others, 1 / this.ranks) }, elapsed)
  }

  /** Even shares within ranks: the job then takes as long as the longest path that is left. @param elapsed ns */
  gainOfThreads(savings: readonly Saving[], elapsed: number): Gain {
    const byProcess = new Map(savings.map((each) => [each.process, each]))
    const saving = byProcess.get(this.#longest[0])
    if (saving === undefined) return NO_GAIN
    const [longest, { work }] = this.#longest
    const left = [...this.#paths].filter(([process]) => process !== longest).map(([process, path]) => path.work.time - (byProcess.get(process)?.saved ?? 0))
    const most = work.time - Math.max(...left)
    if (this.#isExact) return exactGain(Math.min(most, saving.saved), elapsed)
    const [low, high] = saving.interval
    return gainOfSaving({ saved: Math.min(most, saving.saved), interval: [Math.min(most, low), Math.min(most, high)] }, elapsed)
  }
}

function exactGain(saved: number, elapsed: number): Gain {
  return saved > 0 ? { gain: Math.min(1, saved / elapsed) } : NO_GAIN
}

/** Of counted runs, in instructions. @returns null where the run is not a job of ranks with one process each, or that is not known */
export function countedRankPaths({ threads, run }: Pick<ProfileTables, 'threads' | 'run'>): RankPaths | null {
  const outside = new Map(run.workOutsideRegions)
  const exact = (time: number): SampledTime => ({ time, squares: 0 })
  const paths = new Map<string, Path>()
  threads.forEach((each, thread) => {
    if (each.rank !== null && !paths.has(processKey(each))) paths.set(processKey(each), { thread, work: exact(outside.get(thread) ?? 0) })
  })
  if (outside.size === 0 || paths.size < 2 || new Set([...paths.values()].map(({ thread }) => threads[thread]!.rank)).size < paths.size) return null
  for (const region of run.regionWork ?? [])
    for (const team of teamsOf(region.threads, threads)) {
      const path = paths.get(processKey(threads[team[0]![0]]!))
      if (path !== undefined) path.work = sumOfTimes([path.work, exact(Math.max(...team.map(([, work]) => work)))])
    }
  threads.forEach((each, thread) => {
    const [path, work] = [paths.get(processKey(each)), outside.get(thread) ?? 0]
    if (path !== undefined && work > path.work.time) path.work = exact(work)
  })
  return [...paths.values()].some(({ work }) => work.time > 0) ? new RankPaths(paths, true) : null
}

/** @returns null where the run is not a job of ranks with one process each */
export function rankPaths({ threads }: Pick<ProfileTables, 'threads'>, times: ThreadTimes): RankPaths | null {
  const all = threads.reduce((sum, _, thread) => sum + times.timeOf(thread), 0)
  const ofProcess = new Map<string, { rank: number; first: number; time: number }>()
  threads.forEach((each, thread) => {
    if (each.rank === null) return
    const known = ofProcess.get(processKey(each))
    if (known === undefined) ofProcess.set(processKey(each), { rank: each.rank, first: thread, time: times.timeOf(thread) })
    else known.time += times.timeOf(thread)
  })
  // Of a rank that a script starts, the script is a process, too.
  const ofRank = new Map<number, [process: string, first: number, time: number]>()
  for (const [process, { rank, first, time }] of ofProcess) if (time >= (ofRank.get(rank)?.[2] ?? 0)) ofRank.set(rank, [process, first, time])
  const ofRanks = [...ofRank.values()].reduce((sum, [, , time]) => sum + time, 0)
  if (ofRank.size < 2 || ofRanks < (1 - MOST_OF_OTHERS) * all) return null
  const paths = new Map([...ofRank.values()].map(([process, first]): [string, Path] => [process, { thread: first, work: times.outsideOf(first) }]))
  for (const region of times.regions())
    for (const { process, most } of times.sharedWork(region)) {
      const path = paths.get(process)
      if (path !== undefined) path.work = sumOfTimes([path.work, most])
    }
  // Other threads may work while the first one sleeps.
  threads.forEach((each, thread) => {
    const [path, work] = [paths.get(processKey(each)), times.outsideOf(thread)]
    if (path !== undefined && work.time > path.work.time) path.work = work
  })
  return sumOfTimes([...paths.values()].map((path) => path.work)).time > 0 ? new RankPaths(paths) : null
}
