/** Pairs by groups, and what undoes the accesses of a context. */
import { expect, test } from '../support/fixtures.ts'
import { anyProfile } from '../support/recorded_samples.ts'
import { ProfileWindow, screenshot } from '../support/profile_window.ts'

test.use({ openSample: anyProfile.fourPairs })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
})

test('pairs are grouped by the functions of both sides; a group opens and closes', async ({ page }) => {
  const window = new ProfileWindow(page)
  await window.show('Pairs')
  // Perhaps beside a pair of the program's start.
  const own = window.pairRows(/one_round.*one_round/)
  await expect(own.first()).toBeVisible()
  const count = await own.count()
  await page.getByRole('combobox', { name: 'Group pairs by' }).selectOption('by functions of both')
  const groups = window.tableRows('Groups of pairs')
  await expect(groups.first()).toContainText('one_round')
  await groups.first().click()
  await expect(groups.first()).toHaveAttribute('aria-selected', 'true')
  await screenshot(page, 'pair-groups')
  await groups.first().dblclick()
  await expect(page.getByTitle('Only pairs of this group')).toContainText(/one_round.* → one_round/)
  await expect(window.pairs).toHaveAttribute('aria-rowcount', String(count + 1))
  await page.getByRole('button', { name: 'Back to the groups' }).click()
  await expect(groups.first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Group pairs by' }).selectOption('each pair')
  await expect(window.pairs).toBeVisible()
})

test('any context lists what undid its accesses, and whose accesses it undid', async ({ page }) => {
  const window = new ProfileWindow(page)
  await window
    .treeRows(/^.?main/)
    .first()
    .click()
  await page.keyboard.press('o')
  await expect(page.getByText('earlier access in main')).toBeVisible()
  await expect(window.tableRows('Groups of pairs').first()).toContainText('one_round')
  await page.getByRole('button', { name: 'Show pairs of the whole program again' }).click()
  await expect(page.getByText('earlier access in main')).toHaveCount(0)
  await window.show('Flat')
  await page.keyboard.press('*')
  await window.treeRows('one_round').first().click()
  await page.keyboard.press('i')
  await expect(page.getByText('later access in one_round')).toBeVisible()
})
