/** Settings of a window in a browser, printing, and text at twice its size. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { cutControls } from './support/cut_controls.ts'
import { exhaustiveEngineIsBuilt } from './support/exhaustive_engine.ts'
import { expect, test } from './support/fixtures.ts'
import { ProfileWindow, screenshot, typePath } from './support/profile_window.ts'

test('settings are found again, and reach the windows at once', async ({ page, host }) => {
  mkdirSync(join(host.home, 'sources'))
  await page.goto(host.address)
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('radio', { name: 'high contrast' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await settings.getByRole('radio', { name: 'compact' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await settings.getByRole('combobox', { name: 'Known editors' }).selectOption('Kate')
  await settings.getByRole('button', { name: 'Add a folder…' }).click()
  await typePath(page, join(host.home, 'sources'))
  await page.getByRole('button', { name: `Choose ${join(host.home, 'sources')}` }).click()
  await expect(settings.getByRole('list', { name: 'Source folders' })).toContainText(join(host.home, 'sources'))

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await page.keyboard.press('Control+,')
  await expect(settings.getByRole('textbox', { name: 'Command of the editor' })).toHaveValue('kate --line {line} {file}')
  await screenshot(page, 'settings')
  await settings.getByRole('button', { name: `Do not look in ${join(host.home, 'sources')}` }).click()
  await expect(settings.getByRole('listitem')).toHaveCount(0)
})

test.describe('a profile', () => {
  test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')
  test.use({
    openSample: {
      sample: 'redundant_loads',
      tools: 'dead-stores,redundant-loads,reuse-distance,spatial-loads,values',
      arguments: ['20'],
      options: ['--engine', 'exhaustive'],
    },
  })

  test('is printed whole: figures, pairs, both contexts and their lines', async ({ page, host }) => {
    await page.goto(host.address)
    const profile = new ProfileWindow(page)
    await profile.settle()
    await profile.showTool('redundant loads')
    await profile.settle()
    await page.evaluate(() => {
      // Keeps the printed content for the checks below.
      window.print = () => void document.body.append(document.querySelector('.printed')?.cloneNode(true) ?? '')
    })
    await page.keyboard.press('Control+p')
    const printed = page.locator('body > .printed')
    await expect(printed).toHaveCount(1)
    await expect(page.locator('#root .printed')).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(printed.getByRole('heading', { level: 1 })).toContainText('redundant_loads 20')
    await expect(printed.getByRole('row').filter({ hasText: /^dead stores/ })).toBeVisible()
    await expect(printed.locator('.printed-lit').first()).toBeVisible()
    await expect(page.getByRole('treegrid')).toBeHidden()
    // The picture is of any machine.
    await printed.getByText(/^in \//).evaluate((line) => void (line.textContent = line.textContent!.replace(/^in \S+/, 'in /home/ada/samples')))
    await screenshot(page, 'printed')
    expect((await page.pdf({ preferCSSPageSize: true })).byteLength).toBeGreaterThan(10_000)
  })

  test('has colours of high contrast', async ({ page, host }) => {
    await page.emulateMedia({ contrast: 'more' })
    await page.goto(host.address)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
    const profile = new ProfileWindow(page)
    await profile.settle()
    await profile.showTool('redundant loads')
    await profile.settle()
    await screenshot(page, 'profile-contrast')
    await page.keyboard.press('Control+,')
    await page.getByRole('radio', { name: 'light', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  test('has room for all its views and controls in the window of a small laptop', async ({ page, host }) => {
    test.slow()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(host.address)
    await new ProfileWindow(page).settle()
    const tabs = page.getByRole('tablist').first().getByRole('tab')
    expect(new Set(await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))).size, 'lines of tabs').toBe(1)
    const cut: Record<string, string[]> = {}
    for (const view of await tabs.allTextContents()) {
      await page.getByRole('tab', { name: view, exact: true }).click()
      await expect(page.getByRole('tabpanel').locator('.pulse')).toHaveCount(0)
      const found = await cutControls(page)
      if (found.length > 0) cut[view] = found
    }
    expect(cut).toEqual({})
  })

  test('can be used with text at 200 %: no control is cut off in any view', async ({ page, host }) => {
    test.slow()
    // The rest of a small laptop's screen, in CSS pixels.
    await page.setViewportSize({ width: 800, height: 475 })
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await window.settle()
    const cut: Record<string, string[]> = {}
    const look = async (name: string): Promise<void> => {
      const found = await cutControls(page)
      if (found.length > 0) cut[name] = found
      if (name === 'Top-down') await screenshot(page, 'text-200')
    }
    for (const view of await page.getByRole('tablist').first().getByRole('tab').allTextContents()) {
      await page.getByRole('tab', { name: view, exact: true }).click()
      await expect(page.getByRole('tab', { name: view, exact: true })).toHaveAttribute('aria-selected', 'true')
      // A view, its charts and their figures come one after the other.
      await expect(page.getByRole('tabpanel').locator('.pulse')).toHaveCount(0)
      await look(view)
    }
    for (const [name, key] of [
      ['Settings', 'Control+,'],
      ['Keys', '?'],
      ['All commands', 'Control+k'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'New recording' }).first().click()
    await expect(page.getByLabel('Program', { exact: true })).toBeVisible()
    await look('launch')
    await page.getByRole('button', { name: 'Hagstone', exact: true }).click()
    await look('start')
    expect(cut).toEqual({})
  })
})
