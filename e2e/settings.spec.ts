/** Settings of a window in a browser, printing, and text at twice its size. */
import type { Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { exhaustiveEngineIsBuilt } from './exhaustive_engine.ts'
import { expect, test } from './fixtures.ts'
import { ProfileWindow, screenshot, typePath } from './profile_window.ts'
import { recordVersions } from './two_versions.ts'

test('settings are found again, and reach the windows at once', async ({ page, host }) => {
  mkdirSync(join(host.home, 'sources'))
  await page.goto(host.address)
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('radio', { name: 'high contrast' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await settings.getByRole('radio', { name: 'compact' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await settings.getByRole('combobox', { name: 'Known editors' }).selectOption('Kate')
  await settings.getByRole('button', { name: 'Add a folder…' }).click()
  await typePath(page, join(host.home, 'sources'))
  await page.getByRole('button', { name: `Choose ${join(host.home, 'sources')}` }).click()
  await expect(settings.getByRole('list', { name: 'Source folders' })).toContainText(join(host.home, 'sources'))

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await page.keyboard.press('Control+,')
  await expect(settings.getByRole('textbox', { name: 'Command of the editor' })).toHaveValue('kate --line {line} {file}')
  await screenshot(page, 'settings')
  await settings.getByRole('button', { name: `Do not look in ${join(host.home, 'sources')}` }).click()
  await expect(settings.getByRole('listitem')).toHaveCount(0)
})
