import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../shared/rpc/client.ts'
import type { RpcClient } from '../../shared/rpc/contract.ts'
import type { LaunchProgress, LaunchRequest } from '../../shared/rpc/recordings.ts'
import { emptyRawFile, installForTests } from '../cli/installation.testing.ts'
import { connectedPorts } from '../rpc/memory_port.testing.ts'
import { createWindowHost } from './window_host.ts'
import type { WindowHost } from './window_host.ts'

let directory: string
let native: string
let host: WindowHost
let client: RpcClient
let progress: LaunchProgress[]

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  native = installForTests(directory).native
  vi.stubEnv('HAGSTONE_NATIVE_DIRECTORY', native)
  vi.stubEnv('XDG_STATE_HOME', join(directory, 'state'))
  vi.stubEnv('XDG_CONFIG_HOME', join(directory, 'config'))
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})
beforeEach(() => start(null))
afterEach(() => host.dispose())

function start(launchRefusal: string | null): void {
  host = createWindowHost({ kind: 'serve', launchRefusal, openAtStart: [], compareAtStart: null, chooseFile: () => Promise.resolve(null) })
  const [window, port] = connectedPorts()
  host.connect(port)
  client = createClient(window)
  progress = []
  client.on('launch.progress', (report) => progress.push(report))
}

function request(program: string, words: string[], more: Partial<LaunchRequest> = {}): LaunchRequest {
  const workingDirectory = mkdtempSync(join(directory, 'work-'))
  return { program, arguments: words, workingDirectory, environment: {}, tools: ['dead-stores'], rate: 100, output: null, ...more }
}

async function reached(state: LaunchProgress['state']): Promise<LaunchProgress> {
  let last: LaunchProgress | undefined
  await expect.poll(() => (last = progress.at(-1))).toMatchObject({ state })
  return last!
}

describe('launching', () => {
  test('only the window that started a recording receives its events', async () => {
    const [window, port] = connectedPorts()
    host.connect(port)
    const heard: LaunchProgress[] = []
    createClient(window).on('launch.progress', (report) => heard.push(report))
    await client.call('launch.start', request('true', []))
    await reached('finished')
    expect(heard).toEqual([])
  })

  test('a reloaded window finds its recording, receives its events, and can stop it', async () => {
    const asked = request('sh', ['-c', 'echo ready; while :; do sleep 0.05; done'])
    const [window, port] = connectedPorts()
    host.connect(port)
    const first = createClient(window)
    const { recording } = await first.call('launch.start', asked)
    await first.call('launch.pause', { recording, paused: true })
    window.close()
    expect(progress).toEqual([])
    expect(await client.call('launch.running', {})).toEqual([recording])
    expect(await client.call('launch.follow', { recording })).toMatchObject({ request: asked, paused: true, progress: { recording } })
    await expect.poll(() => progress.at(-1)?.targetOutput).toContain('ready')
    await client.call('launch.stop', { recording })
    const { output } = await reached('finished')
    // Also when it ended meanwhile.
    expect(await client.call('launch.running', {})).toEqual([])
    expect(await client.call('launch.follow', { recording })).toMatchObject({ progress: { state: 'finished', output } })
    expect(await client.call('launch.follow', { recording: 1 })).toBeNull()
  })

  test('records a program, reports on it and opens its profile', async () => {
    const asked = request('sh', ['-c', 'echo "$GREETING"; pwd; echo problem >&2; exit 3'], { environment: { GREETING: 'good day', HOME: null } })
    const { recording } = await client.call('launch.start', asked)
    const last = await reached('finished')
    expect(last).toMatchObject({ recording, error: null, analysed: 1, output: expect.stringMatching(/\/work-[^/]+\/sh-\d{8}-\d{6}\.hagstone$/) })
    for (const line of ['good day', asked.workingDirectory, 'problem', 'hagstone: ended by status 3']) expect(last.targetOutput).toContain(`${line}\n`)
    expect(progress[0]).toMatchObject({ recording, state: 'starting', samples: 0 })
    expect(progress.find(({ state }) => state === 'running')).toMatchObject({ recording, samples: 0 })

    const summary = await client.call('profile.open', { path: last.output ?? '' })
    expect(summary.run).toMatchObject({ command: ['sh', ...asked.arguments], workingDirectory: asked.workingDirectory })
    expect(await client.call('host.recent', {})).toMatchObject([{ path: last.output, missing: false }])
    await client.call('host.forgetRecent', { path: last.output ?? '' })
    expect(await client.call('host.recent', {})).toEqual([])
  })

  test('stops it with all its processes, and still makes the profile', async () => {
    const marker = join(directory, 'child-ended')
    const script = `(trap 'touch ${marker}; exit' TERM; echo child; while :; do sleep 0.05; done) & wait`
    const { recording } = await client.call('launch.start', request('sh', ['-c', script]))
    await expect.poll(() => progress.at(-1)?.targetOutput).toContain('child')
    await client.call('launch.stop', { recording })
    expect(await reached('finished')).toMatchObject({ error: null, output: expect.any(String) })
    await expect.poll(() => existsSync(marker)).toBe(true)
  })

  test('discards it: the program ends, every window that follows sees it, and nothing is left', async () => {
    const marker = join(directory, 'discarded-child-ended')
    const script = `(trap 'touch ${marker}; exit' TERM; echo child; while :; do sleep 0.05; done) & wait`
    const asked = request('sh', ['-c', script], { output: 'kept.hagstone' })
    const older = join(asked.workingDirectory, 'kept.hagstone')
    writeFileSync(older, '')
    const { recording } = await client.call('launch.start', asked)
    const [window, port] = connectedPorts()
    host.connect(port)
    const other = createClient(window)
    const seen: string[] = []
    other.on('launch.progress', ({ state }) => seen.push(state))
    await other.call('launch.follow', { recording })
    await expect.poll(() => progress.at(-1)?.targetOutput).toContain('child')
    await other.call('launch.discard', { recording })
    await reached('discarded')
    await expect.poll(() => seen.at(-1)).toBe('discarded')
    expect(seen).toContain('discarding')
    await expect.poll(() => existsSync(marker)).toBe(true)
    // An older profile of the same name was not the recording's.
    expect(readdirSync(asked.workingDirectory)).toEqual(['kept.hagstone'])
    expect((await client.call('host.recent', {})).map(({ path }) => path)).not.toContain(older)
    expect(await client.call('launch.running', {})).toEqual([])
    await expect(client.call('launch.discard', { recording })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('reports that one stopped before it loaded the sampler has nothing', async () => {
    vi.stubEnv('HAGSTONE_NATIVE_DIRECTORY', installForTests(mkdtempSync(join(directory, 'unloadable-')), { raw: null }).native)
    try {
      const { recording } = await client.call('launch.start', request('sh', ['-c', 'echo ready; while :; do sleep 0.05; done']))
      await expect.poll(() => progress.at(-1)?.targetOutput).toContain('ready')
      await client.call('launch.stop', { recording })
      expect(await reached('failed')).toMatchObject({
        error: expect.stringMatching(/^sh was stopped \(signal SIGTERM\) before it loaded the sampler, so nothing was recorded; /),
      })
    } finally {
      vi.stubEnv('HAGSTONE_NATIVE_DIRECTORY', native)
    }
  })

  test('kills one that ignores SIGTERM', { timeout: 300_000 }, async () => {
    const { recording } = await client.call('launch.start', request('sh', ['-c', `trap '' TERM; echo deaf; while :; do sleep 0.05; done`]))
    await expect.poll(() => progress.at(-1)?.targetOutput).toContain('deaf')
    await client.call('launch.stop', { recording })
    expect(await reached('finished')).toMatchObject({ error: null })
  })

  /**
   * A script that prints the requests in the recording's control file (native/common/raw_format.h), in this order, then
   * ends.
   */
  function awaiting(...requests: number[]): string {
    const steps = requests.map(
      (request) => `until [ "$(od -An -tu4 -j8 -N4 "$HAGSTONE_RECORDING/control")" -eq ${request} ]; do sleep 0.02; done; echo "request ${request}"`,
    )
    return ['echo ready', ...steps].join('; ')
  }

  test('pauses and resumes through the control file', async () => {
    const { recording } = await client.call('launch.start', request('sh', ['-c', awaiting(1, 0)]))
    await expect.poll(() => progress.at(-1)?.targetOutput).toContain('ready')
    await client.call('launch.pause', { recording, paused: true })
    await expect.poll(() => progress.at(-1)?.targetOutput).toContain('request 1')
    await client.call('launch.pause', { recording, paused: false })
    expect(await reached('finished')).toMatchObject({ error: null, targetOutput: expect.stringContaining('request 0') })
    await expect(client.call('launch.pause', { recording, paused: true })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a limit ends the recording, not the program', async () => {
    await client.call(
      'launch.start',
      request('sh', ['-c', awaiting(2)], { duration: 0.2, follow: 'none', tolerance: 0, granularity: 'line', engine: 'software' }),
    )
    const last = await reached('finished')
    expect(last.targetOutput).toContain('hagstone: recording ended by --duration 0.2 s; the program continues\n')
    expect(last.targetOutput).toContain('request 2\n')
    const summary = await client.call('profile.open', { path: last.output ?? '' })
    expect(summary.run).toMatchObject({ stoppedBy: '--duration 0.2 s', exit: { code: 0 } })
  })

  test('rejects options that no recording can have', async () => {
    for (const more of [{ tolerance: 1 }, { duration: 0 }, { until: 0.9 }, { tools: ['values'] }, { engine: 'fast' }, { granularity: 'page' }]) {
      await expect(client.call('launch.start', request('true', [], more as Partial<LaunchRequest>))).rejects.toMatchObject({ code: 'invalid-argument' })
    }
  })

  test('rejects a bad program with its line', async () => {
    await expect(client.call('launch.start', request('hagstone-nothing', []))).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('was not found'),
    })
    await expect(client.call('launch.start', request('true', [], { workingDirectory: 'here' }))).rejects.toMatchObject({ code: 'invalid-argument' })
    await expect(client.call('launch.stop', { recording: 99 })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('is rejected where it is not allowed', async () => {
    await host.dispose()
    start('Not here.')
    expect(await client.call('host.describe', {})).toMatchObject({ canLaunch: false, launchRefusal: 'Not here.' })
    await expect(client.call('launch.start', request('true', []))).rejects.toMatchObject({ code: 'refused', message: 'Not here.' })
    await expect(client.call('launch.stop', { recording: 1 })).rejects.toMatchObject({ code: 'refused' })
    await expect(client.call('launch.processes', {})).rejects.toMatchObject({ code: 'refused', message: 'Not here.' })
    const attaching = request('sleep', [], { process: { id: process.ppid, startTime: null } })
    await expect(client.call('launch.start', attaching)).rejects.toMatchObject({ code: 'refused', message: 'Not here.' })
  })
})

describe('directories', () => {
  test('list what can be chosen, directories first, hidden entries left out', async () => {
    const path = mkdtempSync(join(directory, 'list-'))
    mkdirSync(join(path, 'sources'))
    writeFileSync(join(path, 'run.hagstone'), '')
    writeFileSync(join(path, 'solver'), '', { mode: 0o755 })
    writeFileSync(join(path, 'input.dat'), '')
    writeFileSync(join(path, '.hidden'), '')
    const { entries, parent } = await client.call('host.listDirectory', { path })
    expect(parent).toBe(directory)
    expect(entries.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['directory sources', 'file input.dat', 'profile run.hagstone', 'program solver'])
  })

  test('that do not exist are rejected with a message', async () => {
    await expect(client.call('host.listDirectory', { path: '/dev/null' })).rejects.toMatchObject({
      code: 'not-found',
      message: '/dev/null is no directory; choose another one.',
    })
  })
})

test('a kept raw recording opens like a profile, which is made beside it once', async () => {
  const path = mkdtempSync(join(directory, 'kept-'))
  for (const rank of [0, 1]) {
    mkdirSync(join(path, 'job.hagstone-recording', `rank-${rank}`), { recursive: true })
    writeFileSync(join(path, 'job.hagstone-recording', `rank-${rank}`, 'process-7-1.hagraw'), emptyRawFile())
  }
  const { entries } = await client.call('host.listDirectory', { path })
  expect(entries).toMatchObject([{ name: 'job.hagstone-recording', kind: 'profile' }])
  const summary = await client.call('profile.open', { path: join(path, 'job.hagstone-recording') })
  expect(summary).toMatchObject({ path: join(path, 'job.hagstone'), run: { ranks: [0, 1] } })
  const made = statSync(join(path, 'job.hagstone')).ino
  await client.call('profile.open', { path: join(path, 'job.hagstone-recording') })
  expect(statSync(join(path, 'job.hagstone')).ino).toBe(made)
})

test('the machine is checked on request', async () => {
  const report = await client.call('host.doctor', {})
  expect(report).toMatchObject({ schema: 'hagstone.doctor/1', engine: 'software' })
})

describe('without an app around the windows', () => {
  test('desktop.* reports it, and an editor is rejected where programs are', async () => {
    expect(await client.call('desktop.describe', {})).toBeNull()
    await expect(client.call('desktop.connect', { destination: 'ada@cluster', command: 'hagstone', allowLaunch: false })).rejects.toMatchObject({
      code: 'unable',
    })
    await expect(client.call('desktop.connect', { destination: '-oProxyCommand=id', command: 'hagstone', allowLaunch: false })).rejects.toMatchObject({
      code: 'invalid-argument',
    })
    await host.dispose()
    start('no programs here')
    await expect(client.call('settings.change', { editor: 'vi {file}' })).rejects.toMatchObject({ code: 'refused' })
  })
})
