/** Reuse distances of a program with two working sets: charts, switches and what can be saved of them. */
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { exportAs } from '../support/export_menu.ts'
import { expect, test } from '../support/fixtures.ts'
import { ProfileWindow, screenshot, screenshotInBoth } from '../support/profile_window.ts'

test.use({ openSample: { sample: 'two_phases', tools: 'reuse-distance,redundant-loads', arguments: ['200'] } })
test.beforeEach(async ({ page, host }) => {
  await page.goto(host.address)
  const window = new ProfileWindow(page)
  await window.showTree()
  await window.showTool('reuse distance')
  await window.settle()
  await window.show('Reuse distance')
  await expect(chart(page, 'Time distance')).toBeVisible()
})

const chart = (page: Page, name: string) => page.getByRole('img', { name: new RegExp(`^${name}`) })

async function saved(page: Page, click: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all<Download | void>([page.waitForEvent('download'), click()])
  if (!download) throw new Error('Nothing was saved.')
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}

/** Heights of the bars, as shares. */
async function shares(page: Page, name: string): Promise<number[]> {
  return chart(page, name)
    .locator('.chart-bar')
    .evaluateAll((bars) => bars.map((bar) => Number((bar as SVGElement).dataset['share'])))
}

test('times become stack distances and a miss-ratio curve by a rate of accesses', async ({ page }) => {
  await expect(chart(page, 'Miss ratio')).toBeVisible()
  await expect(page.getByText(/^Estimated: the run measured CPU time/)).toBeVisible()
  await page.getByRole('radio', { name: 'stack' }).click()
  await expect(page.getByText(/^Stack distances count accesses/)).toBeVisible()
  await page.getByLabel('accesses per second').fill('400M')
  await expect(chart(page, 'Stack distance, whole program')).toBeVisible()
  await expect(chart(page, 'Miss ratio')).toBeVisible()
  const bars = await shares(page, 'Stack distance')
  expect(bars).toHaveLength(20)
  expect(bars.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6)
  await expect(page.getByRole('table', { name: 'Percentiles of the stack distance' })).toContainText('50 %')
  await screenshotInBoth(page, 'reuse-distance')
})

test('the heaviest pair and each array have distances of their own', async ({ page }) => {
  await test.step('the heaviest pair has a distribution of its own', async () => {
    const whole = await shares(page, 'Time distance')
    await page.getByRole('radio', { name: 'selected pair' }).click()
    await expect(chart(page, 'Time distance, main → main')).toBeVisible()
    expect(await shares(page, 'Time distance')).not.toEqual(whole)
  })
  await test.step('each array has distances of its own', async () => {
    await page.getByRole('radio', { name: 'object', exact: true }).click()
    const choice = page.getByRole('combobox', { name: 'object' })
    await expect(choice).toBeVisible()
    const options = await choice.locator('option').allTextContents()
    const meanBar = async (array: string): Promise<number> => {
      await choice.selectOption({ label: options.find((option) => option.startsWith(`${array}:`)) ?? array })
      await expect(chart(page, `Time distance, ${array}`)).toBeVisible()
      return (await shares(page, `Time distance, ${array}`)).reduce((sum, share, bar) => sum + share * bar, 0)
    }
    // Sixty-four times as many elements: six bars.
    expect((await meanBar('large_array')) - (await meanBar('small_array'))).toBeGreaterThan(3)
    await screenshot(page, 'reuse-object')
  })
})

test('a chart of times is read by keyboard, and saved', async ({ page }) => {
  await test.step('a chart is saved as SVG with its bars and as PNG, the distances as CSV', async () => {
    const svg = await saved(page, () => exportAs(page, 'Time distance, whole program', 'Save as SVG'))
    expect(svg.name).toMatch(/-time-distance\.svg$/)
    const drawn = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
      return {
        failed: parsed.querySelector('parsererror') !== null,
        bars: parsed.querySelectorAll('[data-share]').length,
        fill: (parsed.querySelector('[data-share]') as SVGElement | null)?.style.fill ?? '',
        title: parsed.querySelector('text')?.textContent ?? '',
      }
    }, svg.content.toString())
    expect(drawn).toEqual({ failed: false, bars: 20, fill: expect.stringMatching(/^rgb/), title: 'Time distance, whole program' })

    const png = await saved(page, () => exportAs(page, 'Time distance, whole program', 'Save as PNG'))
    expect(png.content.subarray(1, 4).toString()).toBe('PNG')
    // Height of the picture in its header: larger than the chart alone.
    expect(png.content.readUInt32BE(20)).toBeGreaterThan(480)

    const csv = await saved(page, () => exportAs(page, 'what is shown', 'Save as CSV'))
    expect(csv.name).toMatch(/-reuse\.csv$/)
    expect(csv.content.toString().trim().split('\n').length).toBeGreaterThan(20)
  })
  await test.step('the chart is read by keyboard', async () => {
    await page.getByRole('group', { name: /^Time distance/ }).focus()
    await page.keyboard.press('End')
    await expect(page.getByText(/and more: .* of the reuses; 100 % up to here/)).toBeVisible()
  })
})

test('pairs are listed by their distances', async ({ page }) => {
  await test.step('a range of bars lists the pairs with such reuses', async () => {
    const bars = chart(page, 'Time distance')
    await expect(bars).toBeVisible()
    const heights = await shares(page, 'Time distance')
    const highest = heights.indexOf(Math.max(...heights))
    await bars.locator('.chart-target').nth(highest).click()
    await expect(page.locator('.chart-range')).toBeVisible()
    await screenshot(page, 'reuse-range')
    await page.getByRole('button', { name: 'Show the pairs with such reuses' }).click()
    const window = new ProfileWindow(page)
    await expect(window.pairs.locator('[role=row][data-index]').first()).toBeVisible()
    await expect(page.getByText(/^reuses at /)).toBeVisible()
    await page.getByRole('button', { name: 'Show pairs at any distance again' }).click()
    await expect(page.getByText(/^reuses at /)).toHaveCount(0)
  })
  await test.step('pairs have their distances, and the tree counts reuses instead of waste', async () => {
    const window = new ProfileWindow(page)
    await window.show('Pairs')
    await expect(window.pairs.locator('[role=row][data-index]').first()).toContainText(/s/)
    await expect(window.pairs.getByRole('columnheader', { name: 'median' })).toBeVisible()
    await expect(window.pairs.getByRole('columnheader', { name: 'waste' })).toHaveCount(0)
    await screenshot(page, 'reuse-pairs')
    await window.show('Top-down')
    await expect(window.tree.getByRole('columnheader', { name: 'reuses' })).toBeVisible()
  })
})

test('a cache of any size is asked what it would miss', async ({ page }) => {
  await page.getByLabel('accesses per second').fill('400M')
  const size = page.getByLabel(/^What would a cache of/)
  await size.fill('2 MiB')
  await expect(page.getByText(/^[\d.]+ % of the accesses$/)).toBeVisible()
  await expect(chart(page, 'Miss ratio').getByText('2 MiB', { exact: true }).last()).toBeVisible()
  await size.fill('much')
  await expect(page.getByText(/Not a cache size/)).toBeVisible()
})
