/** Every chart and every table is taken along: pictures, figures and text. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { Profile } from 'pprof-format'
import { rowsOfCsv } from '../shared/tables/table_text.ts'
import { exhaustiveEngineIsBuilt } from './support/exhaustive_engine.ts'
import { exportAs } from './support/export_menu.ts'
import { expect, test } from './support/fixtures.ts'
import { ProfileWindow, screenshot, type View } from './support/profile_window.ts'
import { sampleSource } from './support/samples.ts'

async function saved(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFileSync(await download.path())
}

/** Returns the text that an action puts on the clipboard; its notice disappears by itself. */
async function copied(page: Page, act: () => Promise<void>): Promise<string> {
  const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await act()
  await expect.poll(read).not.toBe('')
  return read()
}

/** Each chart of the view gives the same figures as CSV and Markdown, and itself as SVG and PNG. */
async function takeCharts(page: Page): Promise<string[]> {
  const charts = page.locator('figure.chart')
  await expect(charts.first()).toBeVisible()
  const titles: string[] = []
  for (const chart of await charts.all()) {
    const title = (await chart.locator('figcaption strong').textContent()) ?? ''
    const take = (entry: string) => (): Promise<void> => exportAs(page, title, entry, chart)
    const svg = (await saved(page, take('Save as SVG'))).toString()
    expect(svg, title).toMatch(/^<svg [^]*<\/svg>$/)
    expect(svg).not.toContain('class=')
    expect((await saved(page, take('Save as PNG'))).subarray(1, 4).toString(), title).toBe('PNG')
    const rows = rowsOfCsv((await saved(page, take('Save as CSV'))).toString())
    expect(rows.length, title).toBeGreaterThan(1)
    expect(new Set(rows.map((row) => row.length)).size, title).toBe(1)
    const text = await copied(page, take('Copy as Markdown'))
    expect(text.startsWith(`${title}\n\n| ${rows[0]?.[0]?.replaceAll('*', '\\*')} |`), text.slice(0, 200)).toBe(true)
    titles.push(title)
  }
  return titles
}

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(command)
  // Its name ends with its keys.
  await page.getByRole('option', { name: command }).first().click()
}

/** Each table is saved and copied, with the same rows. */
async function takeTables(page: Page, tables: string[]): Promise<void> {
  for (const table of tables) {
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 300_000 }), run(page, `Save ${table} as CSV`)])
    const rows = rowsOfCsv(readFileSync(await download.path(), 'utf8'))
    expect(rows.length, table).toBeGreaterThan(1)
    const text = await copied(page, () => run(page, `Copy ${table} as a Markdown table`))
    expect(text.split('\n').filter((line) => line.startsWith('|')).length, table).toBe(Math.min(rows.length, 201) + 1)
  }
}

/** Opens the dialog by its key, and exports in a format. */
async function exported(page: Page, format: string, choose: (dialog: Locator) => Promise<unknown> = async () => {}): Promise<{ name: string; bytes: Buffer }> {
  await page.keyboard.press('Control+Shift+s')
  const dialog = page.getByRole('dialog', { name: 'Export the whole profile' })
  await dialog.getByRole('radio', { name: format, exact: true }).click()
  await choose(dialog)
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export', exact: true }).click()])
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${download.suggestedFilename()} was saved.`)).toBeVisible()
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test.describe('of a whole profile', () => {
  test.use({ openSample: { sample: 'rezeroed_array', tools: 'dead-stores' }, permissions: ['clipboard-read', 'clipboard-write'] })

  test('each format is saved from the window, and other programs can read it', async ({ page, host }) => {
    test.slow()
    await page.goto(host.address)
    await new ProfileWindow(page).settle()
    const pprof = await exported(page, 'pprof')
    expect(pprof.name).toMatch(/\.pb\.gz$/)
    const read = Profile.decode(gunzipSync(pprof.bytes))
    const names = read.sampleType.map(({ type }) => read.stringTable.strings[Number(type)])
    expect(names).toEqual(expect.arrayContaining(['dead-stores waste', 'dead-stores use']))
    expect(read.sample.length).toBeGreaterThan(0)

    const chooseStacks = async (dialog: Locator): Promise<void> => {
      await dialog.getByRole('combobox').selectOption('pair')
      await screenshot(page, 'export')
    }
    const speedscope = JSON.parse((await exported(page, 'speedscope', chooseStacks)).bytes.toString())
    expect(speedscope.profiles.map(({ name }: { name: string }) => name)).toContain('dead-stores waste')
    expect(speedscope.shared.frames.map(({ name }: { name: string }) => name)).toContain('KILLED_BY')

    const firefox = JSON.parse(gunzipSync((await exported(page, 'Firefox Profiler')).bytes).toString())
    expect(firefox.threads.map(({ name }: { name: string }) => name)).toContain('dead-stores waste')

    const table = rowsOfCsv((await exported(page, 'CSV')).bytes.toString())
    expect(table.length).toBeGreaterThan(2)
    const one = rowsOfCsv((await exported(page, 'CSV', (dialog) => dialog.getByRole('spinbutton').fill('1'))).bytes.toString())
    expect(one).toEqual(table.slice(0, 2))
    await expect(page.getByText(/was saved\. It leaves out \d+ smaller pairs? of dead-stores\.$/)).toBeVisible()

    expect(JSON.parse((await exported(page, 'JSON')).bytes.toString())).toMatchObject({ schema: 'hagstone.report/2', limit: null })
    const { version, runs } = JSON.parse((await exported(page, 'SARIF')).bytes.toString())
    expect([version, runs[0].tool.driver.name, runs[0].results.length > 0]).toEqual(['2.1.0', 'Hagstone', true])

    const bare = await exported(page, 'Web page')
    const full = await exported(page, 'Web page', async (dialog) => {
      await expect(dialog.getByRole('listitem').filter({ hasText: 'rezeroed_array.c' })).toBeVisible()
      await dialog.getByRole('checkbox').check()
    })
    expect([bare, full].map(({ bytes }) => bytes.toString().includes('<h1>'))).toEqual([true, true])
    expect(full.bytes.length - bare.bytes.length).toBeGreaterThan(readFileSync(sampleSource('rezeroed_array')).length)

    await page.keyboard.press('Control+Shift+s')
    await page.getByRole('button', { name: 'Copy as a command line' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^hagstone export \S+\.hagstone --to pprof$/)
  })
})

test.describe('of a sampled run', () => {
  test.use({
    openSample: { sample: 'two_phases', tools: 'reuse-distance,redundant-loads', arguments: ['200'] },
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  test('charts and tables are saved and copied', async ({ page, host }) => {
    test.slow()
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await window.settle()
    await window.showTool('reuse distance')
    const titles: string[] = []
    for (const view of ['Reuse distance', 'Flame graph', 'Time line'] satisfies View[]) {
      await window.show(view)
      titles.push(...(await takeCharts(page)))
    }
    expect(titles.map((title) => title.replace(/[,:].*$/, ''))).toEqual(expect.arrayContaining(['Time distance', 'Reuses over time']))
    await window.show('Reuse distance')
    await page.getByLabel('accesses per second').fill('400M')
    await page.getByRole('radio', { name: 'log' }).click()
    await expect(page.getByRole('img', { name: /^Miss ratio/ })).toBeVisible()
    expect(await takeCharts(page)).toHaveLength(2)
    await takeTables(page, ['the pairs', 'the flat profile', 'the threads', 'the reuse distances', 'the statistics'])
  })
})

test.describe('of several threads', () => {
  test.use({ openSample: { sample: 'false_sharing', tools: 'false-sharing', arguments: ['2', '1500'] }, permissions: ['clipboard-read', 'clipboard-write'] })

  test('each saves and copies its own content', async ({ page, host }) => {
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await window.settle()
    await window.show('Threads')
    expect(await takeCharts(page)).toEqual([expect.stringContaining('by thread')])
    await takeTables(page, ['the threads', 'the objects'])
  })
})

test.describe('of a counted run', () => {
  test.skip(!exhaustiveEngineIsBuilt, 'The exhaustive engine is not built here')
  test.use({
    openSample: { sample: 'four_pairs', tools: 'spatial-loads,values', arguments: ['200'], options: ['--engine', 'exhaustive'] },
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  test('values and objects are saved and copied', async ({ page, host }) => {
    test.slow()
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await expect(page.getByRole('tab', { name: 'Values' })).toBeVisible()
    await window.show('Values')
    await page.getByRole('radio', { name: 'invariance' }).click()
    expect((await takeCharts(page)).length).toBeGreaterThan(0)
    await takeTables(page, ['the value tables', 'the objects'])
  })
})
