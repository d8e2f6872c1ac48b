/** Cost of the exhaustive engine: CPU time and memory beside the native run and beside Valgrind's own tools. */
import { costBelowValgrind, engineOptions, medianNativeCost, nativeCost, slowdownBelowValgrind } from './exhaustive_cost.ts'
import { writeLoops } from './exhaustive_loops.ts'
import { accessesPerSweep, compiler, exhaustivePrograms, nativeSeconds, stencil } from './exhaustive_programs.ts'
import type { Program } from './exhaustive_programs.ts'
import { parallelRuns } from './parallel_runs.ts'
import { table } from '../markdown.ts'
import { median } from '../statistics.ts'
import { compile } from '../tools.ts'

/** ROUNDS in the environment chooses another number. */
const rounds = Number(process.env['ROUNDS'] ?? 1)
/** BENCH_TOOLS in the environment chooses some of the tools below by their names, separated by semicolons. */
const chosenTools = (process.env['BENCH_TOOLS'] ?? '').split(';').filter((name) => name !== '')

interface Tool {
  name: string
  /** Valgrind's options. */
  options: string[]
  /** Limits of the issue for the three programs, as text. */
  limits?: [string, string, string]
  /** With the loops of the program, as from `hagstone record`: pairs then have scopes. */
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
  engine(
    'bursty: dead, silent, loads',
    'dead-stores,silent-stores,redundant-loads',
    ['2 × none', '1.5 × none', '3 × none'],
    ['--window-on=1000000', '--window-off=99000000'],
  ),
  { name: 'memcheck', options: ['--tool=memcheck'] },
  { name: 'callgrind', options: ['--tool=callgrind', '--callgrind-out-file=/dev/null'] },
  { name: 'dhat', options: ['--tool=dhat', '--dhat-out-file=/dev/null'] },
]

async function slowdownOf(measure: string, { command, loops }: ProgramWithLoops, tool: Tool): Promise<{ cpu: number; memory: number }> {
  const options = tool.withLoops ? [...tool.options, `--loops=${loops}`] : tool.options
  const slowdowns: Array<{ cpu: number; memory: number }> = []
  while (slowdowns.length < rounds) slowdowns.push(await slowdownBelowValgrind(measure, options, command))
  return { cpu: median(slowdowns.map(({ cpu }) => cpu)), memory: median(slowdowns.map(({ memory: times }) => times)) }
}

interface ProgramWithLoops extends Program {
  /** Path of the loops file. */
  loops: string
}

async function slowdowns(measure: string): Promise<string> {
  const programs: ProgramWithLoops[] = []
  for (const program of await exhaustivePrograms(async (command) => (await nativeCost(measure, command)).cpu))
    programs.push({ ...program, loops: await writeLoops(program.command) })
  const native: string[] = []
  for (const { command } of programs) native.push((await medianNativeCost(measure, command)).cpu.toFixed(2), '')
  const rows: string[][] = []
  for (const tool of tools.filter(({ name }) => chosenTools.length === 0 || chosenTools.includes(name))) {
    const row = [tool.name]
    for (const [index, program] of programs.entries()) {
      const slowdown = await slowdownOf(measure, program, tool)
      console.error(`bench: ${tool.name}, ${program.name}: ${slowdown.cpu.toFixed(1)}, memory ${slowdown.memory.toFixed(1)}`)
      row.push(slowdown.cpu.toFixed(1), tool.limits?.[index] ?? '')
    }
    rows.push(row)
  }
  return table(['', ...programs.flatMap(({ name }) => [name, 'goal'])], [['native, CPU s', ...native], ...rows])
}

async function memory(measure: string): Promise<string> {
  // Two grids of 52 MB.
  const command = stencil(2560, 2)
  const native = (await nativeCost(measure, command)).peakKiB
  const chosen = [
    { measure: 'dead-stores', aim: '9' },
    { measure: 'dead-stores,silent-stores', aim: '9' },
    { measure: 'redundant-loads', aim: '14' },
  ]
  const rows: string[][] = []
  for (const { measure: tool, aim } of chosen) {
    const cost = await costBelowValgrind(measure, engineOptions(tool), command)
    rows.push([tool, (cost.peakKiB / native).toFixed(1), aim])
  }
  return table(['stencil of 105 MB', 'peak memory, × native', 'goal'], rows)
}

async function linearity(measure: string): Promise<string> {
  const options = engineOptions('dead-stores,silent-stores')
  const cpuOf = async (sweeps: number) => (await costBelowValgrind(measure, options, stencil(512, sweeps))).cpu
  const start = await cpuOf(0)
  const rows: string[][] = []
  for (const sweeps of [30, 300, 3000]) {
    const seconds = (await cpuOf(sweeps)) - start
    rows.push([String(sweeps), (sweeps * accessesPerSweep).toExponential(2), seconds.toFixed(2), ((seconds * 1e9) / (sweeps * accessesPerSweep)).toFixed(2)])
  }
  return table(['sweeps of the stencil', 'accesses', 'CPU s beyond the start', 'ns per access'], rows)
}

/** Peak memory and CPU time of a compiler by the length of its input: contexts, and with them memory, grow with the code that runs first. */
export async function compilerSection(): Promise<string> {
  const measure = compile('measure')
  const loops = await writeLoops(compiler(20))
  const chosen = [
    { name: 'dead and silent stores', options: engineOptions('dead-stores,silent-stores'), cpu: '50', memory: '13' },
    { name: 'redundant loads', options: engineOptions('redundant-loads'), cpu: '110', memory: '20' },
    { name: 'redundant loads with scopes', options: engineOptions('redundant-loads', ['--scope=once', `--loops=${loops}`]), cpu: '110', memory: '20' },
  ]
  const rows: string[][] = []
  for (const functions of [20, 60, 135]) {
    const command = compiler(functions)
    const native = await medianNativeCost(measure, command)
    for (const tool of chosen) {
      const slowdown = await slowdownBelowValgrind(measure, tool.options, command)
      const [cpu, times] = [slowdown.cpu.toFixed(1), slowdown.memory.toFixed(1)]
      console.error(`bench: ${tool.name}, compiler with ${functions} functions: ${cpu}, memory ${times}`)
      rows.push([tool.name, String(functions), native.cpu.toFixed(2), cpu, tool.cpu, (native.peakKiB / 1024).toFixed(0), times, tool.memory])
    }
  }
  return `## The exhaustive engine on a compiler

cc1 -O2 on one input of generated functions, one run each. The aims hold for native runs of at least 3 s and for memory of at
least 100 MB natively.

${table(['', 'functions', 'native, CPU s', 'CPU time, × native', 'goal', 'native, MiB', 'peak memory, × native', 'goal'], rows)}`
}

/** Threads run one at a time under Valgrind: CPU time is that of all of them. */
export async function parallelRunsSection(): Promise<string> {
  return `## Exhaustive runs of parallel programs

Conjugate gradients with 4 threads of OpenMP (GCC's runtime, \`OMP_WAIT_POLICY=passive\`), medians of ${Math.max(rounds, 3)} interleaved runs.
Goal: bursty runs take at most 1.3 times what Valgrind alone takes.

${await parallelRuns(compile('measure'), Math.max(rounds, 3))}`
}

export async function exhaustiveSection(): Promise<string> {
  const measure = compile('measure')
  return `## The exhaustive engine

CPU time below Valgrind divided by the median of native runs just before, meanwhile on the same processor, and just after; medians of
${rounds} run(s); native runs of at least ${nativeSeconds} s (\`NATIVE_SECONDS\`, \`ROUNDS\`). A compiler's short run is mostly translation: its ratios fall with the length of
the run. Published: DeadSpy 32.5, RedSpy's memory part 29.1, LoadSpy 58.7, Loca's exact reuse distance 153 (geometric
means on SPEC), bursty 12 to 13.

${await slowdowns(measure)}

${await memory(measure)}

Dead and silent stores over a hundredfold of accesses:

${await linearity(measure)}`
}
