/** How long after the program's end its profile is there. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { statusFields } from '../../../electron/process_status.ts'
import { table } from '../markdown.ts'
import { median } from '../statistics.ts'
import { benchDirectory, root } from '../tools.ts'
import { prepareWorkloads } from '../workloads.ts'

/** ROUNDS in the environment chooses another number. */
const rounds = Number(process.env['ROUNDS'] ?? 5)
/** ms */
const LOOK = 2
const MILLISECONDS = 1e3
const cache = join(benchDirectory, 'ending-cache')
/** On one processor nothing is analysed while the program runs. */
const onOne = ['taskset', '--cpu-list', '0']

interface Ending {
  /** ms from the program's end to the launcher's */
  wait: number
  /** ms of CPU time that the launcher took after the program's end. */
  cpu: number
}

const isCompiler = spawnSync('clang++', ['--version'], { stdio: 'ignore' }).status === 0
const programs = [
  { name: '/bin/true', command: ['/bin/true'] },
  ...(isCompiler ? [{ name: 'clang', command: ['clang++', '-O2', '-std=c++20', '-c', 'templates.cpp', '-o', 'templates.o'] }] : []),
]

/** State, and CPU time in clock ticks of 10 ms, of a process; null if it is gone. */
function look(process: string): { name: string; state: string; cpu: number } | null {
  try {
    const text = readFileSync(`/proc/${process}/stat`, 'utf8')
    const fields = statusFields(text)
    return { name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')), state: fields[0]!, cpu: 10 * (Number(fields[11]) + Number(fields[12])) }
  } catch {
    return null
  }
}

function childrenOf(process: number): string[] {
  try {
    return readFileSync(`/proc/${process}/task/${process}/children`, 'utf8').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

function ending(command: string[], prefix: string[]): Promise<Ending> {
  const profile = join(benchDirectory, 'ending.hagstone')
  rmSync(profile, { force: true })
  const [first = '', ...others] = [...prefix, process.execPath, join(root, 'build/electron/cli.mjs'), 'record', '--output', profile, '--', ...command]
  const launcher = spawn(first, others, { cwd: benchDirectory, env: { ...process.env, XDG_CACHE_HOME: cache }, stdio: 'ignore' })
  const name = basename(command[0]!).slice(0, 15)
  let program: string | null = null
  let cpu = 0
  let end: { at: number; cpu: number } | null = null
  const timer = setInterval(() => {
    cpu = look(String(launcher.pid))?.cpu ?? cpu
    program ??= childrenOf(launcher.pid!).find((child) => look(child)?.name === name) ?? null
    if (program !== null && end === null && 'ZX'.includes(look(program)?.state ?? 'X')) end = { at: performance.now(), cpu }
  }, LOOK)
  return new Promise((resolve, reject) => {
    launcher.on('error', reject)
    launcher.on('exit', (status) => {
      clearInterval(timer)
      if (status !== 0 || end === null) reject(new Error(`${command.join(' ')} was not recorded: status ${status}`))
      else resolve({ wait: performance.now() - end.at, cpu: cpu - end.cpu })
    })
  })
}

export async function endingSection(): Promise<string> {
  mkdirSync(benchDirectory, { recursive: true })
  prepareWorkloads()
  const rows: string[][] = []
  for (const { name, command } of programs) {
    for (const isFirst of [true, false]) {
      const measured: Record<'one' | 'several', Ending[]> = { one: [], several: [] }
      for (let round = 0; round < rounds; round++) {
        for (const [kind, prefix] of [
          ['one', onOne],
          ['several', []],
        ] as const) {
          if (isFirst) rmSync(cache, { recursive: true, force: true })
          measured[kind].push(await ending(command, [...prefix]))
        }
      }
      const middle = (kind: 'one' | 'several', value: (one: Ending) => number): string => (median(measured[kind].map(value)) / MILLISECONDS).toFixed(2)
      rows.push([
        name,
        isFirst ? 'no' : 'yes',
        ...(['one', 'several'] as const).flatMap((kind) => [middle(kind, ({ wait }) => wait), middle(kind, ({ cpu }) => cpu)]),
        name === 'clang' ? (isFirst ? '1.5 s' : '0.5 s') : '0.25 s',
      ])
    }
  }
  rmSync(cache, { recursive: true, force: true })
  return `## After the program's end

From the end of a program to that of \`record\`, and the CPU time of \`record\` then: on one processor, where the analysis begins when the
program ends, and on all processors, where it begins while the program runs if one of them is idle. Medians of ${rounds} alternating rounds.
"Known" modules were recorded before.

${table(['program', 'known', 's on one', 'CPU s', 's on all', 'CPU s', 'goal'], rows)}`
}
