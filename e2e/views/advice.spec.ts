/** The probable problem of a pair: beside it, in the table, and as groups. */
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

test('the pane says what the finding of the pair says, why, and leads to it', async ({ page, host }) => {
  const window = await showPairs(page, host.address, 'redundant loads')
  await window.pairRows('linear search').first().click()
  const advice = page.locator('.pair-advice')
  await expect(advice).toContainText(/Finding \d+.*find_key\(\).*likely.*Sort the elements and use binary search/)
  const evidence = page.getByRole('list', { name: 'Evidence' })
  await expect(evidence).toBeHidden()
  await advice.getByText('why', { exact: true }).click()
  await expect(evidence).toContainText('decides whether the loop is left')
  await expect(evidence).toContainText(/was measured to repeat within the loop at advice_classes\.c:\d+/)
  await screenshot(page, 'advice')
  await page.emulateMedia({ colorScheme: 'light' })
  await screenshot(page, 'advice-light')
  const row = await window.pairRows('linear search').first().textContent()
  await advice.getByRole('button', { name: /^Finding \d+$/ }).click()
  await expect(page.getByRole('tab', { name: 'Findings' })).toHaveAttribute('aria-selected', 'true')
  const opened = page.locator('.finding', { has: page.locator('[aria-expanded="true"]') })
  await expect(opened).toContainText('find_key()')
  // The selected pair stays the same.
  await window.show('Pairs')
  await expect(window.pairRows('linear search').and(page.locator('[aria-selected="true"]'))).toHaveText(row!)
})

test('the list of runs and the header name the tool of the first finding, also when it is opened again', async ({ page, host }) => {
  await page.goto(host.address)
  const window = new ProfileWindow(page)
  await window.settleFindings()
  const listed = page.locator('.run-shown .run-result')
  for (const opened of ['first', 'again']) {
    await expect(page.getByRole('radio', { name: /^silent stores/ }), opened).toBeChecked()
    await expect(listed, opened).toHaveText(/% silent stores$/)
    await page.reload()
    await window.settleFindings()
  }
})

test('no wasteful pair is without advice', async ({ page, host }) => {
  for (const tool of ['dead stores', 'silent stores', 'redundant loads']) {
    const window = await showPairs(page, host.address, tool)
    const rows = window.pairRows('')
    await expect(rows.first()).toBeVisible()
    const count = Math.min(5, await rows.count())
    for (let row = 0; row < count; row++) {
      await rows.nth(row).click()
      await expect(page.locator('.pair-advice')).toContainText(/Finding \d+|Not in the findings, because|Advice: /)
    }
  }
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

test('pairs are grouped by their class, and one class is listed', async ({ page, host }) => {
  const window = await showPairs(page, host.address, 'silent stores')
  await page.getByRole('combobox', { name: 'Group pairs by' }).selectOption('by class of advice')
  const groups = window.tableRows('Groups of pairs')
  await expect(groups.filter({ hasText: 'update without effect' })).toHaveCount(1)
  await groups.filter({ hasText: 'update without effect' }).dblclick()
  await expect(window.pairRows('mark_all').first()).toBeVisible()
  await expect(window.pairRows('copy_all')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the groups' }).click()
  await expect(groups.filter({ hasText: 'update without effect' })).toHaveCount(1)
})
