/** Columns of tables: order, pins, sets. */
import type { Page } from '@playwright/test'
import { brokenRules } from '../support/accessible.ts'
import { exportAs } from '../support/export_menu.ts'
import { expect, test } from '../support/fixtures.ts'
import { ProfileWindow } from '../support/profile_window.ts'

test.use({ openSample: { sample: 'four_pairs', tools: 'dead-stores', arguments: ['3000'] } })

const titles = (page: Page): Promise<string[]> => page.getByRole('treegrid').getByRole('columnheader').allTextContents()

/** Goes through the menu of columns by its items' names. */
async function choose(page: Page, ...items: string[]): Promise<void> {
  await page.getByRole('button', { name: /columns? ▾$/ }).click()
  for (const item of items) await page.getByRole('menuitem', { name: item, exact: true }).click()
  while ((await page.getByRole('menu').count()) > 0) await page.keyboard.press('Escape')
}

test('columns move, are pinned, kept as a set, and come back as at first', async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settle()
  const first = await titles(page)
  await choose(page, 'Order and pins', 'observations', 'Move left')
  const moved = await titles(page)
  expect(moved.indexOf(first.at(-1) ?? '')).toBe(first.length - 2)
  await choose(page, 'Order and pins', 'observations', 'Pin at the left')
  expect((await titles(page))[1]).toBe(first.at(-1))
  await expect(page.getByRole('columnheader', { name: /^observations/ })).toHaveCSS('position', 'sticky')
  await choose(page, 'Sets of columns', 'Keep these columns as set 1')
  await choose(page, 'Reset columns')
  expect(await titles(page)).toEqual(first)
  await choose(page, 'Sets of columns', 'Use set 1')
  expect((await titles(page))[1]).toBe(first.at(-1))
})

test('tables are copied as Markdown', async ({ page, host }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(host.address)
  const window = new ProfileWindow(page)
  await window.settle()
  await window.show('Pairs')
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await exportAs(page, 'the pairs that are shown', 'Copy as Markdown')
  const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read).not.toBe('')
  const copied = await read()
  expect(copied.split('\n')[0]).toMatch(/^\| tool \| relation \| waste \(ns\) \|/)
  expect(copied).toContain('| dead-stores | KILLED_BY |')
})

test('arrow keys change the width of a column', async ({ page, host }) => {
  await page.goto(host.address)
  const window = new ProfileWindow(page)
  await window.settle()
  const head = window.tree.getByRole('columnheader').nth(1)
  const edge = head.getByRole('separator')
  const before = (await head.boundingBox())!.width
  await head.focus()
  const rows = await window.tree.locator('[role=row][data-index]').count()
  await page.keyboard.press('Tab')
  await expect(edge).toBeFocused()
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await head.boundingBox())!.width).toBe(before + 48)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await head.boundingBox())!.width).toBe(before + 32)
  // They fold no row meanwhile.
  await expect(window.tree.locator('[role=row][data-index]')).toHaveCount(rows)
  expect(await brokenRules(page, { within: '[role=treegrid]' })).toEqual([])
  await page.keyboard.press('Shift+Tab')
  await expect(head).toBeFocused()
})
