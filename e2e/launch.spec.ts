/** From the launch form to the finished profile, which opens by itself. */
import { exhaustiveEngineIsBuilt } from './exhaustive_engine.ts'
import { expect, test } from './fixtures.ts'
import { ProfileWindow, screenshot } from './profile_window.ts'
import { buildCopy, sampleLine } from './samples.ts'


test('tools are chosen, recorded, and each opens with its own pair', async ({ page, host }) => {
  // In the run's own directory, so that its source is opened without a question.
  const program = buildCopy('rezeroed_array', host.home, ['-g'])
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program').fill(program)
  for (const name of ['Dead stores', 'Silent stores', 'Redundant loads']) await expect(page.getByRole('checkbox', { name })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Redundant loads' }).uncheck()
  await expect(page.getByRole('combobox', { name: 'Engine' })).toBeVisible()
  await page.getByText('Advanced').click()
  await page.getByLabel('Rate', { exact: true }).fill('800')
  await screenshot(page, 'launch')
  await page.getByRole('button', { name: 'Record', exact: true }).click()

  const window = new ProfileWindow(page)
  await expect(page.getByRole('treegrid')).toBeVisible({ timeout: 90_000 })
  await window.settle()
  expect(await window.litLine('source')).toEqual(sampleLine('rezeroed_array', 'dead store'))
  expect(await window.litLine('target')).toEqual(sampleLine('rezeroed_array', 'killing store'))
  await expect(page.getByRole('complementary', { name: 'Runs' })).toContainText('rezeroed_array')

  const tools = page.getByRole('radiogroup', { name: 'Tool' }).getByRole('radio')
  await expect(tools).toHaveText([/^dead stores \d/, /^silent stores \d/])
  await window.showTool('silent stores')
  await expect(window.pane('source')).toContainText('earlier store')
  await expect(window.pane('target')).toContainText('redundant store')
  await expect(window.treeRows('REDUNDANT_WITH').first()).toBeVisible()
  await expect(window.treeRows('KILLED_BY')).toHaveCount(0)
})

test('a calibrated recording counts in a second run, and is access-weighted', async ({ page, host }) => {
  test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program').fill(buildCopy('rezeroed_array', host.home, ['-g']))
  await page.getByLabel('Arguments').fill('2000')
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('software')
  await page.getByRole('checkbox', { name: 'Calibrate' }).check()
  await page.getByText('Advanced').click()
  await page.getByLabel('Duration').fill('3')
  await expect(page.getByRole('status').filter({ hasText: 'leave duration and until empty' })).toBeVisible()
  await page.getByLabel('Duration').fill('')
  await screenshot(page, 'launch-calibrate')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('treegrid')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('region', { name: 'The run' })).toContainText('access-weighted by a counting run')
})

test('a recording can be watched, paused and stopped, and what was recorded is kept', async ({ page, host }) => {
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program').fill(buildCopy('rezeroed_array', host.home, ['-g']))
  await page.getByLabel('Arguments').fill('1000000000')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const recording = page.getByRole('main', { name: 'Recording' })
  await expect(recording.getByText('run time')).toBeVisible()
  await expect(recording.getByRole('row').first()).toContainText('traps')
  await expect(recording.getByRole('row').first()).not.toHaveClass('few')
  await screenshot(page, 'recording')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(recording.getByRole('status')).toHaveText('Paused')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(recording.getByRole('status')).toHaveText('Recording')
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
