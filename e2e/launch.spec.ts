/** From the launch form to the finished profile, which opens by itself. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openProfile } from '../electron/profile/open_profile.ts'
import { exhaustiveEngineIsBuilt } from './support/exhaustive_engine.ts'
import { expect, test } from './support/fixtures.ts'
import { needSampling } from './support/need_sampling.ts'
import { ProfileWindow, screenshot, screenshotInBoth } from './support/profile_window.ts'
import { buildCopy, sampleLine } from './support/samples.ts'

test('tools are chosen, recorded, and each opens with its own pair', async ({ page, host }) => {
  needSampling()
  // In the run's own directory, so that its source is opened without a question.
  const program = buildCopy('rezeroed_array', host.home, ['-g'])
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(program)
  for (const name of ['Dead stores', 'Silent stores', 'Redundant loads']) await expect(page.getByRole('checkbox', { name })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Redundant loads' }).uncheck()
  await expect(page.getByRole('combobox', { name: 'Engine' })).toBeVisible()
  await page.getByText('Advanced').click()
  await page.getByLabel('Rate', { exact: true }).fill('800')
  await page.getByLabel('Program', { exact: true }).scrollIntoViewIfNeeded()
  await screenshotInBoth(page, 'launch')
  await page.getByRole('button', { name: 'Record', exact: true }).click()

  const window = new ProfileWindow(page)
  await window.showTree({ timeout: 300_000 })
  await window.settle()
  await window.show('Pairs')
  await window
    .pairRows(/end_block.*begin_block/)
    .first()
    .click()
  await expect.poll(() => window.litLine('source')).toEqual(sampleLine('rezeroed_array', 'dead store'))
  await expect.poll(() => window.litLine('target')).toEqual(sampleLine('rezeroed_array', 'killing store'))
  await expect(page.getByRole('complementary', { name: 'Runs' })).toContainText('rezeroed_array')

  const tools = page.getByRole('radiogroup', { name: 'Tool' }).getByRole('radio')
  await expect(tools).toHaveText([/^dead stores \d/, /^silent stores \d/])
  await window.show('Top-down')
  await window.showTool('silent stores')
  await expect(window.pane('source')).toContainText('earlier store')
  await expect(window.pane('target')).toContainText('redundant store')
  await expect(window.treeRows('REDUNDANT_WITH').first()).toBeVisible()
  await expect(window.treeRows('KILLED_BY')).toHaveCount(0)
})

test('a program is recorded in several runs, and the same goes as a command line', async ({ page, host }) => {
  needSampling()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const program = buildCopy('rezeroed_array', host.home, ['-g'])
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await expect(page.getByRole('button', { name: 'Copy as command line' })).toBeDisabled()
  await page.getByLabel('Program', { exact: true }).fill(program)
  await page.getByLabel('Directory').fill(host.home)
  await page.getByText('Advanced').click()
  await page.getByLabel('Repeat', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Copy as command line' }).click()
  await expect(page.getByText('The command line was copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `cd ${host.home} && hagstone record --tool dead-stores,silent-stores,redundant-loads --runs 3 -- ${program}`,
  )
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText(/^Run [123] of 3$/)).toBeVisible({ timeout: 300_000 })
  const window = new ProfileWindow(page)
  await window.showTree({ timeout: 300_000 })
  const [profile] = readdirSync(host.home).filter((name) => name.endsWith('.hagstone'))
  const {
    profile: { run },
    close,
  } = openProfile(join(host.home, profile!))
  close()
  expect(run.runs!.map(({ code }) => code)).toEqual([0, 0, 0])
})

test('a calibrated recording counts in a second run, and is access-weighted', async ({ page, host }) => {
  needSampling()
  test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(buildCopy('rezeroed_array', host.home, ['-g']))
  await page.getByLabel('Arguments').fill('2000')
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('software')
  await page.getByRole('checkbox', { name: 'Calibrate' }).check()
  await page.getByText('Advanced').click()
  await page.getByLabel('Duration').fill('3')
  await expect(page.getByRole('status').filter({ hasText: 'Leave Duration and Until empty' })).toBeVisible()
  await page.getByLabel('Duration').fill('')
  await screenshot(page, 'launch-calibrate')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await page
    .getByRole('region', { name: 'The run' })
    .getByRole('button', { name: /measure/ })
    .click({ timeout: 300_000 })
  await expect(page.getByRole('dialog', { name: 'Quality of the measurement' })).toContainText('access-weighted by a counting run')
})

test('a page that is loaded again finds its running recording', async ({ page, host }) => {
  needSampling()
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(buildCopy('rezeroed_array', host.home, ['-g']))
  await page.getByLabel('Arguments').fill('1000000000')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible({ timeout: 300_000 })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Paused')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Recording', { exact: true })).toBeVisible()
  await page.reload()
  // It samples again; and a profile without any pair would open with other words than a tree.
  await expect(page.getByRole('main', { name: 'Recording' }).getByRole('row').first()).toContainText('observation')
  await page.getByRole('button', { name: 'Stop program' }).click()
  await new ProfileWindow(page).showTree({ timeout: 300_000 })
  await page.reload()
  await new ProfileWindow(page).showTree({ timeout: 300_000 })
})

test('a recording can be watched, paused and stopped, and what was recorded is kept', async ({ page, host }) => {
  needSampling()
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(buildCopy('rezeroed_array', host.home, ['-g']))
  await page.getByLabel('Arguments').fill('1000000000')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const recording = page.getByRole('main', { name: 'Recording' })
  await expect(recording.getByText('run time')).toBeVisible()
  await expect(recording.getByRole('row').first()).toContainText('observation')
  await expect(recording.getByRole('row').first()).not.toHaveClass('few')
  await screenshot(page, 'recording')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(recording.getByRole('status')).toHaveText('Paused')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(recording.getByRole('status')).toHaveText('Recording')
  await page.getByRole('button', { name: 'Stop program' }).click()
  await new ProfileWindow(page).showTree({ timeout: 300_000 })
  await expect(page.getByText(/stopped/).first()).toBeVisible()
})

test('a recording can be discarded, which every window that shows it sees; nothing is left of it', async ({ page, host }) => {
  needSampling()
  const program = buildCopy('rezeroed_array', host.home, ['-g'])
  const before = readdirSync(host.home)
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(program)
  await page.getByLabel('Arguments').fill('1000000000')
  await page.getByLabel('Directory').fill(host.home)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const recording = page.getByRole('main', { name: 'Recording' })
  await expect(recording.getByRole('row').first()).toContainText('observation')
  const other = await page.context().newPage()
  await other.goto(host.address)
  await expect(other.getByRole('main', { name: 'Recording' })).toBeVisible()
  expect(readdirSync(host.home)).not.toEqual(before)
  await page.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('group', { name: 'Discard the recording' })
  await expect(question.getByRole('button', { name: 'Keep recording' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Stop and discard' }).click()
  for (const window of [page, other]) {
    await expect(window.getByText('The recording was discarded.')).toBeVisible()
    await expect(window.getByLabel('Program', { exact: true })).toBeVisible()
    await expect(window.getByRole('complementary', { name: 'Runs' })).not.toContainText('rezeroed_array')
  }
  expect(readdirSync(host.home)).toEqual(before)
})

test("the program's output is kept on request, with its outcome", async ({ page, host }) => {
  needSampling()
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(buildCopy('rezeroed_array', host.home, ['-g']))
  await page.getByText('Advanced').click()
  await page.getByRole('checkbox', { name: 'Output' }).check()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await new ProfileWindow(page).showTree({ timeout: 300_000 })
  await page.getByRole('tab', { name: 'Output' }).click()
  await expect(page.getByLabel('Output', { exact: true }).filter({ hasText: /^\d+ registers set\n$/ })).toBeVisible()
  await expect(page.getByText('The program ended with status 0')).toBeVisible()
})

test('a program that does not exist is rejected in one line, and the form keeps its input', async ({ page, host }) => {
  await page.setViewportSize({ width: 1000, height: 700 })
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  // Until then, auto is asked for, which refuses first where nothing samples.
  await expect(page.getByRole('combobox', { name: 'Engine' })).toBeVisible()
  await page.getByLabel('Program', { exact: true }).fill('/nowhere/solver')
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeInViewport({ ratio: 1 })
  await page.getByText('Advanced').scrollIntoViewIfNeeded()
  await expect(page.getByLabel('Program', { exact: true })).not.toBeInViewport()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('/nowhere/solver')
  await expect(page.getByLabel('Program', { exact: true })).toHaveValue('/nowhere/solver')
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Program', { exact: true })).toBeFocused()
  await page.getByLabel('Program', { exact: true }).fill('/bin/true')
  await page.getByLabel('Directory').fill('/nowhere')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByLabel('Directory')).toBeFocused()
  await expect(page.getByLabel('Directory')).toHaveAccessibleDescription(/\/nowhere/)
})

test('a running process is attached to from the list, watched, left alone at Stop, and can be attached to again', async ({ page, host }) => {
  needSampling()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const program = buildCopy('rezeroed_array', host.home, ['-g'])
  const target = spawn(program, ['1000000000'], { stdio: 'ignore' })
  const ended = once(target, 'exit')
  try {
    await once(target, 'spawn')
    await page.goto(host.address)
    await page.getByRole('button', { name: 'New recording…' }).click()
    await page.getByRole('radio', { name: 'Attach to a process' }).check()
    // The browser's own command lines are longer than any window is wide.
    await expect(page.getByRole('radio', { name: /chrom/ }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Process', { exact: true }).fill(program)
    const processes = page.getByRole('radiogroup', { name: 'Processes' }).getByRole('radio')
    await expect(processes).toHaveCount(1)
    // Hosts of other tests have the program's name in their command lines, too.
    const listed = page.getByRole('radio', { name: `${target.pid} ${program}` })
    await listed.check()
    await page.getByLabel('Directory').fill(host.home)
    await screenshot(page, 'launch-attach')
    await page.getByRole('button', { name: 'Copy as command line' }).click()
    await expect(page.getByText('The command line was copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `cd ${host.home} && hagstone record --tool dead-stores,silent-stores,redundant-loads --pid ${target.pid}`,
    )
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    const recording = page.getByRole('main', { name: 'Recording' })
    await expect(recording).toContainText(`process ${target.pid}`)
    await expect(recording.getByRole('row').first()).toContainText('observation', { timeout: 300_000 })
    await page.getByRole('button', { name: 'Stop recording' }).click()
    await new ProfileWindow(page).showTree({ timeout: 300_000 })
    expect([target.exitCode, target.signalCode]).toEqual([null, null])
    const [profile] = readdirSync(host.home).filter((name) => name.endsWith('.hagstone'))
    const {
      profile: { run, notes, counters },
      close,
    } = openProfile(join(host.home, profile!))
    close()
    expect(run.command).toEqual([program, '1000000000'])
    expect(notes.join(' ')).toContain(`Recording began while process ${target.pid} was running`)
    expect(counters.find(({ name }) => name === 'timer_signals')!.value).toBeGreaterThan(0)

    // The form is as it was; a duration ends the next recording by itself.
    await page.getByRole('button', { name: 'New recording' }).click()
    await expect(page.getByRole('radio', { name: 'Attach to a process' })).toBeChecked()
    await expect(listed).toBeChecked()
    await page.getByLabel('Duration').fill('1')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect.poll(() => readdirSync(host.home).filter((name) => name.endsWith('.hagstone')).length, { timeout: 300_000 }).toBe(2)
    expect([target.exitCode, target.signalCode]).toEqual([null, null])

    target.kill('SIGKILL')
    await ended
    await page.getByRole('button', { name: 'New recording' }).click()
    await expect(page.getByText(`Process ${target.pid} has ended. Choose another one.`)).toBeVisible()
    await page.getByLabel('Process', { exact: true }).fill(String(target.pid))
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.getByLabel('Process', { exact: true })).toHaveAccessibleDescription(/there is no such process/)
    await expect(page.getByLabel('Process', { exact: true })).toBeFocused()
  } finally {
    target.kill('SIGKILL')
  }
})
