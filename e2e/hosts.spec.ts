/** Hosts that end, come back, and notice recordings of the same user's other hosts. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test as testWithHost } from './support/fixtures.ts'
import { anyProfile } from './support/recorded_samples.ts'
import { commandLine, hagstone } from './support/hagstone.ts'
import { ProfileWindow, screenshotInBoth } from './support/profile_window.ts'
import { sampleProgram } from './support/samples.ts'
import { stateOf } from './support/recorded_samples.ts'

interface StartedHost {
  process: ChildProcess
  address: string
}
type StartHost = (port?: string, ...opened: string[]) => Promise<StartedHost>

/** `startHost` starts hosts of one user; those that still run end with the test. */
const test = testWithHost.extend<{ startHost: StartHost }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first parameter
  startHost: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'hagstone-home-'))
    const hosts: ChildProcess[] = []
    await use(async (port = '0', ...opened) => {
      const child = spawn(commandLine[0], [commandLine[1], 'serve', '--no-open', '--port', port, '--until-input-ends', ...opened], {
        env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') },
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      hosts.push(child)
      return { process: child, address: /http:\S+/.exec(String((await once(child.stdout, 'data'))[0]))![0] }
    })
    await Promise.all(hosts.map(end))
    rmSync(home, { recursive: true, force: true })
  },
})

async function end(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return
  host.kill('SIGKILL')
  await once(host, 'exit')
}

async function open(page: Page, { address }: StartedHost): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
}

/** A window whose host has ended. */
async function openAndLose(page: Page, host: StartedHost): Promise<void> {
  await open(page, host)
  // The editor is loaded, which a window loads once it is shown.
  await page.waitForLoadState('networkidle')
  await end(host.process)
}

test('a run that a command line records appears in windows that are open', async ({ page, host }) => {
  await page.goto(host.address)
  await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
  await expect(page.getByText('by_the_command_line')).toHaveCount(0)
  const output = join(host.home, 'by_the_command_line.hagstone')
  const { status, stderr } = await hagstone(['record', '--output', output, '--', sampleProgram('silent_stores')], {
    env: { XDG_STATE_HOME: stateOf(host.home) },
  })
  expect(status, stderr).toBe(0)
  await expect(page.getByText('by_the_command_line').first()).toBeVisible()
})

test.describe(() => {
  test.use({ expectedConsoleErrors: [/WebSocket connection to|Failed to load resource: net::/] })

  test('a window whose host has ended says so and what to do, and comes back with the next host at its address', async ({ page, startHost }) => {
    const first = await startHost()
    await openAndLose(page, first)
    const notice = page.getByText(/^The connection to Hagstone is lost: the server ended, or the network failed\./)
    await expect(notice).toBeVisible()
    await expect(notice).toContainText('hagstone serve')
    await page.setViewportSize({ width: 1000, height: 700 })
    await screenshotInBoth(page, 'host-ended')
    // The new host has another key, which the browser gets with its address.
    const opened = await page.context().newPage()
    await open(opened, await startHost(new URL(first.address).port))
    await expect(notice).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
    await page.goto('about:blank')
    await opened.close()
  })

  test('a window whose host has ended leads to the next host, from any port', async ({ page, startHost }) => {
    // It ended before the editor was there: no error beside the notice.
    await page.route(/\/CodeView/, (route) => route.abort('connectionrefused'))
    const failed = page.waitForEvent('requestfailed')
    await openAndLose(page, await startHost())
    await failed
    await page.unrouteAll()
    await expect(page.getByText(/^The connection to Hagstone is lost/)).toBeVisible()
    const link = page.getByRole('link', { name: /^Continue at/ })
    await expect(link).toHaveCount(0)
    const opened = await page.context().newPage()
    const second = await startHost()
    await open(opened, second)
    await expect(link).toHaveText(`Continue at ${new URL(second.address).host}`)
    await link.click()
    await expect(page).toHaveURL(`${new URL(second.address).origin}/`)
    await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
    await page.goto('about:blank')
    await opened.close()
  })

  test('a window whose host has ended shows the same view of the same profile at the next host that has it open', async ({ page, startHost, recordSample }) => {
    const path = await recordSample(anyProfile.rezeroedArray)
    const first = await startHost('0', path)
    await page.goto(first.address)
    const window = new ProfileWindow(page)
    await window.settle()
    await window.show('Flat')
    await expect(window.treeRows('').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await end(first.process)
    const opened = await page.context().newPage()
    const second = await startHost('0', path)
    await opened.goto(second.address)
    await page.getByRole('link', { name: /^Continue at/ }).click()
    await expect(page.getByRole('tab', { name: 'Flat', selected: true })).toBeVisible()
    await expect(page).toHaveURL(`${new URL(second.address).origin}/`)
    await page.goto('about:blank')
    await opened.close()
  })
})
