/** Access traces of known behaviour, their exact reuse distances, and what sampling sees of them. */
import { SeededRandom } from '../statistics/random.ts'
import type { DistanceSamples } from './survival.ts'

/** Locations in order of access. */
export type Trace = Int32Array

/** Accesses of `widths[i]` locations from `first[i]` on, in order. */
export interface WideTrace {
  first: Trace
  widths: Int32Array
}

/** Exact distances of each location of each access, in order, to its next access; 0 where there is none. */
export interface ExactReuse {
  time: Float64Array
  stack: Float64Array
}

/** Order statistics over last accesses (Bennett & Kruskal 1975; RDX section V): O(n log n). */
export function exactReuse(trace: Trace): ExactReuse {
  return exactWideReuse({ first: trace, widths: new Int32Array(trace.length).fill(1) })
}

/** Locations of the same access count neither as between the access and its next one, nor as before it. */
export function exactWideReuse(trace: WideTrace): ExactReuse {
  const starts = startsOf(trace)
  const touches = starts.at(-1)!
  const time = new Float64Array(touches)
  const stack = new Float64Array(touches)
  const tree = new Int32Array(touches + 1)
  const add = (position: number, amount: number) => {
    for (let i = position + 1; i <= touches; i += i & -i) tree[i]! += amount
  }
  const before = (position: number) => {
    let sum = 0
    for (let i = position; i > 0; i -= i & -i) sum += tree[i]!
    return sum
  }
  const lastTouch = new Map<number, number>()
  const accessOf = new Int32Array(touches)
  trace.first.forEach((first, access) => {
    const start = starts[access]!
    const end = starts[access + 1]!
    for (let touch = start; touch < end; touch++) {
      const earlier = lastTouch.get(first + touch - start)
      if (earlier === undefined) continue
      time[earlier] = access - accessOf[earlier]!
      stack[earlier] = before(start) - before(starts[accessOf[earlier]! + 1]!)
    }
    for (let touch = start; touch < end; touch++) {
      const location = first + touch - start
      const earlier = lastTouch.get(location)
      if (earlier !== undefined) add(earlier, -1)
      add(touch, 1)
      accessOf[touch] = access
      lastTouch.set(location, touch)
    }
  })
  return { time, stack }
}

/** Where in the touches each access begins, and their number behind. */
function startsOf({ widths }: WideTrace): Int32Array {
  const starts = new Int32Array(widths.length + 1)
  widths.forEach((width, access) => (starts[access + 1] = starts[access]! + width))
  return starts
}

/** `count` accesses drawn at random, as watchpoints see them: with their reuse, or unfinished at the end. */
export function sampled(exact: ExactReuse, count: number, seed: number): DistanceSamples {
  const accesses = exact.time.length
  return sampledWide({ first: new Int32Array(accesses), widths: new Int32Array(accesses).fill(1) }, exact, count, seed)
}

/** The same of accesses of several locations, of which the first one is watched. */
export function sampledWide(trace: WideTrace, exact: ExactReuse, count: number, seed: number): DistanceSamples {
  const random = new SeededRandom(seed)
  const accesses = trace.first.length
  const starts = startsOf(trace)
  const reuses: Array<{ at: number; distance: number }> = []
  const unfinished: Array<{ at: number; distance: number }> = []
  for (let i = 0; i < count; i++) {
    const at = random.nextBelow(accesses)
    const distance = exact.time[starts[at]!]!
    if (distance > 0) reuses.push({ at, distance })
    else unfinished.push({ at, distance: accesses - at })
  }
  const widthsOf = (sampled: Array<{ at: number }>) => Float64Array.from(sampled, ({ at }) => trace.widths[at]!)
  return {
    distances: Float64Array.from(reuses, ({ distance }) => distance),
    weights: new Float64Array(reuses.length).fill(1),
    locations: widthsOf(reuses),
    times: Float64Array.from(reuses, ({ at, distance }) => at + distance),
    censoredDistances: Float64Array.from(unfinished, ({ distance }) => distance),
    censoredWeights: new Float64Array(unfinished.length).fill(1),
    censoredLocations: widthsOf(unfinished),
    censoredTimes: Float64Array.from(unfinished, ({ at }) => at),
  }
}

/** One trace after another. */
export function joined(one: WideTrace, other: WideTrace): WideTrace {
  const both = (a: Int32Array, b: Int32Array) => {
    const all = new Int32Array(a.length + b.length)
    all.set(a)
    all.set(b, a.length)
    return all
  }
  return { first: both(one.first, other.first), widths: both(one.widths, other.widths) }
}

/** Sweeps over locations by accesses of `width` at a time, each sweep once around. */
export function wideSweeps(sweeps: Array<{ from: number; footprint: number; width: number }>, times: number): WideTrace {
  const accesses = sweeps.flatMap(({ from, footprint, width }) => Array.from({ length: footprint / width }, (_, i) => ({ first: from + i * width, width })))
  const all = Array.from({ length: accesses.length * times }, (_, i) => accesses[i % accesses.length]!)
  return { first: Int32Array.from(all, ({ first }) => first), widths: Int32Array.from(all, ({ width }) => width) }
}

/** Sweeps over `footprint` locations, again and again: every stack distance is footprint - 1. */
export function cyclicSweep(footprint: number, accesses: number): Trace {
  return Int32Array.from({ length: accesses }, (_, i) => i % footprint)
}

export function uniformRandom(footprint: number, accesses: number, seed = 1): Trace {
  const random = new SeededRandom(seed)
  return Int32Array.from({ length: accesses }, () => random.nextBelow(footprint))
}

/** Sweeps each block `sweeps` times before the next block, and all of it again. */
export function blockedLoop(footprint: number, block: number, sweeps: number, accesses: number): Trace {
  return Int32Array.from({ length: accesses }, (_, i) => {
    const inPass = i % (footprint * sweeps)
    return Math.floor(inPass / (block * sweeps)) * block + (inPass % block)
  })
}

/** A small random working set for the first half, a large one for the second. */
export function twoPhases(small: number, large: number, accesses: number): Trace {
  const half = accesses >>> 1
  const [first, second] = [uniformRandom(small, half, 2), uniformRandom(large, accesses - half, 3)]
  return Int32Array.from({ length: accesses }, (_, i) => (i < half ? first[i]! : small + second[i - half]!))
}

/** C += A·B for n × n matrices: loads of A and B, load and store of C, in the innermost loop. */
export function matrixProduct(n: number, order: 'ijk' | 'ikj'): Trace {
  const trace = new Int32Array(4 * n ** 3)
  let at = 0
  for (let i = 0; i < n; i++) {
    for (let outer = 0; outer < n; outer++) {
      for (let inner = 0; inner < n; inner++) {
        const [j, k] = order === 'ijk' ? [outer, inner] : [inner, outer]
        const c = 2 * n * n + i * n + j
        trace.set([i * n + k, n * n + k * n + j, c, c], at)
        at += 4
      }
    }
  }
  return trace
}
