/** Users' notes on pairs, and finding them again. */
import { readStoredNotes } from '../../electron/profile/stored_notes.ts'
import { expect, test } from '../support/fixtures.ts'
import { anyProfile } from '../support/recorded_samples.ts'
import { ProfileWindow, screenshot } from '../support/profile_window.ts'

test.use({ openSample: anyProfile.fourPairsBriefly })

test('a pair is marked and commented, filtered by it, and found so again by the next window', async ({ page, host, recordSample }) => {
  await page.goto(host.address)
  const window = new ProfileWindow(page)
  await window.settle()
  await window.show('Pairs')
  await window.pairs.locator('[role=row][data-index]').first().click()
  await page.getByRole('combobox', { name: 'State of the pair' }).selectOption('fixed')
  const note = page.getByRole('textbox', { name: 'Note on the pair' })
  await note.fill('loop merged')
  await note.press('Enter')
  await expect(window.pairRows('fixed')).toHaveCount(1)
  await screenshot(page, 'notes')
  const before = Number(await window.pairs.getAttribute('aria-rowcount'))
  const [chosen = ''] = await page.getByRole('combobox', { name: 'Pairs by their mark' }).selectOption('neither fixed nor ignored')
  await expect(window.pairs).toHaveAttribute('aria-rowcount', String(before - 1))
  const profile = await recordSample(anyProfile.fourPairsBriefly)
  expect(readStoredNotes(profile).map(({ status, text }) => [status, text])).toEqual([['fixed', 'loop merged']])
  await page.reload()
  // What was chosen is kept.
  await expect(page.getByRole('combobox', { name: 'Pairs by their mark' })).toHaveValue(chosen)
  await expect(window.pairs).toHaveAttribute('aria-rowcount', String(before - 1))
  await page.getByRole('combobox', { name: 'Pairs by their mark' }).selectOption('any note')
  await window.pairRows('fixed').click()
  await expect(page.getByRole('textbox', { name: 'Note on the pair' })).toHaveValue('loop merged')
})
