import type { Locator, Page } from '@playwright/test'

/** Chooses an entry of an Export menu. @param what is exported: all of its name, or what it matches */
export async function exportAs(page: Page, what: string | RegExp, entry: string, scope: Page | Locator = page): Promise<void> {
  const name = typeof what === 'string' ? `Export: ${what}` : what
  await scope.getByRole('button', { name, exact: typeof what === 'string' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
