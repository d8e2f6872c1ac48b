/** What every window test needs: a serve host of its own with a clean home, samples, and a page whose console is clean. */
import { test as base, expect } from '@playwright/test'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { nativeDirectories } from '../electron/paths.ts'
import { RecordedSamples, stateOf } from './recorded_samples.ts'
import type { SampleRun } from './recorded_samples.ts'

export interface Host {
  /** Address with its token. */
  address: string
  /** Home, working and configuration directory of this host; removed afterwards. */
  home: string
}

interface TestFixtures {
  /** What the profile that the host opens at its start is recorded of; null for none. */
  openSample: SampleRun | null
  /** Makes the two profiles that the host shows side by side at its start; null for none. */
  compareAtStart: { record(recordings: string): Promise<{ old: string; new: string }> } | null
  host: Host
  /** Lines that the page's console may show as errors without failing the test. */
  expectedConsoleErrors: RegExp[]
}
interface WorkerFixtures {
  /** A directory for the worker's recordings. */
  recordings: string
  samples: RecordedSamples
  /** As `samples.record`. */
  recordSample: (run: SampleRun) => Promise<string>
}

async function addressOf(process: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolveAddress, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /http:\/\/\S+/.exec(said)?.[0]
      if (address !== undefined) resolveAddress(address)
    }
    process.stdout?.on('data', read)
    process.stderr?.on('data', read)
    process.once('exit', (status) => reject(new Error(`hagstone serve ended with ${status}: ${said}`)))
  })
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  recordings: [
    // eslint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first parameter
    async ({}, use) => {
      const directory = mkdtempSync(join(tmpdir(), 'hagstone-e2e-'))
      await use(directory)
      rmSync(directory, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  samples: [async ({ recordings }, use) => use(new RecordedSamples(recordings)), { scope: 'worker' }],
  recordSample: [async ({ samples }, use) => use((run) => samples.record(run)), { scope: 'worker' }],
  openSample: [null, { option: true }],
  compareAtStart: [null, { option: true }],
  expectedConsoleErrors: [[], { option: true }],
  host: async ({ openSample, compareAtStart, recordings, samples, page }, use) => {
    const compared = await compareAtStart?.record(recordings)
    const profiles = compared !== undefined ? [compared.old, '--compare', compared.new] : openSample === null ? [] : [await samples.record(openSample)]
    const home = mkdtempSync(join(tmpdir(), 'hagstone-home-'))
    // The host's person is who recorded the samples: their sources are shown without a question.
    if (existsSync(stateOf(recordings))) cpSync(stateOf(recordings), stateOf(home), { recursive: true })
    const { PATH = '', LANG = 'C.UTF-8' } = process.env
    const command = [resolve(import.meta.dirname, '../electron/cli/main.js'), 'serve', ...profiles, '--allow-launch', '--no-open', '--port', '0']
    const server = spawn(process.execPath, command, {
      cwd: home,
      env: { PATH, LANG, HAGSTONE_NATIVE_DIRECTORY: nativeDirectories()[0] ?? '', HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data'), XDG_STATE_HOME: stateOf(home), XDG_CACHE_HOME: join(home, 'cache') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise((done) => server.once('exit', done))
    try {
      await use({ address: await addressOf(server), home })
    } finally {
      // A page that still asks would take the end of its host for a fault.
      if (!page.isClosed()) await page.goto('about:blank')
      server.kill('SIGTERM')
      await ended
      samples.forgetChanged()
      rmSync(home, { recursive: true, force: true })
    }
  },
  page: async ({ page, expectedConsoleErrors }, use) => {
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.stack ?? String(error)))
    await use(page)
    expect(problems.filter((problem) => !expectedConsoleErrors.some((expected) => expected.test(problem)))).toEqual([])
  },
})

export { expect }
