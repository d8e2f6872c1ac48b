/** Access traces of known behaviour, their exact reuse distances, and what sampling sees of them. */
import { SeededRandom } from '../statistics/random.ts'
import type { DistanceSamples } from './survival.ts'

/** Locations in order of access. */
export type Trace = Int32Array

/** Exact distances of each access to its next access of the same location; 0 where there is none. */
export interface ExactReuse {
  time: Float64Array
  stack: Float64Array
}

/** Order statistics over last accesses (Bennett & Kruskal 1975; RDX section V): O(n log n). */
export function exactReuse(trace: Trace): ExactReuse {
  const time = new Float64Array(trace.length)
  const stack = new Float64Array(trace.length)
  const tree = new Int32Array(trace.length + 1)
  const add = (position: number, amount: number) => {
    for (let i = position + 1; i <= trace.length; i += i & -i) tree[i]! += amount
  }
  const before = (position: number) => {
    let sum = 0
    for (let i = position; i > 0; i -= i & -i) sum += tree[i]!
    return sum
  }
  const last = new Map<number, number>()
  trace.forEach((location, now) => {
    const earlier = last.get(location)
    if (earlier !== undefined) {
      time[earlier] = now - earlier
      stack[earlier] = before(now) - before(earlier + 1)
      add(earlier, -1)
    }
    add(now, 1)
    last.set(location, now)
  })
  return { time, stack }
}

/** `count` accesses drawn at random, as watchpoints see them: with their reuse, or unfinished at the end. */
export function sampled(exact: ExactReuse, count: number, seed: number): DistanceSamples {
  const random = new SeededRandom(seed)
  const reuses: Array<{ at: number; distance: number }> = []
  const unfinished: Array<{ at: number; distance: number }> = []
  for (let i = 0; i < count; i++) {
    const at = random.nextBelow(exact.time.length)
    if (exact.time[at]! > 0) reuses.push({ at, distance: exact.time[at]! })
    else unfinished.push({ at, distance: exact.time.length - at })
  }
  return {
    distances: Float64Array.from(reuses, ({ distance }) => distance),
    weights: new Float64Array(reuses.length).fill(1),
    times: Float64Array.from(reuses, ({ at, distance }) => at + distance),
    censoredDistances: Float64Array.from(unfinished, ({ distance }) => distance),
    censoredWeights: new Float64Array(unfinished.length).fill(1),
    censoredTimes: Float64Array.from(unfinished, ({ at }) => at),
  }
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
