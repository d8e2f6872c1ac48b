/** A window's initial download: small, so that it appears at once. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rendererDirectory } from '../electron/paths.ts'
import { expect, test } from './support/fixtures.ts'

/** All scripts of the first window, gzipped, in bytes. */
const mostScript = 200_000

test('the first window needs at most 200 kB of script, gzipped; the rest comes on demand', async ({ page, host }) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(basename(pathname))
  })
  // Prefetches of an idle window, above all the editor, are not part of its loading time.
  await page.addInitScript(() => (window.requestIdleCallback = () => 0))
  await page.goto(host.address)
  await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
  await page.waitForLoadState('networkidle')

  const linked = [...readFileSync(join(rendererDirectory, 'index.html'), 'utf8').matchAll(/(?:src|href)="[^"]*\/([^"/]+\.js)"/g)].map(([, name]) => name!)
  expect(linked.length).toBeGreaterThan(1)
  for (const name of linked) expect(scripts, 'what the page names is seen to be loaded').toContain(name)
  const sizes = [...scripts]
    .map((name) => ({ name, bytes: gzipSync(readFileSync(join(rendererDirectory, 'assets', name)), { level: 9 }).length }))
    .sort((a, b) => b.bytes - a.bytes)
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0)
  expect(sum, sizes.map(({ name, bytes }) => `${name} ${bytes}`).join('\n')).toBeLessThanOrEqual(mostScript)

  // Lazy parts are there when needed.
  const before = scripts.size
  await page.getByRole('button', { name: 'New recording…' }).first().click()
  await expect.poll(() => scripts.size).toBeGreaterThan(before)
})
