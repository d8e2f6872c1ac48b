/** Reading a profile: trees, links, pairs, both panes. */
import { expect, test } from '../support/fixtures.ts'
import { anyProfile } from '../support/recorded_samples.ts'
import { ProfileWindow, screenshot, screenshotInBoth } from '../support/profile_window.ts'
import { sampleLine } from '../support/samples.ts'

test.use({ openSample: anyProfile.rezeroedArray })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
})

test('the most wasteful pair is selected at once, in dark and in light colours', async ({ page }) => {
  await test.step('the most wasteful pair is selected at once, both lines lit in the source', async () => {
    const window = new ProfileWindow(page)
    const dead = sampleLine('rezeroed_array', 'dead store')
    const killing = sampleLine('rezeroed_array', 'killing store')
    await expect.poll(() => window.litLine('source')).toEqual(dead)
    await expect.poll(() => window.litLine('target')).toEqual(killing)
    await expect(window.pane('source')).toContainText('dead store')
    await expect(window.pane('target')).toContainText('killing store')
    await screenshot(page, 'profile-dark')
  })
  await test.step('dark and light colours by command', async () => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const choose = async (name: string) => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
      await page.keyboard.type(name)
      await page.getByRole('option', { name }).click()
    }
    const dark = await background()
    await choose('Light colours')
    await expect.poll(background).not.toBe(dark)
    await screenshot(page, 'profile-light')
    await choose('Dark colours')
    await expect.poll(background).toBe(dark)
  })
})

test('the tree is walked by keys, searched and sorted', async ({ page }) => {
  await test.step('hot path, the KILLED_BY row, the killer’s chain and back', async () => {
    const window = new ProfileWindow(page)
    await window.tree.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('h')
    const link = window.treeRows('KILLED_BY').first()
    await expect(link).toContainText('overwritten by')
    await expect(link).toBeVisible()
    await link.click()
    await expect(link).toHaveAttribute('aria-selected', 'true')
    const from = await window.selectedRow().getAttribute('data-index')
    await page.keyboard.press('l')
    await expect(window.selectedRow()).not.toHaveAttribute('data-index', from ?? '')
    await page.keyboard.press('b')
    await expect(window.selectedRow()).toContainText('KILLED_BY')
  })
  await test.step('arrow keys open and close rows', async () => {
    const window = new ProfileWindow(page)
    await window.tree.focus()
    await page.keyboard.press('Home')
    await expect(window.selectedRow()).toHaveAttribute('aria-expanded', 'true')
    const before = await window.tree.getAttribute('aria-rowcount')
    await page.keyboard.press('ArrowLeft')
    await expect(window.selectedRow()).toHaveAttribute('aria-expanded', 'false')
    await expect(window.tree).not.toHaveAttribute('aria-rowcount', before ?? '')
  })
  await test.step('search counts and marks matches, and its chip ends it', async () => {
    const window = new ProfileWindow(page)
    await page.keyboard.press('/')
    await page.keyboard.type('main')
    // Its chip says so, too.
    await expect(page.getByRole('status').filter({ hasText: /^\d+ match/ })).toBeVisible()
    await expect(window.tree.locator('mark').first()).toHaveText('main')
    await page.getByRole('button', { name: 'End the search' }).click()
    await expect(window.tree.locator('mark')).toHaveCount(0)
  })
  await test.step('sorting by another column turns the order', async () => {
    const window = new ProfileWindow(page)
    const header = window.tree.getByRole('columnheader', { name: 'context' })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
  })
})

test('other trees and the pair table select what the panes show', async ({ page }) => {
  await test.step('bottom-up begins with the accessing functions, flat with modules or functions', async () => {
    const window = new ProfileWindow(page)
    for (const view of ['Bottom-up', 'Flat'] as const) {
      await window.show(view)
      await expect(page.getByRole('treegrid', { name: `Calling contexts, ${view.toLowerCase()}` })).toBeVisible()
      await expect(window.tree.locator('[role=row][data-index]').first()).toContainText(view === 'Bottom-up' ? 'end_block' : 'rezeroed_array')
      await screenshotInBoth(page, view.toLowerCase())
    }
  })
  await test.step('the pair table selects what the panes show, and filters', async () => {
    const window = new ProfileWindow(page)
    await window.show('Pairs')
    const first = window.pairs.locator('[role=row][data-index]').first()
    await first.click()
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await expect.poll(async () => (await window.litLine('source')).number).toBe(sampleLine('rezeroed_array', 'dead store').number)
    await page.getByRole('searchbox', { name: 'Filter pairs by function or file' }).fill('no such function')
    await expect(page.getByText('the filter lets none through')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await expect(first).toBeVisible()
    // Both functions have room, at the width that most have; of their files the end may be cut.
    expect(
      await first
        .locator('.tree-file-name')
        .evaluateAll((names) => names.map((name) => name.querySelector('.tree-place')!.getBoundingClientRect().left < name.getBoundingClientRect().right)),
    ).toEqual([true, true])
    await screenshotInBoth(page, 'pairs')
  })
})
