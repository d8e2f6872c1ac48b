/** Value profiles: tables with their values, source and machine code, the distribution, advice, comparison, and values beside a pair. */
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { expect, test } from '../support/fixtures.ts'
import { ProfileWindow, screenshot, screenshotInBoth, typePath } from '../support/profile_window.ts'
import { sampleLine } from '../support/samples.ts'

test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')

const run = { sample: 'redundant_loads', tools: 'redundant-loads,values', arguments: ['20'], options: ['--engine', 'exhaustive'] } as const
const openSample = { ...run, arguments: [...run.arguments], options: [...run.options] }
test.use({ openSample })

test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  const window = new ProfileWindow(page)
  await window.settle()
  await window.show('Values')
})

test('the filter of the tables has room in a small window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const filter = page.getByRole('searchbox', { name: 'Filter value tables' })
  expect(await filter.evaluate((field) => field.clientWidth)).toBeGreaterThan(140)
})

test('tables show their most frequent values, and one is opened in source and machine code', async ({ page }) => {
  await page.getByRole('combobox', { name: 'Tables of' }).selectOption('loads')
  await page.getByRole('searchbox', { name: 'Filter value tables' }).fill('linear_search')
  const load = new ProfileWindow(page).tableRows('Value tables').first()
  // The table is never written: every load of the search brings zero.
  await expect(load).toContainText(/linear_search.*loaded value.*81,920.*100 ?%/)
  await load.click()
  const pane = page.getByRole('region', { name: 'Selected values' })
  await expect(pane.getByRole('table', { name: 'Commonest values' }).getByRole('row').nth(1)).toContainText(/100 %.*81,920.*0/)
  const source = page.locator('[data-side=values-source]')
  await expect(source.locator('.lit-neutral')).toBeVisible()
  await expect(source.locator('[data-lit-line]')).toHaveAttribute('data-lit-line', String(sampleLine('redundant_loads', 'redundant load').number))
  await expect(page.locator('[data-side=values-listing] .lit-neutral')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.getByRole('combobox', { name: 'Tables of' }).selectOption('instructions')
  await expect(new ProfileWindow(page).tableRows('Value tables').first()).toBeVisible()
  // The file gives way; the function's name and the value's holder do not.
  const names = new ProfileWindow(page).tableRows('Value tables').locator('.fitting-last, .tree-label')
  expect(await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent))).toEqual(
    // A long name is cut too, at its end.
    expect.not.arrayContaining([expect.stringMatching(/^[^[]*$/)]),
  )
  await screenshotInBoth(page, 'values')
})

test('tables are of the hot code on wish, over the executions, or with advice; pairs have values beside them', async ({ page }) => {
  await test.step('the hot code alone is shown on wish, and the button looks pressed only then', async () => {
    const button = page.getByRole('button', { name: 'hot only' })
    const colour = (): Promise<string> => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    await page.mouse.move(0, 0)
    expect([await button.getAttribute('aria-pressed'), await colour()]).toEqual(['false', 'rgba(0, 0, 0, 0)'])
    await button.click()
    await page.mouse.move(0, 0)
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(colour).not.toBe('rgba(0, 0, 0, 0)')
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('invariance is drawn over the executions, and advice is given', async () => {
    await page.getByRole('radio', { name: 'invariance' }).click()
    await expect(page.getByRole('img', { name: /^Invariance over the executions of instructions/ })).toBeVisible()
    await expect(page.getByRole('table', { name: 'By type of instruction' }).getByRole('row', { name: /^integer load/ })).toBeVisible()
    await screenshot(page, 'values-invariance')
    await page.getByRole('radio', { name: 'advice' }).click()
    await page
      .getByRole('list', { name: 'Advice' })
      .getByRole('button', { name: /if \(.* == 0\).*linear_search/ })
      .first()
      .click()
    await expect(page.getByRole('region', { name: 'Selected values' })).toContainText('linear_search')
  })
  await test.step('beside a pair of loads are the old and the new values', async () => {
    const window = new ProfileWindow(page)
    await window.show('Pairs')
    await window.pairRows('linear_search').first().click()
    await expect(window.pane('source').getByLabel('Old values')).toContainText(/old: loaded value.*0.*100 %/)
    await expect(window.pane('target').getByLabel('New values')).toContainText(/new: loaded value.*0.*100 %/)
  })
})

test('another run of the same program has the same values', async ({ page, recordSample }) => {
  await page.getByRole('radio', { name: 'compare' }).click()
  await page.getByRole('button', { name: 'Compare with another profile…' }).click()
  await typePath(page, await recordSample(openSample))
  const table = page.getByRole('table', { name: /^Values of both runs/ })
  await expect(table.getByRole('row', { name: /^loads/ })).toContainText(/100 %.*0 %.*0 %.*100 %/)
  const advice = page.getByRole('list', { name: 'Advice from the first run, checked in the second' })
  await expect(advice.getByRole('listitem').filter({ hasText: 'linear_search' }).first()).toContainText(
    /if \(.* == 0\).*holds in both.*In the second run too: 100 %/,
  )
})

test.describe('a run of register writes', () => {
  test.use({ openSample: { sample: 'exhaustive_registers_O2', tools: 'registers,values', arguments: ['100'], options: ['--engine', 'exhaustive'] } })

  test('beside a pair of writes are the old and the new values', async ({ page }) => {
    const window = new ProfileWindow(page)
    await window.showTool('register redundancy')
    await window.show('Pairs')
    const shown = async (place: string): Promise<void> => {
      await page.getByRole('searchbox', { name: 'Filter pairs by function or file' }).fill(place)
      await window.pairRows(place).first().click()
    }
    // rax is copied to rcx and back.
    await shown('copy_back')
    await expect(window.pane('source').getByLabel('Old values')).toHaveText(/^old: rax11100 ?%$/)
    await expect(window.pane('target').getByLabel('New values')).toHaveText(/^new: rax11100 ?%$/)
    await shown('write_numbers')
    // Both only load: 100.4 is within the tolerance of 100.
    await expect(window.pane('source').getByLabel('Old values')).toHaveText(/^old: loaded value100\.0100 ?%$/)
    await expect(window.pane('target').getByLabel('New values')).toHaveText(/^new: loaded value100\.4100 ?%$/)
    await screenshot(page, 'register-values')
  })
})
