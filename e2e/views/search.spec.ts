/** Finding in trees: while one types, by pattern, forwards and backwards, by line; and what rows say besides their names. */
import type { Page } from '@playwright/test'
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { expect, test } from '../support/fixtures.ts'
import { needSampling } from '../support/need_sampling.ts'
import { anyProfile } from '../support/recorded_samples.ts'
import { ProfileWindow } from '../support/profile_window.ts'
import { sampleLine } from '../support/samples.ts'

test.use({ openSample: anyProfile.rezeroedArray })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
})

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search functions, files and lines' })
const count = (page: Page) => page.locator('.match-count')

test('n and N go from match to match, opening what hides them, and report if there is none', async ({ page }) => {
  const window = new ProfileWindow(page)
  await window.tree.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await field(page).fill('rezeroed_array.c:')
  await expect(count(page)).toContainText(/^([2-9]|\d\d+) matches/)
  // The first match is there at once.
  await expect(window.selectedRow().locator('mark').first()).toBeVisible()
  await window.tree.focus()
  const first = await window.selectedRow().getAttribute('data-index')
  await page.keyboard.press('n')
  await expect(window.selectedRow()).not.toHaveAttribute('data-index', first ?? '')
  await page.keyboard.press('N')
  await expect(window.selectedRow()).toHaveAttribute('data-index', first ?? '')
  await page.keyboard.press('N')
  await expect(page.getByText('No match further up.')).toBeVisible()
})

test('a line is found by its file and number, in trees and on either side of the pairs', async ({ page }) => {
  const window = new ProfileWindow(page)
  const dead = sampleLine('rezeroed_array', 'dead store')
  const line = `rezeroed_array.c:${dead.number}`
  await field(page).fill(line)
  await expect(count(page)).toContainText(/^[1-9]\d* match/)
  await window.tree.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('n')
  await expect(window.selectedRow()).toContainText(line)

  await window.show('Pairs')
  const filter = page.getByRole('searchbox', { name: 'Filter pairs by function or file' })
  await filter.fill(line)
  await page.getByRole('combobox', { name: 'Side that the filter applies to' }).selectOption('earlier access')
  await expect(window.pairRows(line).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Side that the filter applies to' }).selectOption('later access')
  await expect(page.getByText('the filter lets none through')).toBeVisible()
})

test('rows say more than names, and are counted while one types', async ({ page }) => {
  // Counted shares have no intervals.
  needSampling()
  await test.step('contexts say where they are called from, in the tree and in the panes, and shares how sure they are', async () => {
    const window = new ProfileWindow(page)
    await expect(window.treeRows('end_block').first()).toContainText(/from rezeroed_array\.c:\d+/)
    await expect(window.pane('source').getByRole('navigation')).toContainText(/end_block rezeroed_array\.c:\d+/)
    const outer = window.pane('source').getByRole('button', { name: /outer frames/ })
    if ((await outer.count()) > 0) await outer.click()
    await expect(window.pane('source').getByRole('navigation')).toContainText(/main rezeroed_array\.c:\d+/)
    await expect(page.getByLabel('About the pair')).toContainText(/–\d|only \d+ observation/)
  })
  await test.step('matches are counted with every key, by text of any case or by pattern; an invalid pattern is reported', async () => {
    const window = new ProfileWindow(page)
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('END_')
    await expect(count(page)).toContainText(/^[1-9]\d* match/)
    const some = await count(page).textContent()
    await page.keyboard.type('nowhere')
    await expect(count(page)).toContainText('0 matches')
    await field(page).fill('^end_.*k$')
    await expect(count(page)).toContainText('0 matches')
    await page.getByRole('button', { name: '.*', exact: true }).click()
    await expect(count(page)).not.toContainText('0 matches')
    await expect(window.tree.locator('mark').first()).toHaveText('end_block')
    expect(some).not.toBeNull()
    await field(page).fill('end_(')
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  })
})

test.describe('a run that counts every access', () => {
  test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')
  test.use({ openSample: { sample: 'redundant_loads', tools: 'redundant-loads', arguments: ['20'], options: ['--engine', 'exhaustive'] } })

  test('has insignificant rows, which are folded with their number and share, and open', async ({ page }) => {
    const window = new ProfileWindow(page)
    await window.tree.focus()
    await page.keyboard.press('Home')
    const folded = window.treeRows(/\d+ more, [<\d]/).first()
    await expect(folded).toHaveAttribute('aria-expanded', 'false')
    const index = await folded.getAttribute('data-index')
    await folded.click()
    await page.keyboard.press('ArrowRight')
    await expect(window.tree.locator(`[role=row][data-index="${index}"]`)).toHaveAttribute('aria-expanded', 'true')
    await page.getByRole('button', { name: 'View options ▾' }).click()
    await page.getByRole('menuitemradio', { name: 'none' }).click()
    await page.keyboard.press('Escape')
    await expect(window.treeRows(/\d+ more, [<\d]/)).toHaveCount(0)
  })
})
