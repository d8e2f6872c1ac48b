/** Measurements of trace.ts for 2,048 ranks that ran for 10 minutes, beside the goals. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MOST_TRACE_SAMPLES } from '../../../shared/profile/trace.ts'
import { table } from '../markdown.ts'
import { benchDirectory, root, run } from '../tools.ts'
import type { TraceTimes } from '../trace.ts'

const ranks = 2048
const seconds = 600
const rate = 100
const nanosecond = 1e9

export function traceSection(): string {
  mkdirSync(benchDirectory, { recursive: true })
  const path = join(benchDirectory, 'traced.hagstone')
  const module = JSON.stringify(join(import.meta.dirname, '../made_up/large_profile.ts'))
  const stride = Math.ceil((ranks * seconds * rate) / MOST_TRACE_SAMPLES)
  const traced = JSON.stringify({ ranks, samples: Math.floor((seconds * rate) / stride), period: (stride * nanosecond) / rate })
  run([
    process.execPath,
    '--input-type=module',
    '-e',
    `const { writeLargeProfile } = await import(${module}); writeLargeProfile(${JSON.stringify(path)}, 200_000, 10_000, '/usr/lib', false, ${traced})`,
  ])
  const times = JSON.parse(run([process.execPath, `${root}/scripts/bench/trace.ts`, path])) as TraceTimes
  rmSync(path)
  const row = (question: string, value: number, aim = ''): string[] => [question, `${value.toFixed(3)} s`, aim]
  return `## Trace view

${ranks.toLocaleString('en')} ranks that ran for ${seconds / 60} minutes at ${rate} samples a second: ${((ranks * seconds * rate) / 1e6).toFixed(0)} million samples, of which a profile keeps one of ${stride}, ${(times.samples / 1e6).toFixed(1)} million, in a file of ${(times.fileBytes / 1e6).toFixed(0)} MB. Frames of 1,200 × 700 cells, medians of five.

${table(
  ['question', 'processor time', 'goal'],
  [
    row('first frame, for which the trace is read', times.first),
    row('the whole run', times.whole, '< 0.2 s'),
    row('a tenth of the run', times.part, '< 0.2 s'),
    row('another depth', times.depth, '< 0.2 s'),
    row('by waste, another depth', times.waste, '< 0.2 s'),
    row('filter all views to half of the run', times.filter),
    ['a frame on its way to the window', `${(times.frameBytes / 1e6).toFixed(1)} MB`, ''],
    ['memory of the host', `${(times.memory / 1e6).toFixed(0)} MB`, ''],
  ],
)}`
}
