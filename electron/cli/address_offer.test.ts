/** Addresses of a running host: the first, and others on request. */
import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'

const directory = temporaryDirectory()
const commandLine = [process.execPath, resolve(import.meta.dirname, 'main.js')] as const
const environment = { ...process.env, HOME: directory, XDG_RUNTIME_DIR: '', XDG_STATE_HOME: directory, XDG_CONFIG_HOME: directory }
const folder = join(directory, 'hagstone', 'private')
const started: ChildProcessWithoutNullStreams[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function start(program: string, words: string[], more: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  const child = spawn(program, words, { cwd: directory, env: { ...environment, ...more } })
  started.push(child)
  listen(child.stdout)
  listen(child.stderr)
  return child
}

const hagstone = (...words: string[]): ChildProcessWithoutNullStreams => start(commandLine[0], [commandLine[1], ...words])

/**
 * Output of each stream that no wait has consumed yet. Listening begins with the process, because several pieces may
 * come at once.
 */
const heard = new WeakMap<NodeJS.ReadableStream, { text: string }>()

function listen(stream: NodeJS.ReadableStream): void {
  const kept = { text: '' }
  heard.set(stream, kept)
  stream.on('data', (bytes: Buffer) => void (kept.text += bytes.toString()))
}

/** Waits for the next text in a stream that matches a pattern. */
async function next(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  const kept = heard.get(stream)!
  for (;;) {
    const found = pattern.exec(kept.text)
    if (found !== null) {
      kept.text = kept.text.slice(found.index + found[0].length)
      return found[0]
    }
    await once(stream, 'data')
  }
}

const address = /http:\/\/\S+(?=\s)/

/** The output of `serve --address`. */
async function asked(more: Record<string, string> = {}): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = start(commandLine[0], [commandLine[1], 'serve', '--address'], more)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stdout, stderr }
}

test('a line of input gives another address, and its end ends the host', async () => {
  const host = hagstone('serve', '--no-open', '--until-input-ends')
  const first = await next(host.stdout, address)
  host.stdin.write('\n')
  const second = await next(host.stdout, address)
  expect(new URL(second).port).toBe(new URL(first).port)
  expect(new URL(second).search).not.toBe(new URL(first).search)
  const [opened, again] = [await fetch(second), await fetch(second)]
  expect([opened.status, again.status, await again.text()]).toEqual([200, 403, expect.stringContaining('was used already')])
  host.stdin.end()
  expect(await once(host, 'exit')).toEqual([0, null])
})

test('Enter in a terminal gives another', async () => {
  const host = start('script', ['--quiet', '--flush', '--return', '--command', `'${commandLine[0]}' '${commandLine[1]}' serve --no-open`, '/dev/null'])
  const first = await next(host.stdout, /http:\/\/[^]*press Enter/)
  host.stdin.write('\r')
  const second = await next(host.stdout, address)
  expect(first).not.toContain(new URL(second).search)
  expect((await fetch(second)).status).toBe(200)
})

test('--address asks the running hosts, and reports if there are none', async () => {
  expect(await asked()).toEqual({
    status: 1,
    stdout: '',
    stderr: 'hagstone: No Hagstone serves windows to this user on this machine; start one with hagstone serve, or ask as the user who runs it.\n',
  })
  const profile = join(directory, 'run.hagstone')
  writeFileSync(profile, '')
  const startHost = async (...words: string[]) => {
    const host = hagstone('serve', '--no-open', ...words)
    const advice = next(host.stderr, /For another, run hagstone serve --address\.\n/)
    const first = await next(host.stdout, address)
    await advice
    return { host, first }
  }
  const one = await startHost()
  const { stdout: another } = await asked()
  expect(new URL(another).port).toBe(new URL(one.first).port)
  expect((await fetch(another.trim())).status).toBe(200)
  const two = await startHost(profile)
  const both = (await asked()).stdout.trim().split('\n')
  expect(both.map((line) => line.replace(/^\S+/, '').replace(/\d+/, 'N')).toSorted()).toEqual(['  run.hagstone (process N)', '  start page (process N)'])
  // Asked by a user with a runtime directory, unlike the hosts.
  mkdirSync(join(directory, 'runtime'))
  expect((await asked({ XDG_RUNTIME_DIR: join(directory, 'runtime') })).stdout.trim().split('\n')).toHaveLength(2)
  // A killed host is gone, and so is its socket.
  const killed = once(one.host, 'exit')
  one.host.kill('SIGKILL')
  await killed
  expect(new URL((await asked()).stdout).port).toBe(new URL(two.first).port)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const [socket, ...others] = readdirSync(folder)
  expect([statSync(join(folder, socket!)).mode & 0o777, others]).toEqual([0o600, []])
  const ended = once(two.host, 'exit')
  two.host.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(readdirSync(folder)).toEqual([])
})

test('a host in the background does not read its terminal, which would stop it', async () => {
  const serve = `'${commandLine[0]}' '${commandLine[1]}' serve --no-open`
  // Job control as in an interactive shell: the host gets a process group of its own, in the shell's background.
  const shell = start('script', [
    '--quiet',
    '--flush',
    '--return',
    '--command',
    `bash --norc -c "set -m; ${serve} & read line; jobs; kill %1; wait"`,
    '/dev/null',
  ])
  await next(shell.stdout, /For another, run hagstone serve --address/)
  shell.stdin.write('typed\r')
  expect(await next(shell.stdout, /\[1\]\S*\s+(Running|Stopped)/)).toMatch(/Running/)
})
