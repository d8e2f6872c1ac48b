/** CPU time by function beside what `perf record` sees of the same execution (docs/metrics.md, CPU time). */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openProfile } from '../../electron/profile/open_profile.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { FUNCTION } from '../../shared/profile/tables.ts'
import { ready } from '../study/build.ts'
import type { ReadyProgram } from '../study/program.ts'
import { studyPrograms } from '../study/programs.ts'
import { run } from '../study/run.ts'
import { table } from './markdown.ts'
import { benchDirectory, root } from './tools.ts'

/** CPU_TIME_PROGRAMS in the environment chooses others of the study, separated by commas; CPU_TIME_SECONDS how long they run. */
const programs = (process.env['CPU_TIME_PROGRAMS'] ?? 'bzip2,lz4,lua,gawk,tcc,zopfli,minisat,fasttree').split(',')
const seconds = Number(process.env['CPU_TIME_SECONDS'] ?? 5)
/** Samples per second of CPU time, of both; primes, so that neither keeps step with the other. */
const perfRate = 997
const hagstoneRate = 499
/** Too many functions have less in both to read them one by one. */
const leastShare = 0.01
/** In standard deviations of the binomial distribution: by chance, one of 15,000 functions differs by more. */
const deviations = 4
/** Characters of a thread's name in the kernel. */
const longestThreadName = 15

interface Counted {
  counts: Map<string, number>
  total: number
}

export async function cpuTimeSection(): Promise<string> {
  if (spawnSync('perf', ['--version']).error !== undefined) return '## CPU time beside perf\n\nNot measured: perf is not installed.'
  const rows: string[][] = []
  for (const name of programs) {
    const program = studyPrograms.find((each) => each.name === name)
    if (program === undefined) throw new Error(`the study has no program ${name}`)
    const compared = compare(ready(program, seconds))
    console.error(`bench: cpu-time, ${name}: ${compared.join(' | ')}`)
    rows.push([name, ...compared])
  }
  return `## CPU time beside perf

\`perf record -e cpu-clock -F ${perfRate} -g\` around \`hagstone record --rate ${hagstoneRate}\` of ${seconds} s of each program: both sample the same
execution. Own time by function as the symbol table has it, that in a library by library; time in the kernel counts at the instruction that entered it, time in
Hagstone's agent is left out. Functions with at least ${leastShare * 100} % in either. "Noise": ${deviations} standard deviations of the difference, from both binomials.

${table(['program', 'interrupts', 'perf samples', 'functions', 'largest difference, points', 'its noise', 'function', 'perf', 'Hagstone', 'beyond 2 points and noise'], rows)}`
}

function compare(built: ReadyProgram): string[] {
  const directory = join(benchDirectory, 'cpu-time')
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const [data, profile] = [join(directory, 'perf.data'), join(directory, 'run.hagstone')]
  const perf = ['perf', 'record', '--quiet', '-e', 'cpu-clock', '-F', String(perfRate), '-g', '-o', data, '--']
  run(built, [
    ...perf,
    process.execPath,
    join(root, 'build/electron/cli.mjs'),
    'record',
    '--tool',
    'dead-stores',
    '--rate',
    String(hagstoneRate),
    '--output',
    profile,
    '--',
    ...built.command,
  ])
  const executable = basename(built.command[0]!)
  const [expected, found] = [perfSamples(data, executable), interrupts(profile, executable)]
  const share = ({ counts, total }: Counted, name: string): number => (counts.get(name) ?? 0) / total
  const names = [...new Set([...expected.counts.keys(), ...found.counts.keys()])].filter(
    (name) => Math.max(share(expected, name), share(found, name)) >= leastShare,
  )
  const differences = names
    .map((name) => {
      const [perfShare, own] = [share(expected, name), share(found, name)]
      const pooled = (expected.counts.get(name) ?? 0) + (found.counts.get(name) ?? 0)
      const mean = pooled / (expected.total + found.total)
      return { name, perfShare, own, difference: own - perfShare, noise: deviations * Math.sqrt(mean * (1 - mean) * (1 / expected.total + 1 / found.total)) }
    })
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
  const largest = differences[0]
  if (largest === undefined) throw new Error(`perf saw no function of ${executable}`)
  const points = (value: number): string => (value * 100).toFixed(2)
  const beyond = differences
    .filter(({ difference, noise }) => Math.abs(difference) > Math.max(0.02, noise))
    .map(({ name, difference }) => `${name} ${points(difference)}`)
  return [
    String(found.total),
    String(expected.total),
    String(names.length),
    points(largest.difference),
    points(largest.noise),
    `\`${largest.name}\``,
    `${points(largest.perfShare)} %`,
    `${points(largest.own)} %`,
    beyond.length === 0 ? 'none' : beyond.join(', '),
  ]
}

/** By the innermost function in the program's address space; samples in the agent are the profiler's. */
function perfSamples(data: string, executable: string): Counted {
  const command = executable.slice(0, longestThreadName)
  const { status, stdout, stderr } = spawnSync('perf', ['script', '-i', data, '--comm', command, '-F', 'ip,sym,dso'], { encoding: 'utf8', maxBuffer: 1 << 30 })
  if (status !== 0) throw new Error(`perf script: ${stderr}`)
  const counts = new Map<string, number>()
  let total = 0
  for (const sample of stdout.split('\n\n')) {
    const frames = sample.split('\n').flatMap((line) => {
      const frame = /^\s*[0-9a-f]+ (.*) \((.*)\)$/.exec(line)
      return frame === null ? [] : [{ name: frame[1]!, module: frame[2]! }]
    })
    const user = frames.find(({ module }) => !module.startsWith('[kernel') && module !== '[unknown]')
    if (user === undefined || user.module.includes('hagstone')) continue
    add(counts, placeName(user.name, user.module, executable))
    total++
  }
  return { counts, total }
}

function interrupts(path: string, executable: string): Counted {
  const { profile, close } = openProfile(path)
  try {
    const counts = new Map<string, number>()
    let total = 0
    profile.cpuTimes.node.forEach((node, row) => {
      const weight = profile.cpuTimes.time[row]! / profile.run.period
      add(counts, symbolOf(profile, node, executable), weight)
      total += weight
    })
    return { counts, total: Math.round(total) }
  } finally {
    close()
  }
}

/** The function whose code the instruction is in, inlined ones being part of it. */
function symbolOf({ nodes, functions, modules }: ProfileTables, node: number, executable: string): string {
  let row = node
  while (row > 0 && nodes.kind[row] !== FUNCTION) row = nodes.parent[row]!
  const { name = '', module = -1 } = functions[nodes.functionIndex[row]!] ?? {}
  return placeName(name, modules[module]?.path ?? '', executable)
}

/** Libraries count as a whole: their functions have several names at one address. perf follows links: libgomp.so.1 is libgomp.so.1.0.0 there. */
function placeName(name: string, module: string, executable: string): string {
  return basename(module) === executable ? functionName(name) : basename(module).replace(/\.so\.[\d.]+$/, '.so')
}

/** Without parameters, and without the suffixes that a compiler gives its copies. */
function functionName(name: string): string {
  return name
    .replaceAll(/ \[clone [^\]]*\]|\.(?:constprop|part|isra|cold|lto_priv)(?:\.\d+)*/g, '')
    .replace(/\(.*$/, '')
    .replace(/\+0x[0-9a-f]+$/, '')
}

function add(counts: Map<string, number>, name: string, weight = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + weight)
}
