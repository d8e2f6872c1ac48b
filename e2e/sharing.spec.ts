/** Two threads on one cache line: the pair, its object, and the tables of objects and threads. */
import { readFileSync } from 'node:fs'
import { exportAs } from './support/export_menu.ts'
import { expect, test } from './support/fixtures.ts'
import { ProfileWindow, screenshot, screenshotInBoth } from './support/profile_window.ts'
import { sampleLine } from './support/samples.ts'

test.use({ openSample: { sample: 'false_sharing', tools: 'false-sharing', arguments: ['2', '1500'] } })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
})

test('the pair is of both threads, and its object has a row', async ({ page }) => {
  await test.step('the pair is false sharing between the two threads, and names the object', async () => {
    const window = new ProfileWindow(page)
    await window.show('Pairs')
    const pair = window.pairRows('counters').first()
    await expect(pair).toContainText('counters')
    await expect(pair).toContainText('false')
    await expect(window.pane('source')).toContainText('access in thread A')
    await expect(window.pane('target')).toContainText('access in thread B')
    const lines = [(await window.litLine('source')).number, (await window.litLine('target')).number].sort((a, b) => a - b)
    expect(lines).toEqual([sampleLine('false_sharing', 'left').number, sampleLine('false_sharing', 'right').number])
    await expect(page.getByRole('region', { name: 'Selected pair' }).first()).toContainText('false sharing')
    await screenshot(page, 'false-sharing')
  })
  await test.step('the object has a row of its own', async () => {
    const window = new ProfileWindow(page)
    await window.show('Objects')
    await expect(window.tableRows('Objects of the run').first()).toContainText('counters')
  })
})

test('threads sort by any column, and the table is saved as CSV', async ({ page }) => {
  const window = new ProfileWindow(page)
  await window.show('Threads')
  const rows = window.tableRows('Threads of the run')
  await expect(rows.nth(1)).toBeVisible()
  const header = page.getByRole('grid', { name: 'Threads of the run' }).getByRole('columnheader', { name: 'thread id' })
  const identities = () => rows.evaluateAll((shown) => shown.map((row) => Number(row.querySelectorAll('[role=gridcell]')[1]?.textContent)))
  await page.getByRole('button', { name: /columns? ▾$/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'thread id' }).click()
  await page.keyboard.press('Escape')
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const ascending = await identities()
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b))
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  expect(await identities()).toEqual(ascending.toReversed())
  await screenshotInBoth(page, 'threads')

  const [download] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'Threads of the run', 'Save as CSV')])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines).toHaveLength(ascending.length + 1)
})

test('the tree and a chart are of one thread, of the program, or of a context', async ({ page }) => {
  await test.step('the tree is of one thread alone on wish', async () => {
    const window = new ProfileWindow(page)
    const root = window.tree.locator('[role=row][data-index]').first()
    const whole = await root.textContent()
    await page.getByRole('button', { name: 'View options ▾' }).click()
    await page.getByRole('menuitemcheckbox').last().click()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/^only thread /)).toBeVisible()
    // That the numbers are of that thread is seen in shaped_model.test: on a busy machine it may have all of the waste.
    await page.getByRole('button', { name: 'Include all threads again' }).click()
    await expect(root).toHaveText(whole ?? '')
  })
  await test.step('a chart has the waste of each thread, of the program and of the selected context', async () => {
    const window = new ProfileWindow(page)
    await window
      .treeRows(/sharing/)
      .first()
      .click()
    await window.show('Threads')
    const bars = page.getByRole('img', { name: /by thread, whole program/ }).locator('.chart-bar')
    const heights = () => bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('height'))))
    // On a busy machine one thread may have all of the waste: then nothing is seen of the other's bar.
    await expect(bars.nth(1)).toBeAttached()
    await page.getByRole('radio', { name: 'largest first' }).click()
    const sorted = await heights()
    expect(sorted).toEqual(sorted.toSorted((a, b) => b - a))
    await page.getByRole('radio', { name: 'selected context' }).click()
    await expect(page.getByRole('img', { name: /by thread, / })).toBeVisible()
    await expect(page.getByRole('img', { name: /whole program/ })).toHaveCount(0)
  })
})
