/** The code that the first thread of a process executes alone, outside of parallel regions, while the others wait for the next one. */
import { waitingNodes } from '../../metrics/waiting.ts'
import { isStartUpFunction } from '../../names/runtimes/start_up_functions.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { isFunctionRow } from '../../profile/tables.ts'
import { OWN, ownersOfFunctions } from '../own_code.ts'
import { rowsInRegions } from './region_rows.ts'
import type { SerialCode } from './wait.ts'

/** Of the thread's time outside of regions. */
const MOST_OF_IT = 0.5
const FEWEST_SAMPLES = 10
/** The whole program says nothing. */
const MAIN = /^(?:main|MAIN__)$/

type Traced = Pick<ProfileTables, 'nodes' | 'functions' | 'files' | 'modules' | 'cpuTimes' | 'trace' | 'traceAxis'>

/** @param regions by row of functions, 1 for parallel regions @returns null: no function has most of it, or the program has no regions */
export function serialCode(profile: Traced, regions: Uint8Array, thread: number): SerialCode | null {
  const { nodes, functions, files, trace, traceAxis } = profile
  if (!regions.includes(1)) return null
  const [inRegion, waits] = [rowsInRegions(nodes, regions), waitingNodes(profile)]
  const byRow = new Map<number, number>()
  let [all, samples] = [0, 0]
  for (let sample = traceAxis.firsts[thread]!; sample < traceAxis.firsts[thread + 1]!; sample++) {
    const [row, time] = [trace.node[sample]!, trace.cpuTime[sample]!]
    if (inRegion[row] === 1 || waits[row] === 1) continue
    byRow.set(row, (byRow.get(row) ?? 0) + time)
    all += time
    samples++
  }
  if (samples < FEWEST_SAMPLES) return null
  const owners = ownersOfFunctions(profile)
  const isNamed = (at: number): boolean => owners[at] === OWN && !MAIN.test(functions[at]!.name) && !isStartUpFunction(functions[at]!.name)
  // With the mean number of functions from there to the innermost one.
  const byFunction = new Map<number, { time: number; below: number }>()
  for (const [innermost, time] of byRow) {
    const inside = new Set<number>()
    for (let row = innermost; row > 0; row = nodes.parent[row]!) {
      const at = nodes.functionIndex[row]!
      if (!isFunctionRow(nodes.kind[row]!) || inside.has(at)) continue
      inside.add(at)
      if (!isNamed(at)) continue
      const known = byFunction.get(at) ?? { time: 0, below: 0 }
      byFunction.set(at, { time: known.time + time, below: known.below + time * inside.size })
    }
  }
  const most = [...byFunction].filter(([, { time }]) => time >= MOST_OF_IT * all)
  if (most.length === 0) return null
  const [at, { time }] = most.reduce((inner, each) => (each[1].below / each[1].time < inner[1].below / inner[1].time ? each : inner))
  const { name, file, line } = functions[at]!
  return { thread, share: time / all, function: name, file: files[file] ?? null, line: line > 0 ? line : null }
}
