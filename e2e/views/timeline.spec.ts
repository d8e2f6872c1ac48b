/** When in the run the waste was, of a program that wastes in its first half only. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { rowsOfCsv } from '../../shared/tables/table_text.ts'
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { exportAs } from '../support/export_menu.ts'
import { expect, test } from '../support/fixtures.ts'
import { ProfileWindow, screenshotInBoth } from '../support/profile_window.ts'

const chart = (page: Page) => page.getByRole('img', { name: /over time/ })

/** Shares of the bars that tell one, in the order of time. */
async function shares(page: Page): Promise<number[]> {
  return chart(page)
    .locator('.chart-bar')
    .evaluateAll((bars) =>
      bars
        .map((bar) => (bar as SVGElement).dataset['share'] ?? '')
        .filter((share) => share !== '')
        .map(Number),
    )
}

/** Bars before the first one without waste, and those after the last one that is all waste. */
function halves(all: number[]): { wasteful: number; useful: number; between: number } {
  const useful = all.length - 1 - all.findLastIndex((share) => share > 0.1)
  const wasteful = all.findIndex((share) => share < 0.9)
  return { wasteful, useful, between: all.length - wasteful - useful }
}

/** Chooses the bar at an end and the three next to it. */
async function chooseFour(page: Page, end: 'Home' | 'End', inwards: 'ArrowRight' | 'ArrowLeft'): Promise<void> {
  for (const key of [end, 'Enter', inwards, inwards, inwards, 'Enter']) await page.keyboard.press(key)
}

test.describe('of a sampled run', () => {
  test.use({ openSample: { sample: 'changing_waste', tools: 'dead-stores', arguments: ['400000'] } })
  test.beforeEach(async ({ page, host }) => {
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await window.settle()
    await window.show('Time line')
    await expect(chart(page)).toBeVisible()
  })

  test('waste is in the first part only, with intervals and traps in words', async ({ page }) => {
    const { wasteful, useful, between } = halves(await shares(page))
    expect(wasteful).toBeGreaterThan(1)
    expect(useful).toBeGreaterThan(1)
    expect(between).toBeLessThanOrEqual(2)
    await page.getByRole('group', { name: /over time/ }).focus()
    await page.keyboard.press('Home')
    // On a busy machine a bar may have few samples, or none.
    const told = page.getByText(/100 % waste, .*, 95 % interval [\d.]+–100[.\d]* %, \d+ observations/)
    for (let bar = await chart(page).locator('.chart-bar').count(); bar > 0 && !(await told.isVisible()); bar--) await page.keyboard.press('ArrowRight')
    await expect(told).toBeVisible()
    await screenshotInBoth(page, 'time-line')
  })

  test('a part of the run lists the pairs that trapped in it', async ({ page }) => {
    await page.getByRole('group', { name: /over time/ }).focus()
    await chooseFour(page, 'Home', 'ArrowRight')
    await page.getByRole('button', { name: 'Show the pairs observed in it' }).click()
    const window = new ProfileWindow(page)
    await expect(window.pairRows('main').first()).toBeVisible()
    await expect(page.getByText(/^observed from 0 s to/)).toBeVisible()
    await page.getByRole('button', { name: 'Show pairs of the whole run again' }).click()
    await expect(page.getByText(/^observed from/)).toBeHidden()
    // Nothing was wasted at the end.
    await window.show('Time line')
    // The range is as it was left; Enter on a bar would extend it.
    await page.getByRole('button', { name: 'Clear the range' }).click()
    await page.getByRole('group', { name: /over time/ }).focus()
    await chooseFour(page, 'End', 'ArrowLeft')
    await page.getByRole('button', { name: 'Show the pairs observed in it' }).click()
    await expect(window.pairs.locator('[role=row][data-index]')).toHaveCount(0)
  })

  test('the trace shows what ran when, and a part of it filters all views', async ({ page }) => {
    const window = new ProfileWindow(page)
    await window.show('Trace')
    const trace = page.getByRole('img', { name: /^Trace of 1 thread from 0 s to/ })
    await expect(trace).toHaveAccessibleName(/most of the time in/)
    const box = (await trace.boundingBox())!
    // Other work may have kept the thread from running at some of the moments.
    const main = page.getByRole('button', { name: /^\d+ main$/ })
    let moment = 0
    await expect
      .poll(
        async () => {
          if (await main.isVisible()) return true
          await page.mouse.click(box.x + box.width * (0.3 + (moment++ % 50) / 100), box.y + 5)
          return false
        },
        { intervals: [500] },
      )
      .toBe(true)
    await screenshotInBoth(page, 'trace')
    // The last quarter of the plot: nothing is wasted there.
    await page.mouse.move(box.x + box.width - 0.25 * (box.width - 150), box.y + 5)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 2, box.y + 5, { steps: 3 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Filter all views' }).click()
    const chips = page.getByRole('group', { name: 'Active filters' })
    await expect(chips).toContainText('time ')
    const run = page.getByRole('region', { name: 'The run' })
    await expect(run).toContainText('no dead stores')
    // The first quarter, chosen in the lanes above the views.
    const lanes = (await page.getByRole('img', { name: /^Lanes of 1 thread/ }).boundingBox())!
    await page.mouse.move(lanes.x + 1, lanes.y + 5)
    await page.mouse.down()
    await page.mouse.move(lanes.x + lanes.width / 4, lanes.y + 5, { steps: 3 })
    await page.mouse.up()
    await expect(chips).toContainText('time 0 s')
    await expect(run).toContainText('of stores are dead')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Export: the trace' })
        .click()
        .then(() => page.getByRole('menuitem', { name: /CSV/ }).click()),
    ])
    expect(rowsOfCsv(readFileSync(await saved.path(), 'utf8'))[0]).toEqual(['thread', 'function', 'seconds', 'share of the time shown'])
    await page.getByRole('button', { name: 'Show the whole time of the run' }).click()
    await expect(chips).toBeHidden()
  })

  test('the selected pair has a time line of its own', async ({ page }) => {
    await page.getByRole('radio', { name: 'selected pair' }).click()
    await expect(page.getByRole('img', { name: /over time, main → main/ })).toBeVisible()
    expect(halves(await shares(page)).useful).toBeGreaterThan(1)
  })

  test('its figures are saved as CSV', async ({ page }) => {
    const [download] = await Promise.all([page.waitForEvent('download'), exportAs(page, /^Export: .* over time/, 'Save as CSV')])
    const [head, ...rows] = rowsOfCsv(readFileSync(await download.path(), 'utf8'))
    expect(head?.slice(0, 3)).toEqual(['from (ns)', 'to (ns)', 'share'])
    expect(rows).toHaveLength(await chart(page).locator('.chart-bar').count())
    expect(Number(rows.find((row) => row[2] !== '')?.[2])).toBeGreaterThan(0.9)
  })
})

test.describe('of a counted run', () => {
  test.skip(!exhaustiveEngineIsBuilt, 'The exhaustive engine is not built here')
  test.use({ openSample: { sample: 'changing_waste', tools: 'dead-stores', arguments: ['1500'], options: ['--engine', 'exhaustive'] } })

  test('every byte stored in the first part is waste, and none in the last', async ({ page, host }) => {
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await window.settle()
    await window.show('Time line')
    await expect(chart(page)).toBeVisible()
    const all = await shares(page)
    expect(all.filter((share) => share === 1).length).toBeGreaterThan(3)
    expect(all.filter((share) => share === 0).length).toBeGreaterThan(3)
    expect(all.indexOf(1)).toBeLessThan(all.lastIndexOf(0))
    await expect(page.getByText('exact, of all bytes accessed meanwhile')).toBeVisible()
    await expect(page.getByText(/A sampled run also shows which pairs/)).toBeVisible()
  })
})
