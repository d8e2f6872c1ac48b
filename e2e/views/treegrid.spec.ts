/** The grid at a million rows: the end is reached and no row is blank, also where one CSS pixel is two device pixels. */
import { chromium, expect, test } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { resolve } from 'node:path'

const rowCount = 1_000_000
const pages = resolve(import.meta.dirname, '../../build/renderer-test')

/** The visible rows: their numbers in order, or the problem with them. */
interface Shown {
  first: number
  last: number
  problem: string | null
}

for (const scale of [1, 2]) {
  test.describe(`device scale factor ${scale}`, () => {
    let browser: Browser
    let page: Page

    test.beforeAll(async ({ launchOptions }) => {
      // Playwright's own deviceScaleFactor is emulated above the compositor, whose limits are what matters here.
      browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), `--force-device-scale-factor=${scale}`] })
    })
    test.afterAll(() => browser.close())
    test.beforeEach(async ({ viewport }) => {
      const context = await browser.newContext(viewport === null ? {} : { viewport: null })
      page = await context.newPage()
      await page.route('http://grid.test/**', (route) => route.fulfill({ path: resolve(pages, `.${new URL(route.request().url()).pathname}`) }))
      await page.goto('http://grid.test/harness.html')
      await expect(page.getByRole('row', { name: /^row 0 / })).toBeVisible()
      expect(await page.evaluate(() => window.devicePixelRatio)).toBe(scale)
    })
    test.afterEach(() => page.context().close())

    test('reaches the last row by the scroll bar', async () => {
      await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: grid.scrollHeight }))
      await expect(page.getByRole('row', { name: new RegExp(`^row ${rowCount - 1} `) })).toBeInViewport({ ratio: 1 })
      await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 0 }))
      await expect(page.getByRole('row', { name: /^row 0 / })).toBeInViewport({ ratio: 1 })
    })

    test('reaches the last row by the command of the End key', async () => {
      await page.getByRole('grid').focus()
      await page.evaluate(() => (globalThis as unknown as { gridHandle: { move(by: 'last'): void } }).gridHandle.move('last'))
      const last = page.getByRole('row', { name: new RegExp(`^row ${rowCount - 1} `) })
      await expect(last).toBeInViewport({ ratio: 1 })
      await expect(last).toHaveAttribute('aria-selected', 'true')
    })

    test('shows no blank row while scrolling by the wheel and jumping with the scroll bar', async () => {
      const grid = page.getByRole('grid')
      const problems: string[] = []
      const check = async (step: string): Promise<Shown> => {
        const shown = await rowsShown(page)
        if (shown.problem !== null) problems.push(`${step}: ${shown.problem}`)
        return shown
      }
      await grid.hover()
      for (let step = 0; step < 60; step++) {
        await page.mouse.wheel(0, 66)
        await check(`wheel ${step}`)
      }
      await expect.poll(async () => (await check('after the wheel')).first).toBe(180)
      for (let step = 0; step < 60; step++) {
        const share = ((step * 37) % 61) / 60
        await grid.evaluate((element, share) => element.scrollTo({ top: share * element.scrollHeight }), share)
        await check(`jump to ${share}`)
      }
      expect(problems).toEqual([])
    })

    test('wheel steps move whole rows, also in the middle of the table', async () => {
      const grid = page.getByRole('grid')
      await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
      await expect.poll(async () => (await rowsShown(page)).first).toBeGreaterThan(400_000)
      const { first } = await rowsShown(page)
      await grid.hover()
      await page.mouse.wheel(0, 22)
      await expect.poll(async () => (await rowsShown(page)).first).toBe(first + 1)
    })
  })
}

function rowsShown(page: Page): Promise<Shown> {
  return page.getByRole('grid').evaluate((grid) => {
    const bottom = grid.getBoundingClientRect().bottom
    const rows = [...grid.querySelectorAll<HTMLElement>('[role="row"][data-index]')]
    const indices = rows.map((row) => Number(row.dataset['index']))
    const first = indices[0] ?? -1
    const last = indices.at(-1) ?? -1
    const named = rows.every((row, position) => row.textContent?.startsWith(`row ${indices[position]}`))
    const consecutive = indices.every((index, position) => index === first + position)
    const lowest = rows.at(-1)?.getBoundingClientRect().bottom ?? 0
    const covered = lowest >= bottom - 22 || last === 999_999
    const problem =
      rows.length === 0
        ? 'no rows'
        : !named
          ? 'a row without its text'
          : !consecutive
            ? `rows ${indices.join(' ')}`
            : !covered
              ? `rows end at ${lowest} of ${bottom}`
              : null
    return { first, last, problem }
  })
}
