/**
 * How the host answers the trace view of a profile: frames as a window requests them. Prints one JSON object (TraceTimes).
 *
 *   node scripts/bench/trace.ts PROFILE
 */
import { statSync } from 'node:fs'
import { QueryEngine } from '../../electron/services/query/query_engine.ts'

/** Seconds of processor time. */
export interface TraceTimes {
  lanes: number
  samples: number
  fileBytes: number
  /** The first frame, for which the trace is read. */
  first: number
  /** Medians: the whole run, a tenth of it, another depth, by waste. */
  whole: number
  part: number
  depth: number
  waste: number
  /** The JSON that a frame of the whole run takes, bytes. */
  frameBytes: number
  filter: number
  memory: number
}

const path = process.argv[2]!
const engine = new QueryEngine(() => null)
const { profile } = engine.answer('profile.open', { path })
/** In seconds of processor time of this thread: other work on the machine is not in it. */
const timed = <T>(ask: () => T): [seconds: number, answer: T] => {
  const begin = process.threadCpuUsage()
  const answer = ask()
  const { user, system } = process.threadCpuUsage(begin)
  return [(user + system) / 1e6, answer]
}
const median = (ask: (turn: number) => unknown): number => Array.from({ length: 5 }, (_, turn) => timed(() => ask(turn))[0]).sort((a, b) => a - b)[2]!
const { lanes, samples, end } = engine.answer('trace.summary', { profile })
const viewport = {
  profile,
  from: 0,
  to: end,
  firstLane: 0,
  lastLane: lanes.length,
  columns: 1200,
  rows: Math.min(lanes.length, 700),
  depth: 8,
  colour: 'function',
} as const
const [first, frame] = timed(() => engine.answer('trace.cells', viewport))
const times: TraceTimes = {
  lanes: lanes.length,
  samples,
  fileBytes: statSync(path).size,
  first,
  whole: median((turn) => engine.answer('trace.cells', { ...viewport, to: end - turn })),
  part: median((turn) => engine.answer('trace.cells', { ...viewport, from: (turn * end) / 10, to: ((turn + 1) * end) / 10 })),
  depth: median((turn) => engine.answer('trace.cells', { ...viewport, depth: 2 + turn })),
  waste: median((turn) => engine.answer('trace.cells', { ...viewport, depth: 2 + turn, colour: 'waste' })),
  frameBytes: JSON.stringify(frame).length,
  filter: timed(() => engine.answer('trace.filter', { profile, from: end / 2, to: end }))[0],
  memory: process.memoryUsage.rss(),
}
console.log(JSON.stringify(times))
engine.close()
