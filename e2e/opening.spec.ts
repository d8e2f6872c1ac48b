/** Addresses of the windows in a browser: each opens once, and open windows stay open. */
import type { Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { storedKey } from '../shared/rpc/session.ts'
import { expect, test } from './support/fixtures.ts'
import { commandLine } from './support/hagstone.ts'

async function expectWindow(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/')
}

test('an address opens the window once; reloading and opening it again in the same browser work, in another one a page says what to do', async ({
  page,
  host,
  browser,
}) => {
  await page.goto(host.address)
  await expectWindow(page)
  await page.reload()
  await expectWindow(page)
  // The requests of a closed and restored tab.
  const second = await page.context().newPage()
  await second.goto(new URL('/', host.address).href)
  await expectWindow(second)
  await second.goto(host.address)
  await expectWindow(second)
  await second.close()
  // Back leads to no address with a token.
  expect(await page.evaluate(() => history.length)).toBe(2)

  const other = await browser.newContext()
  const stranger = await other.newPage()
  await stranger.goto(host.address)
  await expect(stranger.getByRole('heading', { name: 'This address was used already' })).toBeVisible()
  await expect(stranger.getByText('press Enter in the terminal where Hagstone runs')).toBeVisible()
  await stranger.getByRole('link', { name: 'go to its window' }).click()
  await expect(stranger.getByRole('heading', { name: 'This browser has no access to this Hagstone' })).toBeVisible()
  await stranger.goto(new URL('/', host.address).href)
  await expect(stranger.getByRole('heading', { name: 'This browser has no access to this Hagstone' })).toBeVisible()
  await other.close()
})

test.describe(() => {
  test.use({ expectedConsoleErrors: [/403 \(Forbidden\)/] })
  test('a link of another site, with which a browser sends no cookie, leads to the window all the same', async ({ page, host }) => {
    await page.route('http://elsewhere.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<link rel="icon" href="data:,"><a href="${host.address}">address</a>` }),
    )
    await page.goto('http://elsewhere.test/')
    await page.getByRole('link').click()
    await expectWindow(page)
    await page.goto('http://elsewhere.test/')
    await page.getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'This address was used already' })).toBeVisible()
    await page.getByRole('link', { name: 'go to its window' }).click()
    await expectWindow(page)
  })
})

test('the browser is led by a private file: no program is started with the address, and the file is gone once it was read', async ({ browser }) => {
  const home = mkdtempSync(join(tmpdir(), 'hagstone-home-'))
  const opener = join(home, 'xdg-open')
  writeFileSync(opener, `#!/bin/sh\nprintf %s "$*" >'${home}/opened.part'; mv '${home}/opened.part' '${home}/opened'\n`)
  chmodSync(opener, 0o755)
  const [node, entry] = commandLine
  const environment = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: '',
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: home,
    PATH: `${home}:${process.env['PATH'] ?? ''}`,
    DISPLAY: ':none',
  }
  const host = spawn(node, [entry, 'serve'], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const printed = String(await once(host.stdout, 'data')).trim()
    await expect.poll(() => existsSync(join(home, 'opened'))).toBe(true)
    const file = readFileSync(join(home, 'opened'), 'utf8')
    expect(file).toMatch(/\/state\/hagstone\/private\/open-\w+\/hagstone\.html$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700)
    expect(readFileSync(`/proc/${host.pid}/cmdline`, 'latin1')).not.toContain('token')
    const token = /token=([\w-]{32})/.exec(readFileSync(file, 'utf8'))![1]!
    expect(printed).not.toContain(token)

    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`file://${file}`)
    await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
    await expect.poll(() => readdirSync(join(home, 'state', 'hagstone', 'private')).filter((name) => name.startsWith('open-'))).toEqual([])
    await page.reload()
    await expectWindow(page)
    await context.close()

    // The printed address is another, for the person who copies it.
    const other = await browser.newContext()
    const copied = await other.newPage()
    await copied.goto(printed)
    await expectWindow(copied)
    await other.close()
  } finally {
    host.kill()
    await once(host, 'exit')
    rmSync(home, { recursive: true, force: true })
  }
})

test.describe(() => {
  test.use({ expectedConsoleErrors: [/WebSocket connection to/] })
  test('a server of another user on another port gets the cookie, but no access', async ({ page, host }) => {
    const seen: string[] = []
    const theirs = createServer((request, response) => {
      seen.push(request.headers.cookie ?? '')
      response.setHeader('Content-Type', 'text/html')
      response.end('<link rel="icon" href="data:,"><p>My results</p>')
    })
    await new Promise<void>((resolve) => theirs.listen(0, '127.0.0.1', resolve))
    try {
      await page.goto(host.address)
      await expectWindow(page)
      const key = await page.evaluate((stored) => localStorage.getItem(stored), storedKey)
      const theirAddress = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}/`
      await page.goto(theirAddress)
      await page.reload()
      const { host: name, origin } = new URL(host.address)
      const cookie = seen.find((text) => text.includes('hagstone-'))!
      expect(cookie, 'browsers send cookies to all ports').toContain(`hagstone-${new URL(host.address).port}=`)
      // With these they get only the page, which is no secret.
      const statusOf = (path: string) =>
        new Promise<number | undefined>((resolve) => {
          const socket = new WebSocket(`ws://${name}${path}`, { origin, headers: { Cookie: cookie } })
          socket
            .on('open', () => (socket.close(), resolve(101)))
            .on('unexpected-response', (_request, response) => resolve(response.statusCode))
            .on('error', () => {})
        })
      expect(await statusOf('/rpc')).toBe(403)
      expect(await statusOf(`/rpc?key=${key}`), 'the key is all that they lack').toBe(101)
      // Their page can neither read the key nor talk to the host.
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
      const answer = await page.evaluate(
        (address) =>
          new Promise((resolve) => {
            const socket = new globalThis.WebSocket(address)
            socket.addEventListener('open', () => resolve('open'))
            socket.addEventListener('close', () => resolve('refused'))
          }),
        `ws://${name}/rpc`,
      )
      expect(answer).toBe('refused')
    } finally {
      theirs.closeAllConnections()
      theirs.close()
    }
  })
})
