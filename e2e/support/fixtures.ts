/** Fixtures of every window test: a serve host with a clean home, samples, and a page whose console is clean. */
import { test as base, expect } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KeptContext } from './kept_context.ts'
import { delayAnswers } from './late_answers.ts'
import { skipBy } from './need_sampling.ts'
import { RecordedSamples } from './recorded_samples.ts'
import type { SampleRun } from './recorded_samples.ts'
import { ServeHost, ServeHosts } from './serve_hosts.ts'
import type { Host } from './serve_hosts.ts'

interface TestFixtures {
  /** The sample behind the profile that the host opens at its start; null for none. */
  openSample: SampleRun | null
  /** Makes the two profiles that the host shows side by side at its start; null for none. */
  compareAtStart: { record(recordings: string): Promise<{ old: string; new: string }> } | null
  host: Host
  /** Lines that the page's console may show as errors without failing the test. */
  expectedConsoleErrors: RegExp[]
}
interface WorkerFixtures {
  keptContext: KeptContext
  /** A directory for the worker's recordings. */
  recordings: string
  samples: RecordedSamples
  hosts: ServeHosts
  /** Same as `samples.record`. */
  recordSample: (run: SampleRun) => Promise<string>
}

skipBy((reason) => base.skip(true, reason))

export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await delayAnswers(context)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  keptContext: [
    async ({ browser }, use) => {
      const kept = new KeptContext(browser)
      await use(kept)
      await kept.end()
    },
    { scope: 'worker' },
  ],
  context: async ({ keptContext, viewport, colorScheme, locale, deviceScaleFactor, hasTouch, permissions, contextOptions }, use) => {
    await use(await keptContext.with({ viewport, colorScheme, locale, deviceScaleFactor, hasTouch, permissions, contextOptions }))
    await keptContext.clear(permissions ?? [])
  },
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
  hosts: [
    async ({ recordings }, use) => {
      const hosts = new ServeHosts(recordings)
      await use(hosts)
      await hosts.end()
    },
    { scope: 'worker' },
  ],
  openSample: [null, { option: true }],
  compareAtStart: [null, { option: true }],
  expectedConsoleErrors: [[], { option: true }],
  host: async ({ openSample, compareAtStart, recordings, samples, hosts, page }, use) => {
    const compared = await compareAtStart?.record(recordings)
    const opened = compared !== undefined ? [compared.old, '--compare', compared.new] : openSample !== null ? [await samples.record(openSample)] : []
    const isShared = opened.length > 0
    const host = isShared ? await hosts.with(...opened) : await ServeHost.start([], recordings)
    try {
      await use(host)
    } finally {
      // A page that still asks would take the end of its host for a fault, and the next test's host should have no window.
      if (!page.isClosed()) await page.goto('about:blank')
      if (!isShared) await host.end()
      samples.forgetChanged()
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
