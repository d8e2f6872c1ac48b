import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { startRemoteHost, type RemoteRequest } from './remote.ts'

const directory = temporaryDirectory()

beforeEach(() => vi.stubEnv('PATH', `${directory}:${process.env['PATH']}`))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Starts a host through a shell script that stands in for ssh. */
function start(script: string, request: Partial<RemoteRequest> = {}): ReturnType<typeof startRemoteHost> {
  writeFileSync(join(directory, 'ssh'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(directory, 'ssh'), 0o755)
  return startRemoteHost({
    destination: 'cluster',
    command: 'hagstone',
    files: [],
    allowLaunch: false,
    port: 0,
    sshArguments: [],
    questions: 'askpass',
    signal: new AbortController().signal,
    ...request,
  })
}

const announced = "echo 'http://localhost:PORT/?token=secret'"

test('an option of ssh is not a machine', async () => {
  await expect(start(announced, { destination: '-oProxyCommand=touch /tmp/x' })).rejects.toThrow(/is no machine/)
})

test('another address comes from the host there', async () => {
  const remote = await start(`${announced}; read line; echo 'http://127.0.0.1:PORT/?token=second'; exec sleep 600`)
  const { origin } = new URL(remote.address)
  expect([remote.address, await remote.newAddress()]).toEqual([`${origin}/?token=secret`, `${origin}/?token=second`])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const refused = expect(remote.newAddress()).rejects.toThrow('The host on cluster issues no other address; it may be an older version.')
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  const closed = remote.close()
  await vi.advanceTimersByTimeAsync(60_000)
  await closed
})

test('a connection whose other end no longer answers is ended nevertheless', async () => {
  const remote = await start(`${announced}; exec sleep 600`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closed = remote.close()
  vi.advanceTimersByTime(60_000)
  await closed
  await remote.ended
})

test('the program that asks for a password ends with the attempt', async () => {
  const cancelling = new AbortController()
  // It keeps stderr open, which the attempt waits for.
  const asking = join(directory, 'asking')
  const attempt = expect(start(`sleep 600 & touch '${asking}'; wait`, { signal: cancelling.signal })).rejects.toThrow(
    /ended with a signal before hagstone answered/,
  )
  await expect.poll(() => existsSync(asking), { timeout: 300_000 }).toBe(true)
  cancelling.abort()
  await attempt
})
