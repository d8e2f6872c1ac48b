/** Trees that differ from the whole profile: subtrees, other frames, other blame; always with a mark. */
import { expect, test } from '../support/fixtures.ts'
import { anyProfile } from '../support/recorded_samples.ts'
import { ProfileWindow, screenshot } from '../support/profile_window.ts'

test.use({ openSample: anyProfile.rezeroedArray })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
})

test('trees of another blame or without a function have a mark, and go back; so do subtrees', async ({ page }) => {
  await test.step('waste is charged to the later access on wish, without columns of use, and back', async () => {
    const window = new ProfileWindow(page)
    await expect(window.tree.getByRole('columnheader', { name: /^fraction/ })).toBeVisible()
    await page.getByRole('button', { name: 'View options ▾' }).click()
    await page.getByRole('menuitemradio', { name: 'the later access' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('waste charged to the later access')).toBeVisible()
    await expect(window.tree.getByRole('columnheader', { name: /^fraction/ })).toHaveCount(0)
    await expect(window.selectedRow()).toContainText('KILLED_BY')
    await screenshot(page, 'tree-blame')
    await page.getByRole('button', { name: 'Charge the earlier access again' }).click()
    await expect(window.tree.getByRole('columnheader', { name: /^fraction/ })).toBeVisible()
  })
  await test.step('the charged side is named', async () => {
    const window = new ProfileWindow(page)
    for (const whom of ['the later access', 'what runs both accesses', 'the allocation of the data']) {
      await page.getByRole('button', { name: 'View options ▾' }).click()
      await page.getByRole('menuitemradio', { name: whom }).click()
      await page.keyboard.press('Escape')
      await expect(page.getByText(`waste charged to ${whom}`)).toBeVisible()
      await expect(window.tree.locator('[role=row][data-index]').first()).toContainText(/100\s*%/)
    }
    await page.getByRole('button', { name: 'Charge the earlier access again' }).click()
    await expect(page.getByText('waste charged to')).toHaveCount(0)
  })
  await test.step('a function is left out from the context menu, with a mark that brings it back', async () => {
    const window = new ProfileWindow(page)
    const main = window.treeRows(/^.?main/).first()
    await expect(main).toBeVisible()
    await main.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Change the rows' }).press('ArrowRight')
    await page.getByRole('menuitem', { name: 'Drop the function and everything below it' }).click()
    await expect(page.getByText('without main')).toBeVisible()
    await expect(main).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo: without main' }).click()
    await expect(main).toBeVisible()
  })
  await test.step('subtrees within subtrees have a breadcrumb, and u goes back one by one', async () => {
    const window = new ProfileWindow(page)
    const breadcrumb = page.getByRole('navigation', { name: 'Subtrees shown alone' })
    await window
      .treeRows(/^.?main/)
      .first()
      .click()
    await page.keyboard.press('f')
    await expect(breadcrumb).toContainText('main')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('f')
    await expect(breadcrumb.getByRole('button')).toHaveCount(4)
    await page.keyboard.press('u')
    await expect(breadcrumb.getByRole('button')).toHaveCount(3)
    await breadcrumb.getByRole('button', { name: 'whole program' }).click()
    await expect(breadcrumb).toHaveCount(0)
  })
})
