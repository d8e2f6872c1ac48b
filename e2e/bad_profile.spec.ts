/** A file that is not a profile is rejected in one line that names it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/fixtures.ts'
import { openProfile } from './support/profile_window.ts'

for (const [name, text] of [
  ['no-profile', 'this is no profile\n'.repeat(50)],
  ['empty', ''],
] as const) {
  test(`${name}: the start page says what is wrong and stays usable`, async ({ page, host }) => {
    const path = join(host.home, `${name}.hagstone`)
    writeFileSync(path, text)
    await page.goto(host.address)
    await openProfile(page, path)
    await expect(page.getByRole('alert')).toContainText(path)
    await expect(page.getByRole('alert')).toContainText('is not a Hagstone profile')
    await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
  })
}
