/** Flame graphs: of the program, of both sides of the pairs, around a function. */
import { readFileSync } from 'node:fs'
import { exportAs } from '../support/export_menu.ts'
import { expect, test } from '../support/fixtures.ts'
import { anyProfile } from '../support/recorded_samples.ts'
import { ProfileWindow, screenshotInBoth } from '../support/profile_window.ts'

test.use({ openSample: anyProfile.rezeroedArray })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
})

test('both sides are mirrored, and a box of one narrows the other', async ({ page }) => {
  const window = new ProfileWindow(page)
  await window.show('Flame graph')
  const modes = page.getByRole('combobox', { name: 'Flame graph content' })
  await modes.selectOption('both sides of the pairs')
  const earlier = page.getByRole('group', { name: /^Earlier accesses/ })
  const later = page.getByRole('group', { name: /^Later accesses/ })
  await expect(earlier.getByText('end_block', { exact: true })).toBeVisible()
  await expect(later.getByText('begin_block', { exact: true })).toBeVisible()
  await earlier.getByText('end_block', { exact: true }).click({ force: true })
  await expect(page.getByText('earlier access in end_block')).toBeVisible()
  await expect(later.getByText('begin_block', { exact: true })).toBeVisible()
  await screenshotInBoth(page, 'flame-both')
  await page.getByRole('button', { name: 'Show all pairs again' }).click()
  await expect(page.getByText('earlier access in end_block')).toHaveCount(0)
})

test('top-down and inverted, searched, saved as SVG', async ({ page }) => {
  const window = new ProfileWindow(page)
  await page.keyboard.press('-')
  const contexts = page.getByRole('group', { name: /^Calling contexts/ })
  await expect(contexts.getByText('end_block', { exact: true })).toBeVisible()
  await expect(contexts.getByText(/^↻ rezeroed_array\.c:\d+$/).first()).toBeVisible()
  await page.getByRole('searchbox').fill('end_block')
  await expect(page.getByText(/^1 box, /)).toBeVisible()
  const download = page.waitForEvent('download')
  await exportAs(page, /^Export: Calling contexts/, 'Save as SVG')
  const saved = readFileSync(await (await download).path(), 'utf8')
  expect(saved).toContain('end_block')
  expect(saved).toContain('<rect')
  // The mixed colours of boxes are written so that every viewer knows them.
  expect(saved).toMatch(/fill: rgb\(\d+, \d+, \d+\)/)
  expect(saved).not.toContain('color(')
  await page.getByRole('combobox', { name: 'Flame graph content' }).selectOption('from the accesses outwards')
  await expect(page.getByRole('group', { name: /^Accesses and their callers/ }).getByText('end_block', { exact: true })).toBeVisible()
  await expect(page.getByText(/^↻/)).toHaveCount(0)
  await expect(window.pane('source')).toBeVisible()
})

test('of CPU time, each box has the colour of its share of waste', async ({ page }) => {
  await page.keyboard.press('-')
  await page.getByRole('combobox', { name: 'Flame graph content' }).selectOption('CPU time, from the program inwards')
  const boxes = page.getByRole('group', { name: /^CPU time/ }).locator('.flame-box')
  const share = (name: string): Promise<number> =>
    boxes.filter({ has: page.getByText(name, { exact: true }) }).evaluate((box) => Number.parseFloat((box as SVGElement).style.getPropertyValue('--wasted')))
  await expect(boxes.getByText('end_block', { exact: true })).toBeVisible()
  // All that end_block() writes is overwritten; what begin_block() writes is read.
  expect(await share('end_block')).toBeGreaterThan(90)
  expect(await share('begin_block')).toBeLessThan(10)
  await expect(page.getByText(/^Colour: 0 %/)).toContainText('of the measured stores are dead')
  await screenshotInBoth(page, 'flame')
})

test('around a function of the tree are its callers, without start-up frames, and its callees', async ({ page }) => {
  const window = new ProfileWindow(page)
  await window
    .treeRows(/^.?main/)
    .first()
    .click()
  await page.keyboard.press('a')
  const callers = page.getByRole('group', { name: /^Callers of main/ })
  await expect(callers.getByText('main', { exact: true })).toBeVisible()
  await expect(callers.getByText('_start', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('group', { name: /^What main calls/ }).getByText('end_block', { exact: true })).toBeVisible()
})
