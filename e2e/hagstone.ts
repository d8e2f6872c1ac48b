/** Runs the command line as a person would, without the launcher's set-up. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

export interface Result {
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export const commandLine = [process.execPath, resolve(import.meta.dirname, '../electron/cli/main.js')] as const

export function hagstone(
  commandArguments: string[],
  { cwd, env, input }: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Promise<Result> {
  const [program, entry] = commandLine
  const child = spawn(program, [entry, ...commandArguments], { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin.end(input ?? '')
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (status, signal) => done({ status, signal, stdout, stderr }))
  })
}
