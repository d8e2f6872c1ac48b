/** Threads below their creators, on request. */
import { expect, test } from '../support/fixtures.ts'
import { ProfileWindow } from '../support/profile_window.ts'

test.use({ openSample: { sample: 'threads_created/pool', tools: 'dead-stores', orCounted: ['2'] } })

test('the tree shows where threads were created, and forgets it again', async ({ page, host }) => {
  await page.goto(host.address)
  const window = new ProfileWindow(page)
  await window.settle()
  const created = window.treeRows(/thread created by start_pool/).first()
  const toggle = async (): Promise<void> => {
    await page.getByRole('button', { name: 'View options ▾' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Show where threads were created' }).click()
    await page.keyboard.press('Escape')
  }
  await expect(window.treeRows(/^.?pool_thread/).first()).toBeVisible()
  await toggle()
  await window
    .treeRows(/^.?main/)
    .first()
    .click()
  await page.keyboard.press('*')
  await expect(created).toBeVisible()
  await toggle()
  await expect(created).toHaveCount(0)
  await expect(window.treeRows(/^.?pool_thread/).first()).toBeVisible()
})
