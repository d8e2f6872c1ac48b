/** The recorded threads over time, as threads of the Firefox Profiler: each sample has the CPU time that passed since the one before. */
import { baseName } from '../../shared/profile/frames.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { processNames, threadNumbers } from '../../shared/profile/thread_numbers.ts'
import { traceTimes } from '../../shared/profile/trace.ts'
import { MOST_SAMPLES } from './samples.ts'
import type { StackTable } from './stacks.ts'

const nanosecondsPerMillisecond = 1e6
const microsecondsPerMillisecond = 1e3

export interface TimedThread {
  name: string
  processName: string
  /** Its number, and its rank if it has one. */
  process: string
  isFirst: boolean
  /** Null: no sample, but the beginning of what the next one represents. */
  stack: Array<number | null>
  /** ms since the recording began, ascending. */
  time: number[]
  /** µs of CPU time since the sample before. */
  cpuTime: number[]
}

/** @returns the threads that have samples; none where the profile keeps no times, or those of more than `most` samples */
export function timedThreads(profile: ProfileTables, stacks: StackTable, most = MOST_SAMPLES): TimedThread[] {
  const { trace, traceAxis, threads, run } = profile
  if (trace.length > most) return []
  const times = traceTimes(profile)
  const [numbers, processes] = [threadNumbers(threads), processNames(threads)]
  return threads.flatMap((thread, at): TimedThread[] => {
    const [first, end] = [traceAxis.firsts[at] ?? 0, traceAxis.firsts[at + 1] ?? 0]
    if (end <= first) return []
    const rows = Array.from({ length: end - first }, (_, sample) => first + sample)
    const time = rows.map((row) => (times[row]! * traceAxis.unit) / nanosecondsPerMillisecond)
    const cpuTime = rows.map((row) => trace.cpuTime[row]!)
    // The Firefox Profiler counts CPU time only between two samples.
    const begin = Math.max(0, time[0]! - cpuTime[0]! / microsecondsPerMillisecond)
    return [
      {
        name: thread.name === '' ? `Thread ${numbers[at]}` : `Thread ${numbers[at]} (${thread.name})`,
        processName: [baseName(run.command[0] ?? ''), processes[at]!].filter((part) => part !== '').join(', '),
        process: thread.rank === null ? `${thread.process}` : `${thread.process}, rank ${thread.rank}`,
        isFirst: numbers[at] === 0,
        stack: [null, ...rows.map((row) => stacks.stackOf(trace.node[row]!))],
        time: [begin, ...time],
        cpuTime: [0, ...cpuTime],
      },
    ]
  })
}
