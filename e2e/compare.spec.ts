/** Two runs beside each other: figures, pairs, trees, histograms, and the sources of both versions. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { rowsOfCsv } from '../shared/tables/table_text.ts'
import { cutControls } from './support/cut_controls.ts'
import { exhaustiveEngineIsBuilt } from './support/exhaustive_engine.ts'
import { exportAs } from './support/export_menu.ts'
import { expect, test } from './support/fixtures.ts'
import { ProfileWindow, screenshot, screenshotInBoth, typePath } from './support/profile_window.ts'
import { lineIn, recordVersions } from './support/two_versions.ts'

test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')

const pairRows = (page: Page, text: string | RegExp): Locator => new ProfileWindow(page).tableRows('Pairs of both runs').filter({ hasText: text })
const figures = (page: Page): Locator => page.getByRole('table', { name: 'Old and new' })
const sources = (page: Page): Locator => page.getByRole('region', { name: 'Source of both versions' })

/** Texts of the lit lines of either version. */
async function litLines(page: Page): Promise<string[]> {
  await expect(sources(page).locator('.lit').first()).toBeVisible()
  return sources(page).evaluate((section) => {
    const top = (element: Element): number => Math.round(element.getBoundingClientRect().top)
    return [...section.querySelectorAll('.editor.original, .editor.modified')].flatMap((editor) => {
      const lit = [...editor.querySelectorAll('.lit')].map(top)
      return [...editor.querySelectorAll('.view-line')]
        .filter((line) => lit.includes(top(line)))
        .map((line) => `${editor.classList.contains('original') ? 'old' : 'new'}: ${(line.textContent ?? '').replaceAll('\u00a0', ' ').trim()}`)
    })
  })
}

test.describe('two versions', () => {
  test.use({ compareAtStart: { record: recordVersions } })
  test.beforeEach(async ({ page, host }) => {
    await page.goto(host.address)
    await expect(pairRows(page, 'init_row')).toBeVisible()
  })

  test('pairs are gone, new, changed and moved; wins, losses and each status can be shown alone; tables can be taken along', async ({ page }) => {
    await expect(pairRows(page, /gone.*init_row.*fill_row.*819 ?kB.*0 ?B.*−819 kB.*gone/)).toBeVisible()
    await expect(pairRows(page, /new.*fill_row.*scale_row.*0 ?B.*819 ?kB.*\+819 kB.*new/)).toBeVisible()
    await expect(pairRows(page, /changed → moved.*mark_row.*815 ?kB.*408 ?kB.*−408 kB.*−50\.\d %/)).toBeVisible()
    const findings = page.getByRole('region', { name: 'Findings of both runs' })
    await expect(findings).toContainText('1 finding gone, 1 smaller, 1 new.')
    await expect(findings).toContainText('fill_row() overwrites everything that init_row() has just written to grid')
    await expect(findings).toContainText('scale_row() overwrites everything that fill_row() has just written to grid')
    await expect(findings).toContainText('mark_row() overwrites marks that the previous run of the loop at grid.c:23 has written')
    await expect(figures(page).getByRole('row').nth(3)).toContainText(/Δ.*pp.*kB/)
    await expect(sources(page).locator('.lit').first()).toBeVisible()
    await screenshot(page, 'compare-dark')
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
    await screenshot(page, 'compare-light')

    await page.getByRole('radio', { name: '▾ wins' }).click()
    await expect(pairRows(page, 'scale_row')).toHaveCount(0)
    await expect(pairRows(page, 'init_row')).toHaveCount(1)
    await page.getByRole('radio', { name: '▴ losses' }).click()
    await expect(pairRows(page, 'scale_row')).toHaveCount(1)
    await expect(pairRows(page, 'init_row')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await page.getByRole('radio', { name: /^gone/ }).click()
    await expect(pairRows(page, 'init_row')).toHaveCount(1)
    await expect(pairRows(page, 'scale_row')).toHaveCount(0)

    const saved = page.waitForEvent('download')
    await exportAs(page, 'the pairs that are shown', 'Save as CSV')
    const download = await saved
    expect(download.suggestedFilename()).toBe('old-new-pairs.csv')
    // The pairs that are shown, and no others: the loader's bytes on the stack may by chance make another one.
    const shown = await pairRows(page, /gone/).count()
    expect(
      rowsOfCsv(readFileSync(await download.path(), 'utf8'))
        .slice(1)
        .map((row) => row[1]),
    ).toEqual(Array.from({ length: shown }, () => 'gone'))
  })

  test('both versions are side by side, also swapped', async ({ page }) => {
    await test.step('both versions are side by side, the access highlighted in each; Enter and Escape go there and back', async () => {
      await pairRows(page, 'mark_row').first().click()
      await expect.poll(() => litLines(page)).toEqual(['old: marks[i] = value;', 'new: marks[i] = value;'])
      await expect(sources(page)).toContainText(`grid.c:${lineIn('old', 'marks[i] = value')}`)
      await expect(sources(page)).toContainText(`grid.c:${lineIn('new', 'marks[i] = value')}`)
      // Lines that only the new version has are marked in it.
      await expect(sources(page).locator('.editor.modified .line-insert').first()).toBeVisible()
      await screenshot(page, 'compare-sources')

      // A pair that is gone shows the file that it is gone from.
      await pairRows(page, 'init_row').click()
      await expect.poll(() => litLines(page)).toEqual(['old: grid[i] = 0.0;', 'old: grid[i] = start + i;'])
      await expect(sources(page)).toContainText('not there')
      await page.keyboard.press('Shift+Enter')
      await expect(page.getByRole('radio', { name: /later access/ })).toBeChecked()
      await expect(sources(page).locator('.monaco-diff-editor :focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await page.keyboard.press('ArrowDown')
      await expect(pairRows(page, 'init_row')).toHaveAttribute('aria-selected', 'false')
    })
    await test.step('swapped, what was gone is new; reuse distances of both runs are drawn over each other', async () => {
      await pairRows(page, 'init_row').click()
      await page.keyboard.press('x')
      await expect(pairRows(page, /new.*init_row.*\+819 kB/)).toBeVisible()
      await expect(pairRows(page, /gone.*scale_row.*−819 kB/)).toBeVisible()
      await page.getByRole('tab', { name: 'Reuse distance' }).click()
      await expect(page.getByText(/^similarity 0\.\d+/)).toBeVisible()
      await expect(page.getByRole('img', { name: /new run over old run/ }).locator('.chart-model')).not.toHaveCount(0)
      await screenshotInBoth(page, 'compare-reuse')
    })
  })

  test('the tree has both runs in each row, and keeps what is open when it is normalised', async ({ page }) => {
    await page.getByRole('tab', { name: 'Top-down' }).click()
    const tree = page.getByRole('treegrid')
    await expect(tree.getByRole('row').nth(1)).toBeVisible()
    // The way to what differs most is open at once.
    const gone = tree.getByRole('row').filter({ hasText: /−\s*init_row/ })
    await expect(gone).toContainText(/819 ?kB.*0 ?B.*−819 kB.*gone/)
    await gone.click()
    await expect.poll(() => litLines(page)).toEqual([`old: __attribute__((noipa)) static void init_row(void)`])
    await screenshotInBoth(page, 'compare-tree')
    const open = await tree.getAttribute('aria-rowcount')
    await page.getByRole('radio', { name: 'access', exact: true }).click()
    await expect(page.getByRole('radio', { name: 'access', exact: true })).toBeChecked()
    await expect(gone).toHaveAttribute('aria-selected', 'true')
    expect(await tree.getAttribute('aria-rowcount')).toBe(open)
  })

  test('a box of a flame graph is of both versions; a tool that neither run recorded leads to recordings with it', async ({ page }) => {
    await test.step('a box of a flame graph is selected, with the sources of both versions', async () => {
      await page.getByRole('tab', { name: 'Flame graph' }).click()
      const old = page.getByRole('region', { name: 'The old run' })
      await old.locator('.flame-box', { hasText: 'init_row' }).first().click()
      await expect(old.locator('.flame-chosen')).toContainText('init_row')
      await expect.poll(() => litLines(page)).toEqual([`old: __attribute__((noipa)) static void init_row(void)`])
      await page.setViewportSize({ width: 1000, height: 700 })
      await screenshotInBoth(page, 'compare-flame-chosen')
      await page.getByRole('tab', { name: 'Top-down' }).click()
      await expect(page.getByRole('treegrid').locator('[aria-selected=true]')).toContainText('init_row')
    })
    await test.step('a tool that neither run recorded leads to recordings with it', async () => {
      await page.getByRole('tab', { name: 'Values', exact: true }).click()
      await expect(page.getByRole('tabpanel')).not.toContainText('--tool')
      await page.getByRole('button', { name: 'Record the new run again with it…' }).click()
      const form = page.getByRole('form', { name: 'New recording' })
      await expect(form.getByRole('combobox', { name: 'Engine' })).toHaveValue('exhaustive')
      await expect(form.getByRole('checkbox', { name: /^Values/ })).toBeChecked()
    })
  })

  test('windows of any size leave room for names, figures and controls', async ({ page }) => {
    await test.step('small windows leave every control in sight and room to type a filter', async () => {
      for (const width of [1280, 1080]) {
        await page.setViewportSize({ width, height: 800 })
        for (const view of ['Pairs', 'Top-down', 'Objects', 'Reuse distance']) {
          await page.getByRole('tab', { name: view, exact: true }).click()
          await expect(page.getByRole('tabpanel').locator('.pulse')).toHaveCount(0)
          expect(await cutControls(page), `${view}, ${width} pixels`).toEqual([])
        }
        await page.getByRole('tab', { name: 'Pairs', exact: true }).click()
        expect((await page.getByRole('searchbox').boundingBox())?.width, `${width} pixels`).toBeGreaterThan(150)
      }
      // Ways to take the table along stay together wherever they wrap to.
      await page.getByRole('tab', { name: 'Pairs' }).click()
      await page.setViewportSize({ width: 1280, height: 800 })
      const toolbar = page.getByRole('toolbar', { name: 'Pairs of both runs' })
      const tops = await toolbar
        .getByRole('button', { name: /^(CSV|Markdown)|columns? ▾$/ })
        .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)))
      expect(new Set(tops).size, String(tops)).toBe(1)
    })
    await test.step('the names of both runs have room in a small window, and the tools take one line', async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      // The figures of sampled runs are this long, because they have intervals.
      await figures(page).evaluate((table) =>
        [...table.querySelectorAll('tbody tr')].forEach((row, at) =>
          [...row.querySelectorAll('td')].forEach((cell, column) => {
            if (column < 3) cell.textContent = at < 2 ? '12.3 % 10.1–14.5 %' : '−12.3 kB −45.6 % within the noise'
          }),
        ),
      )
      const widths = await figures(page)
        .locator('.comparison-run')
        .evaluateAll((runs) => runs.map((run) => run.clientWidth))
      expect(Math.min(...widths)).toBeGreaterThanOrEqual(150)
      expect(await figures(page).evaluate((table) => table.getBoundingClientRect().right <= window.innerWidth)).toBe(true)
      // Three tools with their changes, and the numbers beside them.
      const heights = await page.locator('.comparison-choices').evaluate((line) => {
        const choices = line.querySelector('.tool-switch')!
        for (const name of ['silent stores', 'redundant loads']) {
          const copy = choices.lastElementChild!.cloneNode(true) as HTMLElement
          copy.textContent = `${name} ≈ −12.3 pp`
          choices.append(copy)
        }
        return { tools: choices.clientHeight, one: choices.lastElementChild!.getBoundingClientRect().height }
      })
      expect(heights.tools).toBeLessThan(1.5 * heights.one)
    })
    await test.step('a small window with large text begins with the verdict', async () => {
      await page.setViewportSize({ width: 640, height: 360 })
      await page.reload()
      await expect(page.locator('.grid').first()).toBeFocused()
      await expect(page.locator('.comparison-verdict')).toBeInViewport()
    })
    await test.step('in a narrow window what changed keeps its room', async () => {
      await page.setViewportSize({ width: 520, height: 800 })
      const title = page.getByRole('list', { name: 'Changed findings' }).locator('.compared-finding > :nth-child(3)').first()
      expect((await title.boundingBox())?.width).toBeGreaterThan(250)
    })
  })
})

test('two files are chosen from the start page, later ticked among the runs; what cannot be compared gets one clear line', async ({
  page,
  host,
  recordings,
  recordSample,
}) => {
  const { old, new: present } = await recordVersions(recordings)
  const sampled = await recordSample({ sample: 'rezeroed_array', tools: 'dead-stores' })
  const compareFiles = async (first: string, second: string): Promise<void> => {
    await page.getByRole('button', { name: 'Compare two profiles…' }).click()
    await typePath(page, first)
    await expect(page.getByRole('dialog', { name: 'Choose the run to compare with' })).toBeVisible()
    await typePath(page, second)
  }
  await page.goto(host.address)
  await compareFiles(old, sampled)
  await expect(page.getByRole('alert')).toContainText(/driven|driver/)
  await compareFiles(old, present)
  await expect(pairRows(page, /gone.*init_row/)).toBeVisible()
  await page.getByRole('button', { name: '✕ close' }).click()
  for (const run of await page.getByRole('checkbox', { name: 'Compare ./grid' }).all()) await run.check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(pairRows(page, /gone.*init_row/)).toBeVisible()
})
