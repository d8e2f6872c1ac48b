/** The browser's font size, which a person sets once for all pages: all text follows it. */
import type { Locator } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { chromiumProgram } from './support/chromium_program.ts'
import { chromiumSwitches } from './support/chromium_switches.ts'
import { cutControls } from './support/cut_controls.ts'
import { ProfileWindow } from './support/profile_window.ts'

/** CSS pixels; 16 without the setting. */
const fontSize = 24

test.use({
  openSample: { sample: 'rezeroed_array', tools: 'dead-stores' },
  viewport: { width: 1280, height: 720 },
  launchOptions: { executablePath: chromiumProgram, args: [...chromiumSwitches, `--blink-settings=defaultFontSize=${fontSize}`] },
})

test('text is 1.5 times as large where the browser is set to 24 pixels, and whole', async ({ page, host }) => {
  await page.goto(host.address)
  const window = new ProfileWindow(page)
  await window.settle()
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('19.5px')
  await window.litLine('source')
  expect(
    await window
      .pane('source')
      .locator('.view-lines')
      .evaluate((lines) => getComputedStyle(lines).fontSize),
  ).toBe('18px')

  for (const view of ['Top-down', 'Bottom-up', 'Flat', 'Pairs', 'Threads'] as const) {
    await window.show(view)
    const row = page.locator('[role=row][data-index]').first()
    await expect(row).toBeVisible()
    expect((await row.boundingBox())!.height, view).toBe(33)
    expect(await cutControls(page), view).toEqual([])
    // Rows fill the table: one more would not fit.
    const { rows, fit } = await page.locator('.grid').evaluate((grid) => ({
      rows: grid.querySelectorAll('[role=row][data-index]').length,
      fit: Math.ceil((grid.clientHeight - grid.querySelector('.grid-header')!.getBoundingClientRect().height) / 33),
    }))
    expect(rows, view).toBeLessThanOrEqual(fit)
    expect(await cutTexts(page.locator('.grid-sort-title, .grid-cell-end')), view).toEqual([])
  }
  await window.show('Flame graph')
  const box = page.locator('.flame-box text').first()
  await expect(box).toBeVisible()
  // A line of text is at least as high as its letters.
  expect((await box.boundingBox())!.height).toBeGreaterThanOrEqual(11 * 1.5)
  expect(await cutControls(page)).toEqual([])
  await window.show('Trace')
  await expect(page.locator('.trace-canvas canvas')).toBeVisible()
  expect(await cutControls(page)).toEqual([])
  for (const dialog of ['Settings', 'Commands']) {
    await page.getByRole('button', { name: new RegExp(`^${dialog}`) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await cutControls(page), dialog).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('the launch form is whole in large text', async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
  await page.getByRole('button', { name: 'New recording' }).first().click()
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeAttached()
  expect(await cutControls(page)).toEqual([])
})

/** Of those in sight. */
function cutTexts(of: Locator): Promise<string[]> {
  return of.evaluateAll((elements) =>
    elements.filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1).map((element) => element.textContent),
  )
}
