/** Columns of trees by formula. */
import { expect, test } from '../support/fixtures.ts'
import { anyProfile } from '../support/recorded_samples.ts'
import { ProfileWindow, screenshot } from '../support/profile_window.ts'

test.use({ openSample: anyProfile.fourPairsBriefly })

test('a formula is checked while it is typed, becomes a column that sorts, and goes again', async ({ page, host }) => {
  await page.goto(host.address)
  const window = new ProfileWindow(page)
  await window.settle()
  await page.getByRole('button', { name: 'formula ƒ' }).click()
  await page.getByRole('textbox', { name: 'Name of the column' }).fill('share of use')
  const formula = page.getByRole('textbox', { name: 'Formula' })
  await formula.fill('percent(waste / use)')
  await expect(page.getByText('A percentage of a ratio has no meaning')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await formula.fill('waste / (waste + use)')
  await expect(page.getByText('This is a share in percent.')).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await screenshot(page, 'formula')
  await page.keyboard.press('Escape')
  const header = window.tree.getByRole('columnheader', { name: /^share of use/ })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(window.treeRows(/^.?main/).first()).toBeVisible()
  await page.getByRole('button', { name: 'formula ƒ' }).click()
  await page.getByRole('button', { name: 'Remove the column share of use' }).click()
  await expect(header).toHaveCount(0)
})
