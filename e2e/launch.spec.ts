/** From the launch form to the finished profile, which opens by itself. */
import { expect, test } from './fixtures.ts'
import { ProfileWindow, screenshot } from './profile_window.ts'
import { buildCopy, sampleLine, sampleProgram } from './samples.ts'

test('records a program, shows how it goes, and opens the profile', async ({ page, host }) => {
  // In the run's own directory, so that its source is opened without a question.
  const program = buildCopy('rezeroed_array', host.home, ['-g'])
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program').fill(program)
  await page.getByLabel('Rate').fill('400')
  await expect(page.getByRole('button', { name: /\d+ checks/ })).toBeVisible()
  await page.getByRole('button', { name: 'Record', exact: true }).click()

  const recording = page.getByRole('main', { name: 'Recording' })
  await expect(recording.getByText('run time')).toBeVisible()
  await expect(recording.getByRole('row').first()).toContainText('traps')
  await screenshot(page, 'launch')

  await expect(page.getByRole('treegrid')).toBeVisible({ timeout: 60_000 })
  const window = new ProfileWindow(page)
  expect(await window.litLine('source')).toEqual(sampleLine('rezeroed_array', 'dead store'))
  expect(await window.litLine('target')).toEqual(sampleLine('rezeroed_array', 'killing store'))
  await expect(page.getByRole('complementary', { name: 'Runs' })).toContainText('rezeroed_array')
})

test('Stop ends the program and keeps what was recorded', async ({ page, host }) => {
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program').fill(sampleProgram('rezeroed_array'))
  await page.getByLabel('Arguments').fill('1000000000')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const recording = page.getByRole('main', { name: 'Recording' })
  await expect(recording.getByRole('row').first()).toContainText('traps')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('treegrid')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/stopped/).first()).toBeVisible()
})

test('a program that does not exist is refused in one line, and the form keeps what was typed', async ({ page, host }) => {
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program').fill('/nowhere/solver')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('/nowhere/solver')
  await page.getByRole('button', { name: 'Change the launch…' }).click()
  await expect(page.getByLabel('Program')).toHaveValue('/nowhere/solver')
})
