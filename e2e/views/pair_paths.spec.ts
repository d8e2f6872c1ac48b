/** Both contexts of a pair as one path that forks, and its machine code with the waste. */
import { expect, test } from '../support/fixtures.ts'
import { anyProfile } from '../support/recorded_samples.ts'
import { ProfileWindow, screenshot } from '../support/profile_window.ts'

test.use({ openSample: anyProfile.rezeroedArray })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
})

test('the shared part of both contexts is shown once, then the two paths; a frame opens its place', async ({ page }) => {
  const window = new ProfileWindow(page)
  await page.getByRole('button', { name: 'calling contexts' }).click()
  const common = page.getByRole('list', { name: 'Frames of both accesses' })
  await expect(common.getByRole('listitem').filter({ hasText: /^\s*_start/ })).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Frames of only the earlier access' })).toContainText('end_block')
  const later = page.getByRole('list', { name: 'Frames of only the later access' })
  await expect(later).toContainText('begin_block')
  await expect(later).not.toContainText('_start')
  await screenshot(page, 'paths')
  await common.getByRole('button', { name: /^main/ }).click()
  await expect(window.pane('source')).toContainText('call site')
})

test('machine code has the waste of its instructions in the gutter', async ({ page }) => {
  const window = new ProfileWindow(page)
  await expect(window.pane('source').locator('.lit-source').first()).toBeVisible()
  await page.keyboard.press('d')
  await expect(window.pane('source').getByRole('code')).toContainText('movaps')
  await expect(window.pane('source').locator('.line-numbers').filter({ hasText: '%' }).first()).toBeVisible()
})
