/**
 * Answers a trace view's queries: the function that each cell of a part of the trace shows, and the call path at a
 * moment.
 */
import { isNeutral, TOOLS } from '../../../../shared/profile/profile.ts'
import { lowerBound } from '../../../../shared/profile/columns/lower_bound.ts'
import { waitingMark } from '../../../../shared/names/fitting_name.ts'
import { waitingNodes } from '../../../../shared/metrics/waiting.ts'
import { contextOf } from '../../../../shared/profile/frames.ts'
import { pathTo } from '../../../../shared/profile/tree/call_tree.ts'
import { regionRows } from '../../../../shared/profile/regions.ts'
import { isFunctionRow } from '../../../../shared/profile/tables.ts'
import { threadNumbers } from '../../../../shared/profile/thread_numbers.ts'
import { traceTimes } from '../../../../shared/profile/trace.ts'
import type { TraceCells, TraceColour, TraceLane, TraceMoment, TraceSummary, TraceViewport } from '../../../../shared/rpc/trace.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import type { LoadedProfile } from '../loaded_profile.ts'
import { tellingDepth } from './telling_depth.ts'

/**
 * This many samples of a cell are read, evenly spread: a frame must not take longer for the whole run than for a part
 * of it.
 */
const MOST_IN_CELL = 4
const IDLE = -1
const MICROSECOND = 1000

interface Levels {
  depth: number
  colour: TraceColour
  tool: number
  /** [row of the tree]: the row whose function is shown; 0: none. */
  frame: Int32Array
  /** [row of the tree]: function of that row; −1: none. */
  shown: Int32Array
  /** [function]: its place by time among those shown, over the whole run; −1: it never works there. */
  places: Int32Array
}

export class TraceQueries {
  readonly #loaded: LoadedProfile
  #times: Uint32Array | null = null
  #levels: Levels | null = null
  #summary: TraceSummary | null = null
  #waits: Uint8Array | null = null

  /** @param loaded the profile with its own tree */
  constructor(loaded: LoadedProfile) {
    this.#loaded = loaded
  }

  summary(): TraceSummary {
    return (this.#summary ??= this.#summarise())
  }

  #summarise(): TraceSummary {
    const {
      threads,
      trace,
      traceAxis: { end, firsts, stride },
      nodes,
    } = this.#loaded.profile
    const numbers = threadNumbers(threads)
    const lanes: TraceLane[] = threads.flatMap(({ rank, process, thread, name }, row) => {
      const samples = (firsts[row + 1] ?? 0) - (firsts[row] ?? 0)
      return samples > 0 ? [{ thread: row, rank, process, number: thread, name, index: numbers[row]!, samples }] : []
    })
    lanes.sort((a, b) => (a.rank ?? -1) - (b.rank ?? -1) || a.thread - b.thread)
    if (trace.length === 0) return { end: 0, lanes: [], deepest: 0, firstDepth: 1, samples: 0, stride }
    const { parent, kind, length } = nodes
    const startUp = this.#loaded.startUpRows()
    const level = new Uint16Array(length)
    let deepest = 0
    for (let row = 1; row < length; row++) {
      level[row] = level[parent[row]!]! + (isFunctionRow(kind[row]!) && !startUp.has(row) ? 1 : 0)
      if (level[row]! > deepest) deepest = level[row]!
    }
    const firstDepth = tellingDepth(this.#loaded.profile, startUp, this.#waitingRows(), deepest)
    return { end, lanes, deepest, firstDepth, samples: trace.length, stride }
  }

  /** @param loaded the same profile as a tool sees it @throws RpcError not-found: there is no trace */
  cells(viewport: Omit<TraceViewport, 'profile'>, { metrics, tool }: Pick<LoadedProfile, 'metrics' | 'tool'>): TraceCells {
    const { lanes } = this.#traced()
    const { columns, rows, colour } = viewport
    const { profile } = this.#loaded
    const {
      trace: { node, cpuTime },
      traceAxis: { firsts, unit },
      nodes: { functionIndex },
      functions,
    } = profile
    const { frame, shown, places } = this.#levelsAt(viewport.depth, colour, TOOLS.indexOf(tool))
    const times = this.#timesOfSamples()
    // Two entries for each function: where it works, then where it waits.
    const nameOf = new Int32Array(2 * functions.length).fill(-1)
    const waits = this.#waitingRows()
    const waiting: number[] = []
    const placeInRun: number[] = []
    const names: string[] = []
    const counts: number[] = []
    const [first, last] = [Math.min(viewport.firstLane, lanes.length), Math.min(viewport.lastLane, lanes.length)]
    const runs: number[] = []
    const rowLanes: number[] = []
    // In the axis's unit.
    const [begin, width] = [viewport.from / unit, (viewport.to - viewport.from) / unit / columns]
    const perMicrosecond = MICROSECOND / unit
    const found = new Int32Array(MOST_IN_CELL)
    const weights = new Float64Array(MOST_IN_CELL)
    for (let row = 0; row < rows && last > first; row++) {
      const lane = first + Math.floor(((row + 0.5) * (last - first)) / rows)
      rowLanes.push(lane)
      const thread = lanes[lane]!.thread
      const [low, high] = [firsts[thread]!, firsts[thread + 1]!]
      let at = lowerBound(times, begin, low, high)
      let [run, length] = [IDLE, 0]
      for (let column = 0; column < columns; column++) {
        const left = begin + column * width
        const right = left + width
        while (at < high && times[at]! <= left) at++
        let end = at
        if (end < high && times[end]! < right) end = nextNotBefore(times, at, high, right)
        // The sample that ends after the cell may have begun in it.
        const until = Math.min(high, end + 1)
        const step = Math.max(1, Math.ceil((until - at) / MOST_IN_CELL))
        let kinds = 0
        for (let sample = at; sample < until; sample += step) {
          const time = times[sample]!
          const before = sample > low ? times[sample - 1]! : 0
          const start = Math.max(before, time - Math.max(1, cpuTime[sample]! * perMicrosecond))
          const weight = Math.min(time, right) - Math.max(start, left)
          if (weight <= 0) continue
          const shownFunction = shown[node[sample]!]!
          if (shownFunction < 0) continue
          const name = shownFunction + (waits[node[sample]!] === 1 ? functions.length : 0)
          let kind = 0
          while (kind < kinds && found[kind] !== name) kind++
          if (kind === kinds) {
            found[kinds] = name
            weights[kinds++] = weight
          } else weights[kind]! += weight
        }
        let best = IDLE
        for (let kind = 0, most = 0; kind < kinds; kind++) {
          if (weights[kind]! <= most) continue
          most = weights[kind]!
          best = found[kind]!
        }
        if (best !== IDLE) {
          if (nameOf[best] === -1) {
            const isWaiting = best >= functions.length
            const { name } = functions[isWaiting ? best - functions.length : best]!
            nameOf[best] = names.push(isWaiting ? `${name}${waitingMark}` : name) - 1
            waiting.push(isWaiting ? 1 : 0)
            placeInRun.push(isWaiting ? -1 : places[best]!)
            counts.push(0)
          }
          best = nameOf[best]!
          counts[best]!++
        }
        if (best === run) length++
        else {
          if (length > 0) runs.push(length, run)
          run = best
          length = 1
        }
        // After the last sample the row is idle.
        if (at >= high) {
          const rest = columns - column - 1
          if (rest > 0 && run === IDLE) {
            length += rest
            column = columns
          }
        }
      }
      if (length > 0) runs.push(length, run)
    }
    const wasteByName = (): ((name: number) => number) => {
      const sums = names.map(() => ({ waste: 0, use: 0 }))
      if (isNeutral(tool)) return () => -1
      for (const row of new Set(frame)) {
        const sum = sums[nameOf[functionIndex[row]!]!]
        if (sum === undefined) continue
        sum.waste += metrics.value(row, 'wasteInclusive')
        sum.use += metrics.value(row, 'useInclusive')
      }
      return (name) => (sums[name]!.waste + sums[name]!.use > 0 ? sums[name]!.waste / (sums[name]!.waste + sums[name]!.use) : -1)
    }
    const order = names.map((_, name) => name).sort((a, b) => counts[b]! - counts[a]!)
    const placeOf = new Int32Array(names.length)
    for (const [place, name] of order.entries()) placeOf[name] = place
    for (let i = 1; i < runs.length; i += 2) if (runs[i]! >= 0) runs[i] = placeOf[runs[i]!]!
    return {
      names: order.map((name) => names[name]!),
      cells: order.map((name) => counts[name]!),
      waste: colour === 'waste' ? order.map(wasteByName()) : [],
      waits: order.map((name) => waiting[name]!),
      places: order.map((name) => placeInRun[name]!),
      lanes: rowLanes,
      runs,
    }
  }

  /** Null if the thread was not running. @throws RpcError not-found: there is no such lane */
  at(lane: number, time: number): TraceMoment | null {
    const { lanes } = this.#traced()
    const thread = lanes[lane]?.thread
    if (thread === undefined) throw new RpcError('not-found', 'The trace has no such thread')
    const { profile } = this.#loaded
    const {
      trace,
      traceAxis: { firsts, unit },
    } = profile
    const times = this.#timesOfSamples()
    const [low, high] = [firsts[thread]!, firsts[thread + 1]!]
    const sample = lowerBound(times, time / unit, low, high)
    if (sample >= high) return null
    const to = times[sample]! * unit
    const from = Math.max(sample > low ? times[sample - 1]! * unit : 0, to - Math.max(unit, trace.cpuTime[sample]! * MICROSECOND))
    if (time < from) return null
    const node = trace.node[sample]!
    const { frames, leaf } = contextOf(profile, node)
    const startUp = this.#loaded.startUpRows()
    const outer = pathTo((row) => profile.nodes.parent[row]!, node).filter((row) => startUp.has(row)).length
    const path = [...frames, leaf].map(({ function: name, file, line }) => ({ name, file, line }))
    return { from, to, cpuTime: trace.cpuTime[sample]! * MICROSECOND, node, path: path.slice(Math.min(outer, path.length - 1)) }
  }

  #waitingRows(): Uint8Array {
    return (this.#waits ??= waitingNodes(this.#loaded.profile))
  }

  #traced(): TraceSummary {
    const summary = this.summary()
    if (summary.lanes.length === 0) throw new RpcError('not-found', 'The profile holds no trace')
    return summary
  }

  #timesOfSamples(): Uint32Array {
    return (this.#times ??= traceTimes(this.#loaded.profile))
  }

  /** For each row of the tree, the frame that represents it; the last answer is kept. */
  #levelsAt(depth: number, colour: TraceColour, tool: number): Levels {
    if (this.#levels?.depth === depth && this.#levels.colour === colour && this.#levels.tool === tool) return this.#levels
    const { profile } = this.#loaded
    const { parent, kind, functionIndex, length } = profile.nodes
    const frame = new Int32Array(length)
    if (colour === 'region') {
      for (const rows of regionRows(profile).values()) for (const row of rows) frame[row] = row
      for (let row = 1; row < length; row++) if (frame[row] === 0) frame[row] = frame[parent[row]!]!
    } else {
      const startUp = this.#loaded.startUpRows()
      const level = new Uint16Array(length)
      for (let row = 1; row < length; row++) {
        const above = parent[row]!
        const isOne = isFunctionRow(kind[row]!)
        level[row] = level[above]! + (isOne && !startUp.has(row) ? 1 : 0)
        // A start-up function represents only its own code: its callee is at depth 1.
        frame[row] = isOne && level[row]! <= depth ? row : frame[above]!
      }
    }
    const shown = frame.map((row) => (row === 0 ? -1 : functionIndex[row]!))
    return (this.#levels = { depth, colour, tool, frame, shown, places: this.#placesByTime(shown) })
  }

  /** @param shown [row of the tree]: function; −1: none @returns see Levels.places */
  #placesByTime(shown: Int32Array): Int32Array {
    const { trace, functions } = this.#loaded.profile
    const waits = this.#waitingRows()
    const times = new Float64Array(functions.length)
    for (let sample = 0; sample < trace.length; sample++) {
      const row = trace.node[sample]!
      // Samples without CPU time also have cells.
      if (shown[row]! >= 0 && waits[row] !== 1) times[shown[row]!]! += Math.max(1, trace.cpuTime[sample]!)
    }
    const places = new Int32Array(functions.length).fill(-1)
    const working = Array.from(times.keys()).filter((index) => times[index]! > 0)
    working.sort((a, b) => times[b]! - times[a]! || a - b)
    for (const [place, index] of working.entries()) places[index] = place
    return places
  }
}

/** Like lowerBound, for an answer that is probably near `low`. */
function nextNotBefore(times: Uint32Array, low: number, high: number, time: number): number {
  let reach = 1
  while (low + reach < high && times[low + reach]! < time) reach *= 2
  return lowerBound(times, time, low + (reach >>> 1), Math.min(high, low + reach + 1))
}
