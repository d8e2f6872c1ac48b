/** What viewer.ts measured, beside what is aimed at. */
import { table } from './markdown.ts'
import { root, run } from './tools.ts'
import type { QuestionTimes, ViewerTimes } from './viewer.ts'

export function viewerSection(): string {
  const times = JSON.parse(run([process.execPath, `${root}/scripts/bench/viewer.ts`])) as ViewerTimes
  const seconds = (value: number): string => `${value.toFixed(3)} s`
  const row = (question: string, name: keyof QuestionTimes, aim: string): string[] => [question, seconds(times[name]), seconds(times.processor[name]), aim]
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
  return `## Viewer

A made-up profile of ${times.contexts.toLocaleString('en')} contexts and ${times.pairs.toLocaleString('en')} pairs, a file of ${megabytes(times.fileBytes)}; one opening, and a second later the others, medians of five.

${table(
  ['question', 'answered in', 'processor time', 'aim'],
  [
    row('open, to the first rows of the tree', 'firstRows', '< 1 s'),
    row('expand a row', 'expand', '< 0.1 s'),
    row('sort the tree', 'sort', '< 0.1 s'),
    row('search the tree', 'search', '< 1 s'),
    row('sort the pairs', 'pairRows', ''),
    row('search the pairs', 'pairSearch', '< 1 s'),
    row('open the flat view', 'flat', ''),
    row('open the bottom-up view', 'bottomUp', ''),
    ['memory afterwards, and at most', `${megabytes(times.memory)}, ${megabytes(times.peakMemory)}`, '', '< 1,000 MB'],
  ],
)}`
}
