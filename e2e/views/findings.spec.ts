/** Findings: the first view of a profile, read, walked, marked, and left for the pair, the tree and the source. */
import { readStoredNotes } from '../../electron/profile/stored_notes.ts'
import { cutControls } from '../support/cut_controls.ts'
import { expect, test } from '../support/fixtures.ts'
import { ProfileWindow, screenshotInBoth } from '../support/profile_window.ts'
import { sampleLine } from '../support/samples.ts'

const run = { sample: 'rezeroed_array', tools: 'dead-stores' } as const
test.use({ openSample: run })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  await new ProfileWindow(page).settleFindings()
})

test('a profile begins with its most expensive finding, unfolded, both lines lit in the source', async ({ page }) => {
  const window = new ProfileWindow(page)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Findings')
  const first = window.findings.getByRole('button', { expanded: true })
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription(/^at most [\d.]+ % of the run/)
  const card = window.findings.getByRole('listitem').first()
  const [dead, killing] = [sampleLine('rezeroed_array', 'dead store'), sampleLine('rezeroed_array', 'killing store')]
  for (const { number, text } of [dead, killing])
    await expect(card).toContainText(new RegExp(`rezeroed_array\\.c:${number}.*${text.replaceAll(/[^\w ]/g, '.').slice(0, 20)}`))
  await expect.poll(() => window.litLine('source')).toEqual(dead)
  await expect.poll(() => window.litLine('target')).toEqual(killing)
  // What the editor pairs, it draws in a class of its own.
  await expect(page.locator('[class*=bracket-highlighting]')).toHaveCount(0)
  for (const name of ['What is wrong', 'What to do', 'What it may save']) await expect(page.getByRole('region', { name })).toContainText(/\w+ .*\./)
  await screenshotInBoth(page, 'findings')
})

test('is used without a mouse: read, folded, marked, searched, and left for its pair and the tree', async ({ page, recordSample }) => {
  const window = new ProfileWindow(page)
  const first = window.findings.getByRole('button', { name: /^1 / })
  await page.keyboard.press('Enter')
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('m')
  const card = window.findings.getByRole('listitem').first()
  await expect(card).toContainText('to do')
  const title = await first.locator('.finding-title').textContent()
  const profile = await recordSample(run)
  await expect.poll(() => readStoredNotes(profile).map(({ pair, status }) => [pair, status])).toEqual([[title, 'to-do']])
  await page.keyboard.press('/')
  await page.keyboard.type('no such thing')
  await expect(page.getByText('No finding matches the filter.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(first).toBeVisible()
  await first.focus()
  await page.keyboard.press('p')
  await expect(window.selectedRow()).toContainText('rezeroed_array')
  await page.keyboard.press('1')
  await page.keyboard.press('t')
  await expect(window.tree.locator('[aria-selected=true]')).toContainText('KILLED_BY')
  await page.keyboard.press('1')
  await page.keyboard.press('s')
  await expect(window.pane('source').locator(':focus')).toHaveCount(1)
  // Views count once they have been shown for a moment.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hagstone.preferences') ?? '')).toMatch(/"view":"findings"/)
  await page.reload()
  await window.settleFindings()
  await expect(card).toContainText('to do')
})

for (const [width, height, words] of [
  [1280, 720, 'a laptop'],
  [1000, 700, 'a small window'],
  [640, 360, 'text at 200 %'],
] as const) {
  test(`fits ${words}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const window = new ProfileWindow(page)
    await expect(window.findings).toBeVisible()
    expect(await cutControls(page)).toEqual([])
    const title = window.findings.locator('.finding-title').first()
    await title.scrollIntoViewIfNeeded()
    // A whole line, but for the part of a pixel that scrolling leaves.
    await expect(title).toBeInViewport({ ratio: 0.95 })
  })
}
