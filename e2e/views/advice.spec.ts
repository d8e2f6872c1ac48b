/** What is probably wrong with a pair: beside it, in the table, and as groups. */
import type { Page } from '@playwright/test'
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { expect, test } from '../support/fixtures.ts'
import { ProfileWindow, screenshot } from '../support/profile_window.ts'

test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')
test.use({
  openSample: { sample: 'advice_classes', tools: 'dead-stores,silent-stores,redundant-loads', arguments: ['40'], options: ['--engine', 'exhaustive'] },
})

async function showPairs(page: Page, address: string, tool: string): Promise<ProfileWindow> {
  await page.goto(address)
  const window = new ProfileWindow(page)
  await window.settle()
  await window.showTool(tool)
  await window.settle()
  await window.show('Pairs')
  return window
}

test('the pane says what is probably wrong, and why', async ({ page, host }) => {
  const window = await showPairs(page, host.address, 'redundant loads')
  await window.pairRows('linear search').first().click()
  const advice = page.locator('.pair-advice')
  await expect(advice).toContainText(/linear search.*likely.*Sort and search by halves/)
  await expect(advice).toContainText(/at find_key advice_classes\.c:\d+/)
  const evidence = page.getByRole('list', { name: 'Evidence' })
  await expect(evidence).toBeHidden()
  await advice.getByText('why', { exact: true }).click()
  await expect(evidence).toContainText('decides whether the loop is left')
  await expect(evidence).toContainText(/was measured to repeat within the loop at advice_classes\.c:\d+/)
  await screenshot(page, 'advice')
  await page.emulateMedia({ colorScheme: 'light' })
  await screenshot(page, 'advice-light')
})

test('pairs are in the order of their advice, or of one class alone', async ({ page, host }) => {
  const window = await showPairs(page, host.address, 'silent stores')
  await page.getByRole('columnheader', { name: 'advice' }).getByRole('button').first().click()
  await expect(page.getByRole('columnheader', { name: 'advice' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(window.pairRows('').first()).toContainText('call that could be inlined')
  await page.getByRole('combobox', { name: 'Pairs by their advice' }).selectOption('update without effect')
  await expect(window.pairRows('mark_all').first()).toBeVisible()
  await expect(window.pairRows('copy_all')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(window.pairRows('').first()).toContainText('call that could be inlined')
})

test('pairs stand together by their class, and one class is listed', async ({ page, host }) => {
  const window = await showPairs(page, host.address, 'silent stores')
  await page.getByRole('combobox', { name: 'Pairs stand together by' }).selectOption('by class of advice')
  const groups = window.tableRows('Groups of pairs')
  await expect(groups.filter({ hasText: 'update without effect' })).toHaveCount(1)
  await groups.filter({ hasText: 'update without effect' }).dblclick()
  await expect(window.pairRows('mark_all').first()).toBeVisible()
  await expect(window.pairRows('copy_all')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the groups' }).click()
  await expect(groups.filter({ hasText: 'update without effect' })).toHaveCount(1)
})
