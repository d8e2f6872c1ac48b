/** What viewer.ts measured, beside what is aimed at. */
import { table } from './markdown.ts'
import { root, run } from './tools.ts'
import type { ViewerTimes } from './viewer.ts'

export function viewerSection(): string {
  const times = JSON.parse(run([process.execPath, `${root}/scripts/bench/viewer.ts`])) as ViewerTimes
  const seconds = (value: number): string => `${value.toFixed(3)} s`
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
  return `## Viewer

A made-up profile of ${times.contexts.toLocaleString('en')} contexts and ${times.pairs.toLocaleString('en')} pairs, a file of ${megabytes(times.fileBytes)}; one opening, and a second later the others, medians of five.

${table(
  ['question', 'answered in', 'aim'],
  [
    ['open, to the first rows of the tree', seconds(times.firstRows), '< 1 s'],
    ['expand a row', seconds(times.expand), '< 0.1 s'],
    ['sort the tree', seconds(times.sort), '< 0.1 s'],
    ['search the tree', seconds(times.search), '< 1 s'],
    ['sort the pairs', seconds(times.pairRows), ''],
    ['search the pairs', seconds(times.pairSearch), '< 1 s'],
    ['open the flat view', seconds(times.flat), ''],
    ['open the bottom-up view', seconds(times.bottomUp), ''],
    ['memory afterwards, and at most', `${megabytes(times.memory)}, ${megabytes(times.peakMemory)}`, '< 1,000 MB'],
  ],
)}`
}
