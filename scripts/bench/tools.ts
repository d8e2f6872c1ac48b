/** The small C helpers of the benchmark, and the tools that run them. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

export const root = resolve(import.meta.dirname, '../..')
export const benchDirectory = join(root, 'build/bench')
const launcher = join(root, 'hagstone')

/** Compiles scripts/bench/programs/NAME.c into build/bench; returns the output's path. */
export function compile(name: 'measure' | 'parallel_regions' | 'parallel_solver' | 'short_threads' | 'ticks'): string {
  mkdirSync(benchDirectory, { recursive: true })
  const output = join(benchDirectory, name === 'ticks' ? 'libticks.so' : name)
  const options = name === 'ticks' ? ['-shared', '-fPIC'] : name.startsWith('parallel_') ? ['-fopenmp'] : []
  execFileSync('gcc', ['-O2', '-pthread', ...options, '-o', output, join(root, `scripts/bench/programs/${name}.c`)])
  return output
}

/** One run of a program, as measure.c reports it. Seconds; peak resident memory in KiB. */
export interface Cost {
  wall: number
  cpu: number
  peakKiB: number
}

/** Runs a command in build/bench to its end; returns its stdout. Throws with its stderr when it fails. */
export function run(command: string[], environment: Record<string, string> = {}): string {
  const [program = '', ...programArguments] = command
  const result = spawnSync(program, programArguments, {
    cwd: benchDirectory,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (result.status !== 0) throw new Error(`${command.join(' ')} ended with ${result.status ?? result.signal}:\n${result.stderr}`)
  return result.stdout
}

/** The same without its stdout, while others run. */
export async function runAside(command: string[], environment: Record<string, string> = {}): Promise<void> {
  const [program = '', ...programArguments] = command
  const child = spawn(program, programArguments, { cwd: benchDirectory, env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  const [stderr, status] = await Promise.all([
    text(child.stderr),
    new Promise<number | string | null>((resolve, reject) => child.on('error', reject).on('close', (code, signal) => resolve(code ?? signal))),
  ])
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}:\n${stderr}`)
}

/** Runs the command alone, or below `hagstone record` with `options` and the profile in `profile`, and returns the program's own cost. */
export function cost(measure: string, command: string[], profile: string | null, options: string[] = []): Cost {
  const resultFile = join(benchDirectory, 'cost.json')
  rmSync(resultFile, { force: true })
  const measured = [measure, resultFile, ...command]
  if (profile === null) run(measured)
  else record(measured, profile, options)
  return JSON.parse(readFileSync(resultFile, 'utf8')) as Cost
}

/** Records a command with the default settings plus `options`. */
export function record(command: string[], profile: string, options: string[] = []): void {
  rmSync(profile, { force: true })
  run([launcher, 'record', ...options, '--output', profile, '--', ...command])
}

/** `hagstone report --json` of a profile. */
export function report(profile: string): string {
  return run([launcher, 'report', profile, '--json', '--top', '1000'])
}
