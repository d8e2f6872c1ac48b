/** Runs the command line as a person would, without the launcher's set-up. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { quoted } from '../../electron/record/program/shell_words.ts'
import { needSampling, samples } from './need_sampling.ts'

export interface Result {
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export const commandLine = [process.execPath, resolve(import.meta.dirname, '../../build/electron/cli.mjs')] as const

/** The same with descriptors for the recorded program, by which MPICH speaks to what starts it: as every launcher does it. */
export const launchedCommandLine = [
  'sh',
  '-c',
  `. ${quoted(resolve(import.meta.dirname, '../../resources/launcher/inherited_descriptors.sh'))}; exec ${commandLine.map(quoted).join(' ')} "$@"`,
  'hagstone',
] as const

interface Surroundings {
  cwd?: string
  env?: Record<string, string>
  input?: string
}

export interface Running {
  process: ChildProcess
  result: Promise<Result>
  /** Resolves to the pattern's first group as soon as standard error matches; rejects when the process ends without. */
  stderr(pattern: RegExp): Promise<string>
}

export function hagstone(commandArguments: string[], surroundings: Surroundings = {}): Promise<Result> {
  return startHagstone(commandArguments, surroundings).result
}

/** Skips the running test if it is to sample and this machine cannot. */
export function startHagstone(commandArguments: string[], { cwd, env, input }: Surroundings = {}): Running {
  if (samples(commandArguments)) needSampling()
  const [program, entry] = commandLine
  const child = spawn(program, [entry, ...commandArguments], { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  // A command that has ended reads no more; its result says how it ended.
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const result = new Promise<Result>((done, fail) => {
    child.once('error', fail)
    child.once('close', (status, signal) => done({ status, signal, stdout, stderr }))
  })
  const matching = (pattern: RegExp): Promise<string> =>
    new Promise((done, fail) => {
      const look = (): void => {
        const match = pattern.exec(stderr)
        if (match !== null) done(match[1]!)
      }
      child.stderr.on('data', look)
      child.once('close', () => fail(new Error(`no ${pattern} in: ${stderr}`)))
      look()
    })
  return { process: child, result, stderr: matching }
}
