/**
 * Cost of observing a program: Hagstone's tools and common alternatives, one after another, with plain runs in between:
 * on a shared
 * machine the same run takes up to 1.4 times as long some minutes later.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cost } from '../bench/tools.ts'
import { mean, median } from '../bench/statistics.ts'
import { root, studyDirectory } from './directories.ts'
import type { ReadyProgram } from './program.ts'
import type { CostResult } from './results.ts'
import { run } from './run.ts'

interface Observer {
  name: string
  /** The package that must be installed; null: Hagstone's own. */
  needs: string | null
  /** Before the measured program; measure.c counts its child. */
  outside?: string[]
  /** Between measure.c and the program: what becomes part of the measured process. */
  inside?: string[]
}

const commandLine = [process.execPath, join(root, 'build/electron/cli.mjs')]
const sampling = (name: string, ...options: string[]): Observer => ({
  name,
  needs: null,
  outside: [...commandLine, 'record', ...options, '--output', 'cost.hagstone', '--'],
})
const exhaustive = (name: string, ...options: string[]): Observer => sampling(name, '--engine', 'exhaustive', '--tool', ...options)
const valgrind = (tool: string, ...options: string[]): Observer => ({
  name: tool,
  needs: 'valgrind',
  inside: ['valgrind', '--quiet', `--tool=${tool}`, ...options],
})

/** In the order of the table. */
const observers: Observer[] = [
  sampling('default tools'),
  ...['dead-stores', 'silent-stores', 'redundant-loads', 'reuse-distance', 'false-sharing'].map((tool) => sampling(tool, '--tool', tool)),
  ...['dead-stores', 'silent-stores', 'redundant-loads', 'spatial-loads', 'registers', 'values', 'reuse-distance'].map((tool) =>
    exhaustive(`exhaustive ${tool}`, tool),
  ),
  exhaustive('exhaustive, bursty, first three', 'dead-stores,silent-stores,redundant-loads', '--bursty'),
  {
    name: 'perf record',
    needs: 'perf',
    outside: ['perf', 'record', '--quiet', '--call-graph', 'dwarf', '-e', 'cpu-clock', '-F', '99', '-o', 'perf.data', '--'],
  },
  // It follows no children.
  { name: 'heaptrack', needs: 'heaptrack', inside: ['heaptrack', '--output', 'heaptrack.out'] },
  valgrind('callgrind', '--callgrind-out-file=/dev/null'),
  valgrind('dhat', '--dhat-out-file=/dev/null'),
  valgrind('memcheck'),
  // Its counts alone: telling every access takes more than two thousand times as long.
  valgrind('lackey', '--log-file=/dev/null'),
]

const rounds = Number(process.env['ROUNDS'] ?? 3)

export function measureCost(ready: ReadyProgram): CostResult {
  const measure = join(studyDirectory, 'measure')
  mkdirSync(studyDirectory, { recursive: true })
  execFileSync('gcc', ['-O2', '-o', measure, join(root, 'scripts/bench/programs/measure.c')])
  const isInstalled = ({ needs }: Observer): boolean => needs === null || spawnSync(needs, ['--version']).error === undefined
  const { installed = [], missing = [] } = Object.groupBy(observers, (observer) => (isInstalled(observer) ? 'installed' : 'missing'))
  if (missing.length > 0) console.error(`study: the cost is without ${missing.map(({ name }) => name).join(', ')}: not installed`)
  const costOf = (observer: Observer | null): Cost => {
    const result = join(ready.directory, 'cost.json')
    for (const left of ['cost.json', 'cost.hagstone', 'perf.data']) rmSync(join(ready.directory, left), { force: true })
    run(ready, [...(observer?.outside ?? []), measure, result, ...(observer?.inside ?? []), ...ready.command])
    if (!existsSync(result)) throw new Error(`${observer?.name ?? 'the plain run'} left no cost of ${ready.program.name}`)
    return JSON.parse(readFileSync(result, 'utf8').split('\n')[0]!) as Cost
  }
  const middle = (costs: Array<Pick<Cost, 'cpu' | 'peakKiB'>>) => ({
    cpu: median(costs.map(({ cpu }) => cpu)),
    peakKiB: median(costs.map(({ peakKiB }) => peakKiB)),
  })
  const times = <Value>(count: number, value: () => Value): Value[] => Array.from({ length: count }, value)
  const plainCost = () => middle(times(rounds, () => costOf(null)))
  const plain = [plainCost()]
  const observed = installed.map((observer) => {
    const cost = middle(times(isSlow(observer) ? 1 : rounds, () => costOf(observer)))
    plain.push(plainCost())
    return { name: observer.name, ...cost, plainCpu: mean(plain.slice(-2).map(({ cpu }) => cpu)) }
  })
  return { plain: middle(plain), observers: observed }
}

/** Tens of times the native run: its noise is small beside its ratio. */
function isSlow({ name, inside }: Observer): boolean {
  return inside !== undefined || name.startsWith('exhaustive')
}
