/** The section about merging (merging.ts). */
import { table } from '../markdown.ts'
import type { MergingTimes } from '../merging.ts'
import { root, run } from '../tools.ts'

const threadCounts = [128, 512, 2048]

export function mergingSection(): string {
  const times = threadCounts.map((threads) => JSON.parse(run([process.execPath, `${root}/scripts/bench/merging.ts`, String(threads)])) as MergingTimes)
  const nanoseconds = (seconds: number, contexts: number): string => `${((seconds * 1e9) / contexts).toFixed(0)} ns`
  return `## Merging the profiles of many threads

Generated recordings of one process. Time per context of all threads: it is the same for any number of threads if the
cost is linear. "Side by side" is two threads and their communication.

${table(
  ['threads', 'contexts', 'in the merged tree', 'contexts merged in order', 'side by side', 'whole analysis, CPU time'],
  times.map(({ threads, contexts, merged, inOrder, inParallel, analysis }) => [
    threads.toLocaleString('en'),
    contexts.toLocaleString('en'),
    merged.toLocaleString('en'),
    nanoseconds(inOrder, contexts),
    nanoseconds(inParallel, contexts),
    nanoseconds(analysis, contexts),
  ]),
)}`
}
