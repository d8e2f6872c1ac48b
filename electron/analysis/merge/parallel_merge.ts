/**
 * Merges calling contexts in several threads, by a reduction tree: each thread merges the contexts of neighbouring
 * writers, then every second one adds its neighbour's, and so on; the last two meet here. Since each appends its
 * successor's contexts, rows get the numbers that merging all writers in order gives. Linear in the contexts of all
 * writers.
 */
import { Worker } from 'node:worker_threads'
import { workerFile } from '../../paths.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import { ContextMerger, type ProcessNames } from './context_merger.ts'
import type { MergeAnswer, MergeQuestion, WriterContexts } from '../merge_messages.ts'
import { sharedContexts } from './shared_columns.ts'

export interface MergedRows {
  merger: ContextMerger
  /** [process][writer]: row of each context; −1 where a thread root has none. */
  contextRows: Int32Array[][]
}

export function mergeInOrder(processes: RawProcess[]): MergedRows {
  const merger = new ContextMerger()
  const contextRows = processes.map((process, index) => {
    merger.process(process)
    return process.writers.map((writer) => merger.contexts(writer.contexts, index))
  })
  return { merger, contextRows }
}

/** @param threads at least 2 */
export async function mergeInParallel(processes: RawProcess[], threads: number): Promise<MergedRows> {
  const names = processes.map(({ modules, regions }): ProcessNames => ({ modules, regions }))
  const groups = groupWriters(processes, threads)
  const workers = groups.map(() => new MergeThread())
  try {
    const leaves = await Promise.all(groups.map((group, at) => workers[at]!.ask({ type: 'merge', names, writers: group })))
    // Missing names are made up where they are first needed; only merging in order numbers them in order.
    if (leaves.some(({ inventsNames }) => inventsNames)) return mergeInOrder(processes)
    let level = leaves.map(({ part }, at) => ({ worker: workers[at]!, part: part!, leaves: [at] }))
    /** [leaf]: rows of its contexts in the tree that now contains them. */
    const rowsOf: Array<Int32Array | null> = leaves.map(() => null)
    const moved = (leaf: number, rows: Int32Array): void => {
      const before = rowsOf[leaf]
      rowsOf[leaf] = before === null || before === undefined ? rows : before.map((row) => rows[row]!)
    }
    while (level.length > 2) {
      level = await Promise.all(
        pairsOf(level).map(async ([first, second]) => {
          if (second === undefined) return first
          const { part, rows } = await first.worker.ask({ type: 'add', part: second.part })
          for (const leaf of second.leaves) moved(leaf, rows!)
          return { worker: first.worker, part: part!, leaves: [...first.leaves, ...second.leaves] }
        }),
      )
    }
    const merger = new ContextMerger()
    for (const process of names) merger.process(process)
    for (const { part, leaves: own } of level) {
      const rows = merger.add(part)
      for (const leaf of own) moved(leaf, rows)
    }
    const contextRows: Int32Array[][] = processes.map(({ writers }) => writers.map(() => new Int32Array()))
    groups.forEach((group, leaf) =>
      group.forEach(({ process, writer }, at) => {
        const rows = rowsOf[leaf]!
        contextRows[process]![writer] = leaves[leaf]!.writerRows![at]!.map((row) => (row < 0 ? row : rows[row]!))
      }),
    )
    return { merger, contextRows }
  } finally {
    await Promise.all(workers.map((worker) => worker.end()))
  }
}

function pairsOf<T>(all: T[]): Array<[T, T | undefined]> {
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, at) => [all[2 * at]!, all[2 * at + 1]])
}

/** Neighbouring writers of about as many contexts in each group; no group is empty. */
function groupWriters(processes: RawProcess[], count: number): WriterContexts[][] {
  const all = processes.flatMap(({ writers }, process) => writers.map(({ contexts }, writer) => ({ process, writer, contexts })))
  const total = all.reduce((sum, { contexts }) => sum + contexts.length, 0)
  const groups: WriterContexts[][] = []
  let before = 0
  for (const { process, writer, contexts } of all) {
    const group = Math.min(count - 1, Math.floor((before * count) / Math.max(1, total)))
    before += contexts.length
    const shared = { process, writer, contexts: sharedContexts(contexts) }
    const last = groups.at(-1)
    if (last === undefined || (group >= groups.length && last.length > 0)) groups.push([shared])
    else last.push(shared)
  }
  return groups
}

/** A thread that keeps its merged data, and answers one request at a time. */
class MergeThread {
  readonly #worker = new Worker(workerFile(new URL('./merge_worker.ts', import.meta.url)))
  #waiting: { resolve(answer: MergeAnswer): void; reject(error: Error): void } | null = null

  constructor() {
    this.#worker.on('message', (answer: MergeAnswer) => this.#waiting?.resolve(answer))
    this.#worker.once('error', (error) => this.#waiting?.reject(error))
  }

  ask(question: MergeQuestion): Promise<MergeAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#worker.postMessage(question)
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
