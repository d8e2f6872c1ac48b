/** What the exhaustive engine costs: CPU time and memory beside the native run and beside Valgrind's own tools. */
import { costBelowValgrind, engineOptions, medianNativeCost, nativeCost, slowdownBelowValgrind } from './exhaustive_cost.ts'
import { writeLoops } from './exhaustive_loops.ts'
import { accessesPerSweep, compiler, exhaustivePrograms, nativeSeconds, stencil } from './exhaustive_programs.ts'
import type { Program } from './exhaustive_programs.ts'
import { table } from './markdown.ts'
import { median } from './statistics.ts'
import { compile } from './tools.ts'

/** ROUNDS in the environment chooses another number. */
const rounds = Number(process.env['ROUNDS'] ?? 1)

interface Tool {
  name: string
  /** Valgrind's options. */
  options: string[]
  /** Limits of the issue for the three programs, as text. */
  limits?: [string, string, string]
  /** Told the loops of the program, as `hagstone record` does: pairs have scopes then. */
  withLoops?: boolean
}

const engine = (name: string, measure: string, limits: [string, string, string], more: string[] = []): Tool => ({
  name,
  options: engineOptions(measure, more),
  limits,
})

const tools: Tool[] = [
  { name: 'Valgrind --tool=none', options: ['--tool=none'] },
  engine('counting run', 'count', ['1.4 × none', '1.2 × none', '1.6 × none']),
  engine('dead stores', 'dead-stores', ['15', '18', '45']),
  engine('dead and silent stores', 'dead-stores,silent-stores', ['17', '20', '50']),
  engine('redundant loads', 'redundant-loads', ['35', '35', '110']),
  { ...engine('redundant loads with scopes', 'redundant-loads', ['35', '35', '110'], ['--scope=once']), withLoops: true },
  engine('reuse distance, line', 'reuse-distance', ['60', '60', '120'], ['--granularities=line']),
  engine('registers, dead, silent', 'registers,dead-stores,silent-stores', ['25', '35', '–']),
  engine('bursty: dead, silent, loads', 'dead-stores,silent-stores,redundant-loads', ['2 × none', '1.5 × none', '3 × none'], ['--window-on=1000000', '--window-off=99000000']),
  { name: 'memcheck', options: ['--tool=memcheck'] },
  { name: 'callgrind', options: ['--tool=callgrind', '--callgrind-out-file=/dev/null'] },
  { name: 'dhat', options: ['--tool=dhat', '--dhat-out-file=/dev/null'] },
]

function slowdownOf(measure: string, { command, loops }: ProgramWithLoops, tool: Tool): number {
  const options = tool.withLoops ? [...tool.options, `--loops=${loops}`] : tool.options
  return median(Array.from({ length: rounds }, () => slowdownBelowValgrind(measure, options, command).cpu))
}

interface ProgramWithLoops extends Program {
  /** Path of the loops file. */
  loops: string
}

async function slowdowns(measure: string): Promise<string> {
  const programs: ProgramWithLoops[] = []
  for (const program of exhaustivePrograms((command) => nativeCost(measure, command).cpu)) programs.push({ ...program, loops: await writeLoops(program) })
  const native = programs.map(({ command }) => medianNativeCost(measure, command).cpu)
  const rows = tools.map((tool) => [
    tool.name,
    ...programs.flatMap((program, index) => {
      const slowdown = slowdownOf(measure, program, tool).toFixed(1)
      console.error(`bench: ${tool.name}, ${program.name}: ${slowdown}`)
      return [slowdown, tool.limits?.[index] ?? '']
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
  const native = nativeCost(measure, command).peakKiB
  const chosen = [
    { measure: 'dead-stores', aim: '9' },
    { measure: 'dead-stores,silent-stores', aim: '9' },
    { measure: 'redundant-loads', aim: '14' },
  ]
  return table(
    ['stencil of 105 MB', 'peak memory, × native', 'aim'],
    chosen.map(({ measure: tool, aim }) => [tool, (costBelowValgrind(measure, engineOptions(tool), command).peakKiB / native).toFixed(1), aim]),
  )
}

function linearity(measure: string): string {
  const options = engineOptions('dead-stores,silent-stores')
  const start = costBelowValgrind(measure, options, stencil(512, 0)).cpu
  const rows = [30, 300, 3000].map((sweeps) => {
    const seconds = costBelowValgrind(measure, options, stencil(512, sweeps)).cpu - start
    return [String(sweeps), (sweeps * accessesPerSweep).toExponential(2), seconds.toFixed(2), ((seconds * 1e9) / (sweeps * accessesPerSweep)).toFixed(2)]
  })
  return table(['sweeps of the stencil', 'accesses', 'CPU s beyond the start', 'ns per access'], rows)
}

/** Peak memory and CPU time of a compiler by the length of its input: contexts, and with them memory, grow with the code that runs first. */
export function compilerSection(): string {
  const measure = compile('measure')
  const inputs = [20, 60, 135].map((functions) => {
    const command = compiler(functions)
    return { functions, command, native: medianNativeCost(measure, command) }
  })
  const chosen = [
    { measure: 'dead-stores,silent-stores', cpu: '50', memory: '13' },
    { measure: 'redundant-loads', cpu: '110', memory: '20' },
  ]
  const rows = chosen.flatMap((tool) =>
    inputs.map(({ functions, command, native }) => {
      const slowdown = slowdownBelowValgrind(measure, engineOptions(tool.measure), command)
      const [cpu, memory] = [slowdown.cpu.toFixed(1), slowdown.memory.toFixed(1)]
      console.error(`bench: ${tool.measure}, compiler with ${functions} functions: ${cpu}, memory ${memory}`)
      return [tool.measure, String(functions), native.cpu.toFixed(2), cpu, tool.cpu,
        (native.peakKiB / 1024).toFixed(0), memory, tool.memory]
    }),
  )
  return `## The exhaustive engine on a compiler

cc1 -O2 on one input of generated functions, one run each. The aims hold for native runs of at least 3 s and for memory of at
least 100 MB natively.

${table(['', 'functions', 'native, CPU s', 'CPU time, × native', 'aim', 'native, MiB', 'peak memory, × native', 'aim'], rows)}`
}

export async function exhaustiveSection(): Promise<string> {
  const measure = compile('measure')
  return `## The exhaustive engine

CPU time below Valgrind divided by CPU time of the native runs just before and after it, medians of ${rounds} run(s); native runs of at
least ${nativeSeconds} s (\`NATIVE_SECONDS\`, \`ROUNDS\`). A compiler's short run is mostly translation: its ratios fall with the length of
the run. Published: DeadSpy 32.5, RedSpy's memory part 29.1, LoadSpy 58.7, Loca's exact reuse distance 153 (geometric
means on SPEC), bursty 12 to 13.

${await slowdowns(measure)}

${memory(measure)}

Dead and silent stores over a hundredfold of accesses:

${linearity(measure)}`
}
