/**
 * Merges the calling contexts of all processes, writers and threads: modules are the same if path and build id are,
 * contexts if their parents and locations are. Threads merge into one root.
 */
import { availableParallelism } from 'node:os'
import { CONTEXT_REGION_CALL, MODULE_THREAD_ROOT } from '../../raw/raw_layout.ts'
import type { RawContexts, RawProcess } from '../../raw/raw_process.ts'
import { CREATIONS, REGIONS } from './context_merger.ts'
import { countAccesses } from './counted_accesses.ts'
import { mergeInOrder, mergeInParallel, type MergedRows } from './parallel_merge.ts'
import { mergeValues } from './merge_values.ts'
import type { Locations, Merged } from '../merged.ts'

/** Whether a location represents the kernel; its offset then is the number of the system call. */
export function isKernel({ module, process }: Locations, location: number): boolean {
  return module[location] === -1 && process[location] === -1
}

/** Whether a location is the call of a parallel region's code: the frame of that function represents both. */
export function isRegionCall({ flags }: Locations, location: number): boolean {
  return (flags[location]! & CONTEXT_REGION_CALL) !== 0
}

/** Whether a location is a region; its offset then is a position among the names of regions. */
export function isRegion({ module, process }: Locations, location: number): boolean {
  return module[location] === -1 && process[location] === REGIONS
}

/** Whether a location is the boundary between a thread's creator and its work. */
export function isCreationPlace({ module, process }: Locations, location: number): boolean {
  return module[location] === -1 && process[location] === CREATIONS
}

/** With fewer contexts, merging finishes before another thread has started. */
const FEWEST_IN_PARALLEL = 2_000_000
/** Each has a table of its own. */
const MOST_THREADS = 16

/** @param threads that merge side by side; the result is the same for any number. Default: one for each processor, one alone for few contexts */
export async function mergeContexts(processes: RawProcess[], threads = defaultThreads(processes)): Promise<Merged> {
  return addMeasured(processes, threads > 1 ? await mergeInParallel(processes, threads) : mergeInOrder(processes), threadsOfContexts(processes))
}

/** Everything derived from the contexts alone; counted accesses and values complete it. */
export function addMeasured(processes: RawProcess[], { merger, contextRows }: MergedRows, contextThreads: Int32Array[][]): Merged {
  const accesses = countAccesses(processes, contextRows, contextThreads, merger)
  const values = mergeValues(processes, merger)
  return { ...merger.finish(), contextRows, contextThreads, accesses, values }
}

/** [process][writer]: thread index of each context. */
export function threadsOfContexts(processes: RawProcess[]): Int32Array[][] {
  return processes.map(({ writers }) => writers.map((writer) => threadsOf(writer.contexts)))
}

function defaultThreads(processes: RawProcess[]): number {
  const writers = processes.flatMap((process) => process.writers)
  const contexts = writers.reduce((sum, writer) => sum + writer.contexts.length, 0)
  return contexts < FEWEST_IN_PARALLEL ? 1 : Math.min(availableParallelism(), writers.length, MOST_THREADS)
}

function threadsOf(contexts: RawContexts): Int32Array {
  const thread = new Int32Array(contexts.length)
  for (let row = 0; row < contexts.length; row++) {
    thread[row] = contexts.module[row] === MODULE_THREAD_ROOT ? contexts.offset[row]! : thread[contexts.parent[row]!]!
  }
  return thread
}
