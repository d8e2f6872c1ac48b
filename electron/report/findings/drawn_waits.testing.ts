/** Makes up profiles whose threads work and wait, and gathers their waits. */
import type { Wait } from '../../../shared/findings/waits/wait.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { findingsOf } from './findings.ts'

export const MILLISECOND = 1e6
const CREATED = { name: 'thread created by fill', linkageName: '', module: -1, file: -1, line: -1 }

export const NO_ROWS = { length: 0, node: new Int32Array(), interrupts: new Float64Array(), time: new Float64Array(), waits: new Uint8Array() }

export interface Drawn {
  /** In the form of profileFromStacks; "REGION" represents the name of a parallel region, a frame without spaces. */
  context: string
  waits: boolean
  /** ms of CPU time of each thread, in samples of 1 ms. */
  times: number[]
}

export function profileOf(drawn: Drawn[], threads = 2): ProfileTables {
  const made = profileFromStacks(drawn.map(({ context }, i) => `${context}   redundant-loads:WAITING   ${context}   ${i + 1}`).join('\n'))
  const node = made.pairs.source
  const rows = drawn.map((each, at) => ({ ...each, node: node[at]!, time: each.times.reduce((sum, time) => sum + time, 0) })).sort((a, b) => a.node - b.node)
  const samples = Array.from({ length: threads }, (_, thread) => rows.flatMap((row) => Array.from({ length: row.times[thread]! }, () => row.node)))
  const firsts = [0]
  for (const own of samples) firsts.push(firsts.at(-1)! + own.length)
  const all = samples.flat()
  return {
    ...made,
    run: { ...made.run, tellsWaiting: true },
    modules: made.modules.map((module) =>
      /\.so/.test(module.path) ? { ...module, path: `/usr/lib/x86_64-linux-gnu/${module.path.split('/').at(-1)}` } : module,
    ),
    functions: made.functions.map((each) =>
      each.name === 'REGION'
        ? { ...each, name: 'parallel region at omp.c:9', linkageName: 'fill._omp_fn.0', line: 9 }
        : each.name === 'CREATED'
          ? CREATED
          : each,
    ),
    threads: samples.map((_, thread) => ({
      rank: null,
      process: 7,
      thread: 70 + thread,
      name: 'omp',
      cpuTime: samples[thread]!.length * MILLISECOND,
      coverage: 1,
      samples: 0,
      tools: {},
    })),
    cpuTimes: {
      length: rows.length,
      node: Int32Array.from(rows, (row) => row.node),
      interrupts: Float64Array.from(rows, ({ time }) => time),
      time: Float64Array.from(rows, ({ time }) => time * MILLISECOND),
      waits: Uint8Array.from(rows, ({ waits }) => (waits ? 1 : 0)),
    },
    traceAxis: { unit: 1000, end: 1e9, firsts, stride: 1 },
    trace: { length: all.length, step: new Uint32Array(all.length).fill(1000), node: Uint32Array.from(all), cpuTime: new Uint32Array(all.length).fill(1000) },
  }
}

export const waitsOf = (profile: ProfileTables, directive: string | null = null): Wait[] =>
  findingsOf(profile, { lineText: (_, line) => (line === 9 ? directive : null) }).waits ?? []

/** Two threads of each of two ranks. */
export function withRanks(profile: ProfileTables): ProfileTables {
  const ranked = profile.threads.map((thread, row) => ({ ...thread, rank: row < 2 ? 0 : 1, process: row < 2 ? 7 : 8 }))
  return { ...profile, threads: ranked }
}
