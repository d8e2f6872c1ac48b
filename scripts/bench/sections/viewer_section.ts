/** Measurements of viewer.ts and e2e/support/window_times.ts for a large profile, beside the goals. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../markdown.ts'
import { benchDirectory, root, run } from '../tools.ts'
import type { QuestionTimes, ViewerTimes } from '../viewer.ts'

/** Seconds from the question that opens the profile. */
export interface WindowTimes {
  /** Names and numbers stand in the tree. */
  rows: number
  /** The heaviest pair is beside it. */
  pair: number
  /** Its row is shown in the tree, and marked. */
  marked: number
}

const contexts = 10_000_000
const pairs = 1_000_000

/** In a process of its own: what making it takes is not the viewer's memory. @param hasCreators see writeLargeProfile @returns its path */
function makeLargeProfile(hasCreators: boolean): string {
  mkdirSync(benchDirectory, { recursive: true })
  const path = join(benchDirectory, 'large.hagstone')
  const module = JSON.stringify(join(import.meta.dirname, '../made_up/large_profile.ts'))
  run([
    process.execPath,
    '--input-type=module',
    '-e',
    `const { writeLargeProfile } = await import(${module}); writeLargeProfile(${JSON.stringify(path)}, ${contexts}, ${pairs}, '/usr/lib', false, null, ${hasCreators})`,
  ])
  return path
}

export function viewerSection(): string {
  const created = makeLargeProfile(true)
  const threads = JSON.parse(run([process.execPath, `${root}/scripts/bench/viewer.ts`, created])) as ViewerTimes
  rmSync(created)
  const path = makeLargeProfile(false)
  const times = JSON.parse(run([process.execPath, `${root}/scripts/bench/viewer.ts`, path])) as ViewerTimes
  const inWindow = JSON.parse(run([process.execPath, `${root}/e2e/support/window_times.ts`, path])) as WindowTimes
  rmSync(path)
  const seconds = (value: number): string => `${value.toFixed(3)} s`
  const row = (question: string, name: keyof QuestionTimes, aim: string): string[] => [question, seconds(times[name]), seconds(times.processor[name]), aim]
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
  return `## Viewer

A made-up profile of ${times.contexts.toLocaleString('en')} contexts and ${times.pairs.toLocaleString('en')} pairs, a file of ${megabytes(times.fileBytes)}; one opening, and a second later the others, medians of five.

${table(
  ['question', 'answered in', 'processor time', 'goal'],
  [
    row('open, to the first rows of the tree', 'firstRows', '< 1 s'),
    ['the same if threads that two places created do all of it', seconds(threads.firstRows), seconds(threads.processor.firstRows), '< 1 s'],
    row('expand a row', 'expand', '< 0.1 s'),
    row('sort the tree', 'sort', '< 0.1 s'),
    row('search the tree', 'search', '< 1 s'),
    row('sort the pairs', 'pairRows', ''),
    row('search the pairs', 'pairSearch', '< 1 s'),
    row('open the flat view', 'flat', ''),
    row('open the bottom-up view', 'bottomUp', ''),
    row('draw the flame graph', 'flame', ''),
    ['*in the window of Chromium:* rows of the tree, from the question that opens the profile', seconds(inWindow.rows), '', '< 1 s'],
    ['the heaviest pair beside them', seconds(inWindow.pair), '', ''],
    ['its row shown and marked', seconds(inWindow.marked), '', ''],
    ['memory afterwards, and at most', `${megabytes(times.memory)}, ${megabytes(times.peakMemory)}`, '', '< 1,000 MB'],
  ],
)}`
}
