/** What the exhaustive engine costs: CPU time and memory beside the native run and beside Valgrind's own tools. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { accessesPerSweep, compiler, exhaustivePrograms, nativeSeconds, stencil } from './exhaustive_programs.ts'
import { table } from './markdown.ts'
import { median } from './statistics.ts'
import { benchDirectory, compile, root, run } from './tools.ts'
import type { Cost } from './tools.ts'

/** ROUNDS in the environment chooses another number. */
const rounds = Number(process.env['ROUNDS'] ?? 1)
const libexec = join(root, 'build/native/exhaustive/libexec')
const recordings = join(benchDirectory, 'exhaustive-recordings')

interface Tool {
  name: string
  /** Valgrind's options. */
  options: string[]
  /** Limits of the issue for the three programs, as text. */
  limits?: [string, string, string]
}

const engine = (name: string, measure: string, limits: [string, string, string], more: string[] = []): Tool => ({
  name,
  options: ['--tool=hagstone', `--recording=${recordings}`, `--measure=${measure}`, ...more],
  limits,
})

const tools: Tool[] = [
  { name: 'Valgrind --tool=none', options: ['--tool=none'] },
  engine('counting run', 'count', ['1.4 × none', '1.2 × none', '1.6 × none']),
  engine('dead stores', 'dead-stores', ['15', '18', '45']),
  engine('dead and silent stores', 'dead-stores,silent-stores', ['17', '20', '50']),
  engine('redundant loads', 'redundant-loads', ['35', '35', '110']),
  engine('reuse distance, line', 'reuse-distance', ['60', '60', '120'], ['--granularities=line']),
  engine('registers, dead, silent', 'registers,dead-stores,silent-stores', ['25', '35', '–']),
  engine('bursty: dead, silent, loads', 'dead-stores,silent-stores,redundant-loads', ['2 × none', '1.5 × none', '3 × none'], ['--window-on=1000000', '--window-off=99000000']),
  { name: 'memcheck', options: ['--tool=memcheck'] },
  { name: 'callgrind', options: ['--tool=callgrind', '--callgrind-out-file=/dev/null'] },
  { name: 'dhat', options: ['--tool=dhat', '--dhat-out-file=/dev/null'] },
]

function costOf(measure: string, command: string[], tool: Tool | null): Cost {
  const result = join(benchDirectory, 'cost.json')
  rmSync(result, { force: true })
  rmSync(recordings, { recursive: true, force: true })
  mkdirSync(recordings, { recursive: true })
  const ours = tool?.options[0] === '--tool=hagstone'
  run([measure, result, ...(tool ? ['valgrind', '--quiet', ...tool.options] : []), ...command], ours ? { VALGRIND_LIB: libexec } : {})
  rmSync(recordings, { recursive: true, force: true })
  return JSON.parse(readFileSync(result, 'utf8')) as Cost
}

const cpuOf = (measure: string, command: string[], tool: Tool | null) =>
  median(Array.from({ length: rounds }, () => costOf(measure, command, tool).cpu))

/** Three times where it is cheap: every ratio hangs on it. */
function nativeCostOf(measure: string, command: string[]): Pick<Cost, 'cpu' | 'peakKiB'> {
  const costs = Array.from({ length: 3 }, () => costOf(measure, command, null))
  return { cpu: median(costs.map(({ cpu }) => cpu)), peakKiB: median(costs.map(({ peakKiB }) => peakKiB)) }
}

function slowdowns(measure: string): string {
  const programs = exhaustivePrograms((command) => costOf(measure, command, null).cpu)
  const native = programs.map(({ command }) => nativeCostOf(measure, command).cpu)
  const rows = tools.map((tool) => [
    tool.name,
    ...programs.flatMap(({ name, command }, index) => {
      console.error(`bench: ${tool.name}, ${name} …`)
      return [(cpuOf(measure, command, tool) / native[index]!).toFixed(1), tool.limits?.[index] ?? '']
    }),
  ])
  return table(
    ['', ...programs.flatMap(({ name }) => [name, 'aim'])],
    [['native, CPU s', ...native.flatMap((seconds) => [seconds.toFixed(2), ''])], ...rows],
  )
}

function memory(measure: string): string {
  // Two grids of 52 MB.
  const command = stencil(2560, 2)
  const native = costOf(measure, command, null).peakKiB
  const chosen = [
    { measure: 'dead-stores', aim: '9' },
    { measure: 'dead-stores,silent-stores', aim: '9' },
    { measure: 'redundant-loads', aim: '14' },
  ]
  return table(
    ['stencil of 105 MB', 'peak memory, × native', 'aim'],
    chosen.map(({ measure: tool, aim }) => [tool, (costOf(measure, command, engine(tool, tool, ['', '', ''])).peakKiB / native).toFixed(1), aim]),
  )
}

function linearity(measure: string): string {
  const tool = engine('', 'dead-stores,silent-stores', ['', '', ''])
  const start = costOf(measure, stencil(512, 0), tool).cpu
  const rows = [30, 300, 3000].map((sweeps) => {
    const seconds = costOf(measure, stencil(512, sweeps), tool).cpu - start
    return [String(sweeps), (sweeps * accessesPerSweep).toExponential(2), seconds.toFixed(2), ((seconds * 1e9) / (sweeps * accessesPerSweep)).toFixed(2)]
  })
  return table(['sweeps of the stencil', 'accesses', 'CPU s beyond the start', 'ns per access'], rows)
}

/** Peak memory and CPU time of a compiler by the length of its input: contexts, and with them memory, grow with the code that runs first. */
export function compilerSection(): string {
  const measure = compile('measure')
  const inputs = [20, 60, 135].map((functions) => {
    const command = compiler(functions)
    return { functions, command, native: nativeCostOf(measure, command) }
  })
  const chosen = [
    { measure: 'dead-stores,silent-stores', cpu: '50', memory: '13' },
    { measure: 'redundant-loads', cpu: '110', memory: '20' },
  ]
  const rows = chosen.flatMap((tool) =>
    inputs.map(({ functions, command, native }) => {
      console.error(`bench: ${tool.measure}, compiler with ${functions} functions …`)
      const cost = costOf(measure, command, engine(tool.measure, tool.measure, ['', '', '']))
      return [tool.measure, String(functions), native.cpu.toFixed(2), (cost.cpu / native.cpu).toFixed(1), tool.cpu,
        (native.peakKiB / 1024).toFixed(0), (cost.peakKiB / native.peakKiB).toFixed(1), tool.memory]
    }),
  )
  return `## The exhaustive engine on a compiler

cc1 -O2 on one input of generated functions, one run each. The aims hold for native runs of at least 3 s and for memory of at
least 100 MB natively.

${table(['', 'functions', 'native, CPU s', 'CPU time, × native', 'aim', 'native, MiB', 'peak memory, × native', 'aim'], rows)}`
}

export function exhaustiveSection(): string {
  const measure = compile('measure')
  return `## The exhaustive engine

CPU time below Valgrind divided by CPU time of the native run, medians of ${rounds} run(s); native runs of at
least ${nativeSeconds} s (\`NATIVE_SECONDS\`, \`ROUNDS\`). A compiler's short run is mostly translation: its ratios fall with the length of
the run. Published: DeadSpy 32.5, RedSpy's memory part 29.1, LoadSpy 58.7, Loca's exact reuse distance 153 (geometric
means on SPEC), bursty 12 to 13.

${slowdowns(measure)}

${memory(measure)}

Dead and silent stores over a hundredfold of accesses:

${linearity(measure)}`
}
