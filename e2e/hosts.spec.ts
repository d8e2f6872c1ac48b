/** Hosts that end, come back, and hear of what others of the same user record. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './support/fixtures.ts'
import { commandLine, hagstone } from './support/hagstone.ts'
import { screenshotInBoth } from './support/profile_window.ts'
import { sampleProgram } from './support/samples.ts'
import { stateOf } from './support/recorded_samples.ts'

async function start(home: string, port: string): Promise<{ process: ChildProcess; address: string }> {
  const host = spawn(commandLine[0], [commandLine[1], 'serve', '--no-open', '--port', port, '--until-input-ends'], {
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return { process: host, address: /http:\S+/.exec(String((await once(host.stdout!, 'data'))[0]))![0] }
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
  test.use({ expectedConsoleErrors: [/WebSocket connection to|Failed to load resource: net::ERR_CONNECTION/] })

  test('a window whose host has ended says so and what to do, and comes back with the next host at its address', async ({ page }) => {
    const home = mkdtempSync(join(tmpdir(), 'hagstone-home-'))
    const first = await start(home, '0')
    try {
      await page.goto(first.address)
      await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
      // What a window loads once it is shown, the editor, is there.
      await page.waitForLoadState('networkidle')
      first.process.kill('SIGKILL')
      await once(first.process, 'exit')
      const notice = page.getByText(/^The connection to Hagstone is lost: the server ended, or the network failed\./)
      await expect(notice).toBeVisible()
      await expect(notice).toContainText('hagstone serve')
      await page.setViewportSize({ width: 1000, height: 700 })
      await screenshotInBoth(page, 'host-ended')
      const second = await start(home, new URL(first.address).port)
      try {
        // The new host has another key, which the browser gets with its address.
        const opened = await page.context().newPage()
        await opened.goto(second.address)
        await expect(opened.getByRole('button', { name: 'New recording…' })).toBeVisible()
        await expect(notice).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
        await page.goto('about:blank')
        await opened.close()
      } finally {
        second.process.kill()
        await once(second.process, 'exit')
      }
    } finally {
      first.process.kill('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    }
  })

  test('a window whose host has ended leads to the next host, at whatever port its address was opened', async ({ page }) => {
    const home = mkdtempSync(join(tmpdir(), 'hagstone-home-'))
    const first = await start(home, '0')
    try {
      await page.goto(first.address)
      await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      first.process.kill('SIGKILL')
      await once(first.process, 'exit')
      await expect(page.getByText(/^The connection to Hagstone is lost/)).toBeVisible()
      const link = page.getByRole('link', { name: /^Continue at/ })
      await expect(link).toHaveCount(0)
      const second = await start(home, '0')
      try {
        const opened = await page.context().newPage()
        await opened.goto(second.address)
        await expect(opened.getByRole('button', { name: 'New recording…' })).toBeVisible()
        await expect(link).toHaveText(`Continue at ${new URL(second.address).host}`)
        await link.click()
        await expect(page).toHaveURL(`${new URL(second.address).origin}/`)
        await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
        await page.goto('about:blank')
        await opened.close()
      } finally {
        second.process.kill()
        await once(second.process, 'exit')
      }
    } finally {
      first.process.kill('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    }
  })
})
