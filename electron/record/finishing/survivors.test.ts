import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTicks, survivorsOf, waitForSurvivors } from './survivors.ts'

let directory: string
let child: ChildProcess | null = null
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-survivors-'))
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

/** Runs `script` in a shell, which prints a line when it is ready. @returns when the shell started, clock ticks */
async function start(script: string, environment: Record<string, string>): Promise<number> {
  child = spawn('/bin/sh', ['-c', script], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout!, 'data')
  return startTicks(child.pid!)!
}

test('a process without an environment is known by the directory that it inherited', async () => {
  const since = await start(`exec 9<'${directory}'; echo ready; read line`, {})
  // It is at work until it waits for its line.
  await expect.poll(() => survivorsOf(directory, since)).toEqual({ recorded: [], undecided: true, starting: false })
  // While other programs start and end, a look proves nothing: only of unchanged processes there is none.
  await expect.poll(() => survivorsOf(directory, since + 1).undecided).toBe(false)
  await expect.poll(() => survivorsOf(tmpdir(), since).undecided).toBe(false)
})

test('a running one gets the time it needs to begin its recording', async () => {
  const since = await start('echo ready; while :; do :; done', { HAGSTONE_RECORDING: directory })
  expect(survivorsOf(directory, since)).toEqual({ recorded: [], undecided: true, starting: true })
})

test('a waiting one is not waited for', async () => {
  const since = await start('echo ready; read line', { HAGSTONE_RECORDING: directory })
  expect(await waitForSurvivors(directory, since, new AbortController().signal, () => {})).toEqual([])
})
