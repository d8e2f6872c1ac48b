import { expect, test } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { startChromium } from '../double/electron/chromium.ts'

/** The processes that were started with this word, also by others. */
function processesWith(word: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word)
    } catch {
      // It ended meanwhile.
      return false
    }
  })
}

test('the browser that stands for Electron’s leaves no process behind', async () => {
  const browser = await startChromium()
  expect(processesWith(browser.profile).length).toBeGreaterThan(0)
  await browser.close()
  await expect.poll(() => processesWith(browser.profile)).toEqual([])
})
