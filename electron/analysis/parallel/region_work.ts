/** How many instructions each thread of a team executed in the code of a parallel region (exhaustive engine). */
import { sumOfWork } from '../../../shared/findings/waits/thread_times.ts'
import type { RegionWork } from '../../../shared/run.ts'
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

/** Those that at least two threads worked in, the most work first. Undefined: none. */
export function workOfRegions({ byThread, instructionNode, tree: { nodes, functions }, waits, threadRows }: WorkOfRegions): RegionWork[] | undefined {
  if (byThread === null || byThread.context.length === 0) return undefined
  const isRegion = functions.map(({ name }) => isParallelName(name) && name.startsWith('parallel region'))
  const handsOut = functions.map(({ name }) => HANDS_OUT.test(name))
  const regionOf = new Int32Array(nodes.length).fill(-1)
  const left = new Set<number>()
  for (let row = 1; row < nodes.length; row++) {
    const [above, index] = [regionOf[nodes.parent[row]!]!, nodes.functionIndex[row]!]
    regionOf[row] = isCalledRow(nodes.kind[row]!) && isRegion[index] === true ? index : above
    if (above >= 0 && isFunctionRow(nodes.kind[row]!) && handsOut[index] === true) left.add(above)
  }
  const work = new Map<number, Map<number, number>>()
  byThread.context.forEach((context, at) => {
    const row = instructionNode[context]!
    const region = row < 0 ? -1 : regionOf[row]!
    const thread = threadRows[byThread.process[at]!]?.get(byThread.thread[at]!)
    if (region < 0 || thread === undefined || left.has(region)) return
    const threads = work.get(region) ?? new Map<number, number>()
    work.set(region, threads)
    // A thread that only waits is of the team, too.
    threads.set(thread, (threads.get(thread) ?? 0) + (waits[row] === 1 ? 0 : byThread.amount[at]!))
  })
  const regions = Array.from(work, ([region, threads]): RegionWork => ({ function: region, threads: [...threads].sort(([a], [b]) => a - b) }))
    .filter(({ threads }) => threads.length > 1)
    .sort((a, b) => sumOfWork(b) - sumOfWork(a) || a.function - b.function)
    .slice(0, MOST_REGIONS)
  return regions.length > 0 ? regions : undefined
}
