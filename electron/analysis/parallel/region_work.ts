/** How many instructions each thread executed in the code of parallel regions, and outside of them (exhaustive engine). */
import { sumOfWork } from '../../../shared/findings/waits/thread_times.ts'
import type { RegionWork, ThreadWork } from '../../../shared/run.ts'
import { isParallelName } from '../../../shared/names/runtimes/parallel_code.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { isCalledRow, isFunctionRow } from '../../../shared/profile/tables.ts'
import type { AmountsByThread } from '../merged.ts'

/** They hand out work as threads ask for it. Threads that run one at a time ask in another order than without the engine. */
const HANDS_OUT =
  /^(?:GOMP_(?:loop_(?:ull_)?(?:\w+_)?(?:dynamic|guided|runtime)|sections_next|sections2?_start|single|task|doacross)|__kmpc_(?:dispatch|single|omp_task|taskloop))/

const MOST_REGIONS = 1000

export interface WorkOfRegions {
  /** Executed instructions. */
  byThread: Pick<AmountsByThread, 'context' | 'process' | 'thread' | 'amount'> | null
  instructionNode: Int32Array
  tree: Pick<ProfileTables, 'nodes' | 'functions'>
  /** By row of the tree: 1 waits. */
  waits: Uint8Array
  /** [process]: row of each thread index. */
  threadRows: ReadonlyArray<ReadonlyMap<number, number>>
}

interface Regions {
  /** By row of the tree: row of `functions`; −1: none. */
  of: Int32Array
  /** Regions whose work the runtime hands out. */
  handedOut: ReadonlySet<number>
}

function regionsOf({ nodes, functions }: WorkOfRegions['tree']): Regions {
  const isRegion = functions.map(({ name }) => isParallelName(name) && name.startsWith('parallel region'))
  const handsOut = functions.map(({ name }) => HANDS_OUT.test(name))
  const of = new Int32Array(nodes.length).fill(-1)
  const handedOut = new Set<number>()
  for (let row = 1; row < nodes.length; row++) {
    const [above, index] = [of[nodes.parent[row]!]!, nodes.functionIndex[row]!]
    of[row] = isCalledRow(nodes.kind[row]!) && isRegion[index] === true ? index : above
    if (above >= 0 && isFunctionRow(nodes.kind[row]!) && handsOut[index] === true) handedOut.add(above)
  }
  return { of, handedOut }
}

/** Those that at least two threads worked in, the most work first. Undefined: none. */
export function workOfRegions(counted: WorkOfRegions): RegionWork[] | undefined {
  const { byThread } = counted
  if (byThread === null || byThread.context.length === 0) return undefined
  const regions = regionsOf(counted.tree)
  const work = new Map<number, Map<number, number>>()
  forEachAmount(counted, regions, (region, thread, amount) => {
    if (region < 0 || regions.handedOut.has(region)) return
    const threads = work.get(region) ?? new Map<number, number>()
    work.set(region, threads)
    // A thread that only waits is of the team, too.
    threads.set(thread, (threads.get(thread) ?? 0) + amount)
  })
  const found = Array.from(work, ([region, threads]): RegionWork => ({ function: region, threads: [...threads].sort(([a], [b]) => a - b) }))
    .filter(({ threads }) => threads.length > 1)
    .sort((a, b) => sumOfWork(b) - sumOfWork(a) || a.function - b.function)
    .slice(0, MOST_REGIONS)
  return found.length > 0 ? found : undefined
}

/** Of each thread of a job. Undefined: it has no ranks to compare, or which of their threads does the work of a region is left to chance. */
export function workOutsideRegions(counted: WorkOfRegions & { threads: ReadonlyArray<{ rank: number | null }> }): ThreadWork[] | undefined {
  if (counted.byThread === null || new Set(counted.threads.flatMap(({ rank }) => rank ?? [])).size < 2) return undefined
  const regions = regionsOf(counted.tree)
  if (regions.handedOut.size > 0) return undefined
  const work = new Map<number, number>()
  forEachAmount(counted, regions, (region, thread, amount) => {
    if (region < 0) work.set(thread, (work.get(thread) ?? 0) + amount)
  })
  return [...work].sort(([a], [b]) => a - b)
}

/** @param add with 0 instructions where they wait */
function forEachAmount(
  { byThread, instructionNode, waits, threadRows }: WorkOfRegions,
  { of }: Regions,
  add: (region: number, thread: number, amount: number) => void,
): void {
  byThread!.context.forEach((context, at) => {
    const row = instructionNode[context]!
    const thread = threadRows[byThread!.process[at]!]?.get(byThread!.thread[at]!)
    if (thread !== undefined) add(row < 0 ? -1 : of[row]!, thread, waits[row] === 1 ? 0 : byThread!.amount[at]!)
  })
}
