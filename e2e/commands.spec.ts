/** Every command by its name, every key in the help, and a window that is used without a mouse. */
import { expect, test } from './support/fixtures.ts'
import { ProfileWindow } from './support/profile_window.ts'
import { anyProfile } from './support/recorded_samples.ts'

test.use({ openSample: { sample: 'rezeroed_array', tools: 'dead-stores' } })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
})

test('commands are found in the palette and in the help', async ({ page }) => {
  await test.step('the palette finds commands by words of their names and of what they do, and runs them', async () => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await expect(palette.getByRole('combobox')).toBeFocused()
    expect(await palette.getByRole('option').count()).toBeGreaterThan(80)
    await page.keyboard.type('export')
    await expect(palette.getByRole('option', { name: 'Save the pairs as CSV' })).toBeVisible()
    await palette.getByRole('combobox').fill('flat')
    await palette.getByRole('option', { name: 'Show Flat' }).click()
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Flat')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('no such thing')
    await expect(palette.getByText('No command has that name.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
  })
  await test.step('the help names every key, and every view has one', async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    for (const text of ['Follow the hot path', 'Next match', 'All commands…', 'Compare with another profile…']) await expect(help.getByText(text)).toBeVisible()
    await page.keyboard.press('Escape')
    const views = {
      1: 'Findings',
      2: 'Top-down',
      3: 'Bottom-up',
      4: 'Flat',
      5: 'Pairs',
      6: 'Objects',
      7: 'Values',
      8: 'Reuse distance',
      9: 'Threads',
      0: 'Trace',
      '-': 'Flame graph',
      '=': 'Time line',
      '\\': 'Statistics',
    }
    for (const [key, view] of Object.entries(views)) {
      await page.keyboard.press(key)
      await expect(page.getByRole('tab', { selected: true })).toHaveText(view)
    }
  })
})

test('keys typed while the palette loads are typed into it, and do nothing else', async ({ page }) => {
  let load = (): void => {}
  const wanted = new Promise<void>((resolve) => (load = resolve))
  await page.route(/CommandPalette/, async (route) => {
    await wanted
    await route.continue()
  })
  await page.reload()
  await new ProfileWindow(page).settle()
  await page.keyboard.press('Control+k')
  // Each of these is a key of a command.
  await page.keyboard.type('5d0')
  load()
  await expect(page.getByRole('combobox', { name: 'All commands' })).toHaveValue('5d0')
  await page.keyboard.type('9')
  await expect(page.getByRole('combobox', { name: 'All commands' })).toHaveValue('5d09')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Top-down')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'All commands' })).toHaveValue('')
})

test('a pair is found, read on both sides and marked without a mouse', async ({ page }) => {
  const window = new ProfileWindow(page)
  await page.keyboard.press('5')
  await expect(window.pairs.locator('[role=row][data-index]').first()).toBeVisible()
  await window.pairs.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expect(window.selectedRow()).toHaveAttribute('data-index', '0')
  await page.keyboard.press('Enter')
  await expect(window.pane('source').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(window.pairs).toBeFocused()
  await page.keyboard.press('Shift+Enter')
  await expect(window.pane('target').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  await expect(page.getByRole('combobox', { name: 'State of the pair' })).toHaveValue('to-do')
  await page.keyboard.press('t')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Top-down')
  await expect(window.selectedRow()).toContainText('KILLED_BY')
})

test.describe('with any profile', () => {
  test.use({ openSample: anyProfile.rezeroedArray })

  test('a view that a key shows has the keys when its script is loaded; one chosen by its tab leaves them there', async ({ page }) => {
    const panel = page.locator('[data-view]')
    for (const key of ['5', '9', '0', '6', '\\', '=', '4']) {
      await page.keyboard.press(key)
      await expect(panel).not.toContainText('Loading the view…')
      await expect(page.locator('[data-view]:focus, [data-view] :focus'), key).toHaveCount(1)
    }
    const tab = page.getByRole('tab', { name: 'Bottom-up' })
    await tab.focus()
    await page.keyboard.press('Enter')
    await expect(
      page
        .getByRole('treegrid', { name: /bottom-up/ })
        .locator('[data-index]')
        .first(),
    ).toBeVisible()
    await expect(tab).toBeFocused()
  })

  test('a command of the palette leaves the keys where it gave them', async ({ page }) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('Read the earlier access')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(new ProfileWindow(page).pane('source').locator('.code-focus :focus')).toHaveCount(1)
    // The focus is returned, where it is, in the task after that which closes the dialog.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('treegrid')).toBeFocused()
  })
})

test('keys stay with the source pane, search field or dialog that has the focus', async ({ page }) => {
  const window = new ProfileWindow(page)
  const shown = page.locator('[role=tab][aria-selected=true]')
  await window.tree.focus()
  await page.keyboard.press('Enter')
  await expect(window.pane('source').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('a')
  await expect(page.getByText('This row is a link to the other access of a pair.')).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.type('5a')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(shown).toHaveText('Top-down')
  await expect(window.pane('source').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Tab')
  // The function's header is a stop of its own while it is scrolled out of the pane.
  if ((await page.locator('.sticky-widget :focus').count()) > 0) await page.keyboard.press('Tab')
  await expect(page.getByRole('separator').locator('visible=true').and(page.locator(':focus'))).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await expect(window.pane('source').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('/')
  const field = page
    .getByRole('textbox', { name: 'Search functions, files and lines' })
    .or(page.getByRole('searchbox', { name: 'Search functions, files and lines' }))
  await expect(field).toBeFocused()
  await page.keyboard.type('a5?m1')
  await expect(field).toHaveValue('a5?m1')
  await expect(dialog).toHaveCount(0)
  await expect(shown).toHaveText('Top-down')
})

test('the source panes show bars, and leave keys to the window', async ({ page }) => {
  await test.step('the bars beside source lines are of waste, or of CPU time', async () => {
    const window = new ProfileWindow(page)
    await expect(window.pane('source').locator('.heat-waste').first()).toBeVisible()
    await page.getByRole('button', { name: 'View options' }).click()
    await page.getByRole('menuitemradio', { name: 'CPU time', exact: true }).click()
    await expect(window.pane('source').locator('.heat-spent').first()).toBeVisible()
    await expect(window.pane('source').locator('.heat-waste')).toHaveCount(0)
  })
  await test.step('keys of the window work in the source panes, and one that cannot do anything says why', async () => {
    const window = new ProfileWindow(page)
    await window.tree.focus()
    await expect(window.selectedRow()).toContainText('KILLED_BY')
    await page.keyboard.press('a')
    await expect(page.getByText('This row is a link to the other access of a pair.')).toBeVisible()
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Top-down')
    await page.keyboard.press('Enter')
    await expect(window.pane('source').locator(':focus')).toHaveCount(1)
    await page.keyboard.press('5')
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Pairs')
  })
})
