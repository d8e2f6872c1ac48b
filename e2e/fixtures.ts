/** What every window test needs: a serve host of its own with a clean home, samples, and a page whose console is clean. */
import { test as base, expect } from '@playwright/test'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { nativeDirectories } from '../electron/paths.ts'
import { hagstone } from './hagstone.ts'
import { sampleProgram } from './samples.ts'
import type { Sample } from './samples.ts'

/** Where the person who records keeps what Hagstone remembers. */
export const stateOf = (directory: string): string => join(directory, 'state')

export interface Host {
  /** Address with its token. */
  address: string
  /** Home, working and configuration directory of this host; removed afterwards. */
  home: string
}

/** A sample program and how it is recorded. */
export interface SampleRun {
  sample: Sample
  /** As `record --tool` takes them; absent: the default. */
  tools?: string
  arguments?: string[]
  /** Further options of `record`; absent: many samples. */
  options?: string[]
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
  /** Records a sample once per worker; resolves to the profile's path. */
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
  recordSample: [
    async ({ recordings }, use) => {
      const done = new Map<string, Promise<string>>()
      await use((run) => {
        const key = JSON.stringify(run)
        const known = done.get(key)
        if (known !== undefined) return known
        const output = join(recordings, `${run.sample}-${done.size}.hagstone`)
        const options = [...(run.options ?? ['--rate', '400']), ...(run.tools === undefined ? [] : ['--tool', run.tools]), '--output', output]
        const program = sampleProgram(run.sample)
        const recording = hagstone(['record', ...options, '--', `./${run.sample}`, ...(run.arguments ?? [])], { cwd: dirname(program), env: { XDG_STATE_HOME: stateOf(recordings) } }).then((result) => {
          if (result.status !== 0) throw new Error(result.stderr)
          return output
        })
        done.set(key, recording)
        return recording
      })
    },
    { scope: 'worker' },
  ],
  openSample: [null, { option: true }],
  compareAtStart: [null, { option: true }],
  expectedConsoleErrors: [[], { option: true }],
  host: async ({ openSample, compareAtStart, recordings, recordSample, page }, use) => {
    const compared = await compareAtStart?.record(recordings)
    const profiles = compared !== undefined ? [compared.old, '--compare', compared.new] : openSample === null ? [] : [await recordSample(openSample)]
    const home = mkdtempSync(join(tmpdir(), 'hagstone-home-'))
    // The host's person is who recorded the samples: their sources are shown without a question.
    if (existsSync(stateOf(recordings))) cpSync(stateOf(recordings), stateOf(home), { recursive: true })
    const { PATH = '', LANG = 'C.UTF-8' } = process.env
    const command = [resolve(import.meta.dirname, '../electron/cli/main.ts'), 'serve', ...profiles, '--allow-launch', '--no-open', '--port', '0']
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
