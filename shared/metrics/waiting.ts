/** The time that threads waited for each other (docs/metrics.md, Waiting), by thread. */
import type { ProfileTables } from '../profile/profile.ts'

const MICROSECOND = 1000

/** By row of the tree: 1 where the sampling clock found waiting code. */
export function waitingNodes({ nodes, cpuTimes }: Pick<ProfileTables, 'nodes' | 'cpuTimes'>): Uint8Array {
  const waits = new Uint8Array(nodes.length)
  cpuTimes.node.forEach((node, row) => {
    if (node >= 0) waits[node] = cpuTimes.waits[row]!
  })
  return waits
}

export interface ThreadTime {
  /** ns of CPU time of the thread's samples in the trace. */
  all: number
  /** The part of it that waited. */
  waiting: number
}

/** By row of `threads`; null where the profile has no trace, or waiting was not distinguished. */
export function threadTimes({
  run,
  nodes,
  cpuTimes,
  threads,
  trace,
  traceAxis: { firsts },
}: Pick<ProfileTables, 'run' | 'nodes' | 'cpuTimes' | 'threads' | 'trace' | 'traceAxis'>): ThreadTime[] | null {
  if (run.tellsWaiting !== true || trace.length === 0) return null
  const waits = waitingNodes({ nodes, cpuTimes })
  const { node, cpuTime } = trace
  return threads.map((_, thread) => {
    const time = { all: 0, waiting: 0 }
    for (let sample = firsts[thread] ?? 0; sample < (firsts[thread + 1] ?? 0); sample++) {
      const own = cpuTime[sample]! * MICROSECOND
      time.all += own
      if (waits[node[sample]!] === 1) time.waiting += own
    }
    return time
  })
}
