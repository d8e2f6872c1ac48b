/** The windows of another machine: started over ssh, forwarded, ended with the connection. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { commandLine, hagstone } from '../support/hagstone.ts'
import { temporaryDirectory } from './directory.ts'

const path = temporaryDirectory()
const started: ChildProcess[] = []
let environment: NodeJS.ProcessEnv

beforeAll(() => {
  script('ssh', `exec '${process.execPath}' '${resolve(import.meta.dirname, 'ssh_stand_in.ts')}' "$@"`)
  script('hagstone', `exec ${commandLine.map((word) => `'${word}'`).join(' ')} "$@"`)
  environment = {
    ...process.env,
    XDG_RUNTIME_DIR: '',
    XDG_STATE_HOME: path('state'),
    PATH: `${path('.')}:${process.env['PATH'] ?? ''}`,
    SSH_WORDS: path('words.json'),
  }
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function script(name: string, command: string): void {
  mkdirSync(dirname(path(name)), { recursive: true })
  writeFileSync(path(name), `#!/bin/sh\n${command}\n`)
  chmodSync(path(name), 0o755)
}

async function connected(words: string[]): Promise<{ child: ChildProcess; address: string; words: string[]; socket: string }> {
  const [program, entry] = commandLine
  const child = spawn(program, [entry, 'connect', '--no-open', ...words], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let said = ''
  child.stderr!.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const address = await Promise.race([
    once(child.stdout!, 'data').then(([bytes]: Buffer[]) => bytes!.toString().trim()),
    once(child, 'exit').then(() => Promise.reject(new Error(said))),
  ])
  const sshWords = JSON.parse(readFileSync(path('words.json'), 'utf8')) as string[]
  return { child, address, words: sshWords, socket: /:([^:]+)$/.exec(sshWords[sshWords.indexOf('-L') + 1]!)![1]! }
}

/** Polls, because a process on “another machine” is not a child of this one. */
async function gone(file: string): Promise<boolean> {
  await expect.poll(() => existsSync(file), { timeout: 300_000 }).toBe(false)
  return true
}

describe('hagstone connect', () => {
  test('shows the windows of the other machine, and ends the host there when it is interrupted', async () => {
    const { child, address, words, socket } = await connected(['ada@cluster', '--', '-p', '2222'])
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{20,}$/)
    expect(words).toEqual([
      '-o',
      'ExitOnForwardFailure=yes',
      '-L',
      expect.any(String),
      '-p',
      '2222',
      '--',
      'ada@cluster',
      `hagstone serve --socket ${socket} --until-input-ends`,
    ])
    const answer = await fetch(address)
    expect(answer.status).toBe(200)
    expect((await fetch(address)).status).toBe(403)
    const page = await fetch(new URL('/', address), { headers: { Cookie: answer.headers.get('set-cookie')!.split(';')[0]! } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
    expect((await fetch(new URL('/', address))).status).toBe(403)
    // The host there gives another address to each request here.
    const asked = await hagstone(['serve', '--address'], { env: environment as Record<string, string> })
    expect(asked).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:${new URL(address).port}/\\?token=[\\w-]{32}\n$`)),
    })
    expect(asked.stdout).not.toContain(new URL(address).search)
    expect((await fetch(asked.stdout.trim())).status).toBe(200)
    const exit = once(child, 'exit')
    child.kill('SIGINT')
    expect((await exit)[0]).toBe(0)
    expect(await gone(socket)).toBe(true)
  })

  test('leaves nothing running there when it is killed', async () => {
    const { child, socket } = await connected(['cluster'])
    expect(existsSync(socket)).toBe(true)
    child.kill('SIGKILL')
    expect(await gone(socket)).toBe(true)
  })

  test('ends ssh, too, when it is interrupted before the machine answers', async () => {
    script('unreachable/ssh', `trap "touch '${path('ended')}'; exit 255" TERM; touch '${path('connecting')}'; for step in $(seq 300); do sleep 0.1; done`)
    const [program, entry] = commandLine
    const child = spawn(program, [entry, 'connect', '--no-open', 'cluster'], {
      env: { ...process.env, PATH: `${path('unreachable')}:${process.env['PATH'] ?? ''}` },
      stdio: 'ignore',
    })
    started.push(child)
    await expect.poll(() => existsSync(path('connecting')), { timeout: 300_000 }).toBe(true)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect((await exit)[0]).toBe(0)
    expect(existsSync(path('ended'))).toBe(true)
  })

  test('quotes what it passes on, and refuses options in the machine’s place', async () => {
    expect(
      (await connected(['--allow-launch', 'cluster', '/data/my run.hagstone', '~/my run.hagstone']).catch((error: Error) => error.message)).toString(),
    ).toContain('/data/my run.hagstone')
    expect((JSON.parse(readFileSync(path('words.json'), 'utf8')) as string[]).at(-1)).toMatch(
      / --until-input-ends --allow-launch '\/data\/my run\.hagstone' ~\/'my run\.hagstone'$/,
    )
    expect(await hagstone(['connect', '--', '-p', '1'])).toMatchObject({ status: 2, stderr: 'hagstone: Give a machine; see hagstone connect --help.\n' })
  })

  test('says in one line what the other machine lacks', async () => {
    const missing = await hagstone(['connect', '--remote-command', 'no-hagstone-here', 'cluster'], { env: environment as Record<string, string> })
    expect(missing.status).toBe(3)
    expect(missing.stderr).toContain('hagstone: cluster has no command no-hagstone-here; install hagstone there, or say where it is with --remote-command.\n')
    const withoutSsh = await hagstone(['connect', 'cluster'], { env: { PATH: path('empty') } })
    expect(withoutSsh).toMatchObject({ status: 3, stderr: 'hagstone: ssh cannot be started (ENOENT); install an ssh client.\n' })
  })
})
