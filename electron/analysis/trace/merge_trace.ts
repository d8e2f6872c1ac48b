/** The traces of all writers as one, by thread and time, with rows of the one tree. */
import { MOST_TRACE_SAMPLES, NO_TRACE, type TraceAxis, type TraceTable } from '../../../shared/profile/trace.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { Merged } from '../merged.ts'
import { eachWriter } from '../merge/merge_pairs.ts'

/** The most that a time of the table may count. */
const LARGEST_TIME = 0xffffffff
const MICROSECOND = 1000

export interface TraceSources {
  processes: RawProcess[]
  merged: Merged
  /** Node of each merged context. */
  instructionNode: Int32Array
  /** [process]: row of each thread index in the profile's threads. */
  threadRows: Array<Map<number, number>>
  threads: number
  /** Start of each process's clock, ns. */
  starts: number[]
  /** Duration of the recording, ns. */
  duration: number
}

/** @param most samples that are kept: beyond that every nth of each thread, with the CPU time of those before it */
export function mergeTrace(
  { processes, merged, instructionNode, threadRows, threads, starts, duration }: TraceSources,
  most = MOST_TRACE_SAMPLES,
): { traceAxis: TraceAxis; trace: TraceTable } {
  const counts = new Float64Array(threads)
  let [total, end] = [0, duration]
  const visit = (sample: (thread: number, time: number, node: number, cpuTime: number) => void): void =>
    eachWriter(processes, merged, ({ trace }, rows, process, writer) => {
      const threadsOf = merged.contextThreads[process]![writer]!
      for (let row = 0; row < trace.length; row++) {
        const context = rows[trace.context[row]!]!
        const thread = threadRows[process]!.get(threadsOf[trace.context[row]!]!)
        const node = context < 0 ? -1 : instructionNode[context]!
        // Contexts at no place in the program: damage.
        if (node < 0 || thread === undefined) continue
        sample(thread, Math.max(0, trace.time[row]! - starts[process]!), node, trace.cpuTime[row]!)
      }
    })
  visit((thread, time) => {
    counts[thread]!++
    total++
    end = Math.max(end, time)
  })
  if (total === 0) return NO_TRACE
  const stride = Math.ceil(total / most)
  const unit = Math.max(MICROSECOND, Math.ceil(end / LARGEST_TIME))
  const firsts = [0]
  for (const count of counts) firsts.push(firsts.at(-1)! + Math.floor(count / stride))
  const length = firsts.at(-1)!
  const trace: TraceTable = { length, step: new Uint32Array(length), node: new Uint32Array(length), cpuTime: new Uint32Array(length) }
  const [seen, joined, latest] = [new Float64Array(threads), new Float64Array(threads), new Float64Array(threads)]
  // One writer at a time serves a thread, and writes in order of time.
  visit((thread, time, node, cpuTime) => {
    joined[thread]! += cpuTime
    seen[thread]!++
    if (seen[thread]! % stride > 0) return
    const row = firsts[thread]! + seen[thread]! / stride - 1
    const at = Math.max(latest[thread]!, Math.floor(time / unit))
    trace.step[row] = at - latest[thread]!
    trace.node[row] = node
    trace.cpuTime[row] = Math.min(LARGEST_TIME, joined[thread]!)
    latest[thread] = at
    joined[thread] = 0
  })
  return { traceAxis: { unit, end, firsts, stride }, trace }
}
