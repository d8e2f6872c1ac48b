/** The output of `hagstone validate --output`, in the window: curves, policies, figures, and invalid files. */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exhaustiveEngineIsBuilt } from './support/exhaustive_engine.ts'
import { exportAs } from './support/export_menu.ts'
import { expect, test } from './support/fixtures.ts'
import { hagstone } from './support/hagstone.ts'
import { openProfile, screenshot } from './support/profile_window.ts'
import { sampleProgram } from './support/samples.ts'

test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')

test('is started from the launch form, and opens by itself', async ({ page, host }) => {
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(sampleProgram('three_two_one'))
  await page.getByLabel('Arguments').fill('10')
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('exhaustive')
  await page.getByRole('radio', { name: /validate samplers/ }).check()
  await page.getByLabel('Loads or stores between samples').fill('1')
  await expect(page.getByRole('status').filter({ hasText: 'Enter 1 to 16 periods' })).toBeVisible()
  await page.getByLabel('Loads or stores between samples').fill('1009, 4001')
  await page.getByLabel('Number of debug registers').fill('1, 4')
  await page.getByRole('button', { name: 'Validate', exact: true }).click()
  await expect(page.getByRole('img', { name: /^Dead stores: estimate by sampling period: 2 curves/ })).toBeVisible({ timeout: 300_000 })
  await expect(page.getByRole('table', { name: 'Estimates', exact: true })).toBeVisible()
})

test('draws the curves beside the ground truth, and saves them', async ({ page, host }) => {
  const path = join(host.home, 'curves.json')
  const settings = ['--tool', 'dead-stores,reuse-distance', '--period', '1009,4001,16001', '--registers', '1,4', '--seeds', '3']
  const { status, stderr } = await hagstone(['validate', ...settings, '--output', path, '--', './three_two_one', '20'], {
    cwd: dirname(sampleProgram('three_two_one')),
    env: {},
  })
  expect(status, stderr).toBe(0)
  await page.goto(host.address)
  await openProfile(page, path)
  const curves = page.getByRole('img', { name: /^Dead stores: estimate by sampling period: 2 curves/ })
  await expect(curves).toBeVisible()
  await expect(curves.locator('.chart-dot[data-value]')).toHaveCount(6)
  await expect(curves.getByText(/truth (99\.\d|100) %$/)).toBeVisible()
  await expect(page.getByRole('img', { name: /by policy: as asked/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Estimates', exact: true })
  await expect(table.getByRole('row')).toHaveCount(1 + 6 + 3 + 1 + 1)
  await page.getByRole('radio', { name: 'weights' }).click()
  await expect(page.getByRole('img', { name: /^Dead stores: weights by policy/ })).toBeVisible()
  await screenshot(page, 'validation')
  const csv = page.waitForEvent('download')
  await exportAs(page, 'every run of every setting', 'Save as CSV')
  expect((await csv).suggestedFilename()).toBe('curves-estimates.csv')
  const png = page.waitForEvent('download')
  await exportAs(page, /^Export: Dead stores: weights by sampling period/, 'Save as PNG')
  expect((await png).suggestedFilename()).toBe('curves-dead-stores-weights-curves.png')
  await page.getByRole('radio', { name: /^reuse distance/ }).click()
  await page.getByRole('radio', { name: 'stack similarity, smoothed' }).click()
  await expect(page.getByRole('img', { name: /^Reuse distance: stack similarity, smoothed by sampling period/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Stack distance, exact/ })).toBeVisible()
  await screenshot(page, 'validation-reuse')
})

test('rejects a damaged one in one line', async ({ page, host }) => {
  const path = join(host.home, 'damaged.json')
  writeFileSync(path, '{ "schema": "hagstone.validation/1", "command": ')
  await page.goto(host.address)
  await openProfile(page, path)
  await expect(page.getByRole('alert')).toContainText('is cut short or damaged')
})
