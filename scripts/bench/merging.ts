/**
 * Cost of merging the profiles of many threads. Prints one JSON object of seconds of time and of CPU time:
 *
 *   node scripts/bench/merging.ts THREADS
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyzeInMemory } from '../../electron/analysis/analyze_recording.ts'
import { mergeContexts } from '../../electron/analysis/merge/merge_contexts.ts'
import { readRecordingDirectory } from '../../electron/analysis/recording_directory.ts'
import { manyThreads } from './made_up/many_threads.ts'
import { median } from './statistics.ts'

export interface MergingTimes {
  threads: number
  /** Contexts of all threads together; `merged`: of the merged tree. */
  contexts: number
  merged: number
  /** Seconds to merge the contexts: in order by one thread, and side by side. */
  inOrder: number
  inParallel: number
  /** Seconds of CPU time from the recording in memory to the profile in memory. */
  analysis: number
}

const [threads = 2048] = process.argv.slice(2).map(Number)
const contextsOfThread = 2_000
const pairsOfThread = 200
const repetitions = 3
const sideBySide = 2

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const directory = mkdtempSync(join(tmpdir(), 'hagstone-bench-'))
try {
  manyThreads(threads, contextsOfThread, pairsOfThread).write(join(directory, 'process-100-1.hagraw'))
  const recording = readRecordingDirectory(directory)
  let merged = 0
  const [inOrder, inParallel]: number[][] = [[], []]
  for (let round = 0; round < repetitions; round++) {
    inOrder!.push(
      await seconds(async () => {
        merged = (await mergeContexts(recording.processes, 1)).contexts.length
      }),
    )
    inParallel!.push(await seconds(() => mergeContexts(recording.processes, sideBySide)))
  }
  const before = process.cpuUsage()
  await analyzeInMemory(recording, { symbols: null })
  const { user, system } = process.cpuUsage(before)
  const times: MergingTimes = {
    threads,
    contexts: threads * contextsOfThread,
    merged,
    inOrder: median(inOrder!),
    inParallel: median(inParallel!),
    analysis: (user + system) / 1e6,
  }
  console.log(JSON.stringify(times))
} finally {
  rmSync(directory, { recursive: true, force: true })
}
