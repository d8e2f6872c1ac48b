/** The code in which one thread spends more time than the threads that wait for it. */
import { comparedShare, NO_TIME, sumOfTimes, type SampledTime } from '../../metrics/statistics/sampled_time.ts'
import { waitingNodes } from '../../metrics/waiting.ts'
import { isParallelName } from '../../names/runtimes/parallel_code.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { isFunctionRow, LOOP } from '../../profile/tables.ts'
import { processKey, threadNumbers } from '../../profile/thread_numbers.ts'
import { OWN, ownersOfFunctions } from '../own_code.ts'
import { LEAST_IMBALANCE } from './thread_times.ts'
import type { WaitCause } from './wait.ts'

const MICROSECOND = 1000
/** A thread whose additional work explains less of the wait than this does not cause it. */
const LEAST_EXPLAINED = 0.5
/** Loops with this part of the additional work are candidates. The outermost one is where the work is shared out. */
const MOST_OF_IT = 0.8
/** A loop that also has much even work is not named if an inner one is this much clearer: the busiest thread's part of two. */
const ALIKE = 0.05

type Traced = Pick<ProfileTables, 'nodes' | 'functions' | 'files' | 'modules' | 'threads' | 'cpuTimes' | 'trace' | 'traceAxis'>

/** In ns of CPU time. */
interface Spent extends SampledTime {
  row: number
  thread: number
}

export interface UnevenWait {
  /** Row of the tree that waits. */
  row: number
  /** ns of CPU time by row of threads. */
  waiting: ReadonlyMap<number, number>
  /** The first threads of the ranks wait for each other; otherwise the threads of one process. */
  acrossProcesses: boolean
}

interface Sums {
  row: number
  /** Of the busiest thread. */
  most: SampledTime
  /** Of all others. */
  others: SampledTime
}

export class UnevenWork {
  readonly #profile: Traced
  /** In the order of rows. */
  readonly #work: Spent[]
  readonly #keys: string[]
  readonly #isFirst: boolean[]
  /** By row of functions. */
  readonly #owners: Uint8Array

  constructor(profile: Traced) {
    this.#profile = profile
    this.#work = workByRow(profile)
    this.#owners = ownersOfFunctions(profile)
    this.#keys = profile.threads.map(processKey)
    this.#isFirst = threadNumbers(profile.threads).map((number) => number === 0)
  }

  /** Null: no thread is known to do more work than the one that waits most, in code that both run before they meet. */
  causeOf({ row, waiting, acrossProcesses }: UnevenWait): WaitCause | null {
    const [waiter, waited] = [...waiting].reduce((most, each) => (each[1] > most[1] ? each : most), [-1, 0])
    if (waiter < 0) return null
    const { parent, length } = this.#profile.nodes
    // Ranks meet by their first threads, whose time must not be compared with that of a team.
    const isOfTeam = (thread: number): boolean => (acrossProcesses ? this.#isFirst[thread] === true : this.#keys[thread] === this.#keys[waiter])
    if (!isOfTeam(waiter)) return null
    const own = this.#work.filter(({ thread }) => isOfTeam(thread))
    const work = new Map([...waiting.keys()].filter(isOfTeam).map((thread) => [thread, 0]))
    const add = ({ thread, time }: Spent): Map<number, number> => work.set(thread, (work.get(thread) ?? 0) + time)
    // A subtree is a contiguous range of rows, which grows towards the root.
    let first = own.findIndex((each) => each.row >= row)
    if (first < 0) first = own.length
    let [after, end] = [first, row + 1]
    for (let around = parent[row]!; around > 0; around = parent[around]!) {
      while (end < length && parent[end]! >= around) end++
      for (; first > 0 && own[first - 1]!.row >= around; first--) add(own[first - 1]!)
      for (; after < own.length && own[after]!.row < end; after++) add(own[after]!)
      const [busiest, most] = [...work].reduce((best, each) => (each[1] > best[1] ? each : best))
      // A thread that both waits most and works most waits for something else.
      const explains = most - work.get(waiter)! >= LEAST_EXPLAINED * waited && (waiting.get(busiest) ?? 0) <= LEAST_EXPLAINED * waited
      if (busiest !== waiter && explains) return this.#unevenCode(own.slice(first, after), around, busiest, work.size)
    }
    return null
  }

  /** Of threads that run the same code. @param start row of the tree above all of it @returns null: no code is known in which the busiest spends more */
  codeOf(start: number, busiest: number, members: ReadonlyArray<{ thread: number }>): WaitCause | null {
    const team = new Set(members.map(({ thread }) => thread))
    const { parent, length } = this.#profile.nodes
    let end = start + 1
    while (end < length && parent[end]! >= start) end++
    const inside = this.#work.filter(({ row, thread }) => row >= start && row < end && team.has(thread))
    return this.#unevenCode(inside, parent[start]!, busiest, team.size)
  }

  #unevenCode(inside: readonly Spent[], around: number, busiest: number, threads: number): WaitCause | null {
    const { nodes, functions, files } = this.#profile
    const all = this.#sumsByCode(inside, around, busiest)
    // Of any code, any thread may be the one with the most by chance. A function and its only loop are one comparison.
    const comparisons = threads * new Set(all.map(({ most, others }) => `${most.time} ${others.time}`)).size
    const intervalOf = ({ most, others }: Sums): [number, number] => comparedShare(most, sumOfTimes([most, others]), comparisons)
    const uneven = all.filter((each) => each.most.time * (threads - 1) >= LEAST_IMBALANCE * each.others.time && intervalOf(each)[0] > 1 / threads)
    const more = ({ most, others }: Sums): number => most.time - others.time / (threads - 1)
    const part = ({ most, others }: Sums): number => most.time / (most.time + others.time / (threads - 1))
    const greatest = Math.max(0, ...uneven.map(more))
    const enough = uneven.filter((each) => more(each) >= MOST_OF_IT * greatest)
    const clearest = Math.max(0, ...enough.map(part))
    const clear = enough.filter((each) => part(each) >= clearest - ALIKE)
    const loops = clear.filter(({ row }) => nodes.kind[row] === LOOP)
    const [found] = (loops.length > 0 ? loops : clear).sort((a, b) => this.#depthOf(a.row) - this.#depthOf(b.row))
    if (found === undefined) return null
    const { row, most, others } = found
    const [low, high] = intervalOf(found)
    const ratioOf = (share: number): number => ((threads - 1) * share) / (1 - share)
    const owner = functions[nodes.functionIndex[row]!]!
    const isLoop = nodes.kind[row] === LOOP
    const [file, line] = isLoop ? [nodes.file[row]!, nodes.line[row]!] : [owner.file, owner.line]
    return {
      thread: busiest,
      threads,
      timesOthers: others.time === 0 ? null : (most.time * (threads - 1)) / others.time,
      interval: [ratioOf(low), others.time === 0 || high >= 1 ? null : ratioOf(high)],
      isLoop,
      function: owner.name,
      file: files[file] ?? null,
      line: line > 0 ? line : null,
    }
  }

  /** Of each loop and function below a row; regions are named by the wait itself. */
  #sumsByCode(inside: readonly Spent[], around: number, busiest: number): Sums[] {
    const { nodes, functions } = this.#profile
    const byRow = new Map<number, Sums>()
    for (const { row, thread, time, squares } of inside) add(byRow, row, row, thread === busiest ? [{ time, squares }, NO_TIME] : [NO_TIME, { time, squares }])
    const found = new Map<string, Sums>()
    for (const { row: innermost, most, others } of byRow.values()) {
      // Recursion counts once.
      const above = new Map<string, number>()
      for (let row = innermost; row > around; row = nodes.parent[row]!) {
        const at = nodes.functionIndex[row]!
        if (this.#owners[at] !== OWN) continue
        if (nodes.kind[row] === LOOP) above.set(`loop ${at} ${nodes.file[row]} ${nodes.line[row]}`, row)
        else if (isFunctionRow(nodes.kind[row]!) && !isParallelName(functions[at]!.name)) above.set(`function ${at}`, row)
      }
      for (const [key, row] of above) add(found, key, row, [most, others])
    }
    return [...found.values()]
  }

  #depthOf(row: number): number {
    let depth = 0
    for (let at = row; at > 0; at = this.#profile.nodes.parent[at]!) depth++
    return depth
  }
}

function add<Key>(sums: Map<Key, Sums>, key: Key, row: number, [most, others]: [SampledTime, SampledTime]): void {
  const known = sums.get(key)
  sums.set(
    key,
    known === undefined ? { row, most, others } : { row: known.row, most: sumOfTimes([known.most, most]), others: sumOfTimes([known.others, others]) },
  )
}

/** Work without waiting, by row and thread, in the order of rows. */
function workByRow({ nodes, threads, cpuTimes, trace: { node, cpuTime }, traceAxis: { firsts } }: Traced): Spent[] {
  const waits = waitingNodes({ nodes, cpuTimes })
  const work = threads.flatMap((_, thread) => {
    const spent = new Map<number, Spent>()
    for (let sample = firsts[thread] ?? 0; sample < (firsts[thread + 1] ?? 0); sample++) {
      const row = node[sample]!
      if (waits[row] === 1) continue
      const time = cpuTime[sample]! * MICROSECOND
      const known = spent.get(row)
      if (known === undefined) spent.set(row, { row, thread, time, squares: time * time })
      else {
        known.time += time
        known.squares += time * time
      }
    }
    return [...spent.values()]
  })
  return work.sort((a, b) => a.row - b.row)
}
