/** Runs commands that may be killed, and finds the processes that they leave behind. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemErrorCode } from '../../electron/failure.ts'

/** In the environment of all processes of a trial. */
export const trialMark = 'HAGSTONE_RELIABILITY_TRIAL'

export interface Ended {
  status: number | null
  signal: NodeJS.Signals | null
  /** SHA-256 of standard output. */
  printed: string
  stderr: string
  seconds: number
}

export interface Running {
  pid: number
  ended: Promise<Ended>
}

/** @param trial name that `leftBehind` finds its processes by */
export function start(trial: string, command: string[], environment: Record<string, string> = {}): Running {
  const [program = '', ...programArguments] = command
  const started = performance.now()
  const child = spawn(program, programArguments, { env: { ...process.env, ...environment, [trialMark]: trial }, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = createHash('sha256')
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => printed.update(chunk))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ status, signal, printed: printed.digest('hex'), stderr, seconds: (performance.now() - started) / 1000 }))
  })
  return { pid: child.pid ?? 0, ended }
}

export interface MarkedProcess {
  pid: number
  command: string
}

/** Living processes of the trial. */
export function processesOf(trial: string): MarkedProcess[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      const environment = ofProcess(pid, 'environ')
      if (!environment.split('\0').includes(`${trialMark}=${trial}`)) return []
      return [{ pid: Number(pid), command: ofProcess(pid, 'cmdline').replaceAll('\0', ' ').trim() }]
    })
}

/** Empty of a process that has ended, or is another user's. */
function ofProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return ''
    throw error
  }
}

/** Those that live on after `seconds`; they are killed. */
export async function leftBehind(trial: string, seconds: number): Promise<MarkedProcess[]> {
  const until = performance.now() + seconds * 1000
  while (processesOf(trial).length > 0 && performance.now() < until) await sleep(50)
  const left = processesOf(trial)
  for (const { pid } of left) kill(pid)
  return left
}

/** Kills a process that may have ended. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error
  }
}
