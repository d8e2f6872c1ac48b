/** Profiles of the exhaustive engine: exact figures, tools side by side, scopes, objects, bursts, and how one is launched. */
import { cutWords } from '../support/cut_controls.ts'
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { expect, test } from '../support/fixtures.ts'
import { needSampling } from '../support/need_sampling.ts'
import { ProfileWindow, screenshot, screenshotInBoth } from '../support/profile_window.ts'
import { buildCopy, sampleLine } from '../support/samples.ts'

test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')

const exhaustive = ['--engine', 'exhaustive']

test.describe('a run of five tools', () => {
  test.use({
    openSample: {
      sample: 'redundant_loads',
      tools: 'dead-stores,silent-stores,redundant-loads,reuse-distance,spatial-loads',
      arguments: ['20'],
      options: exhaustive,
    },
  })
  test.beforeEach(async ({ page, host }) => {
    await page.goto(host.address)
    await new ProfileWindow(page).settle()
  })

  test('its figures are exact, for each of its tools', async ({ page }) => {
    await test.step('says that its figures are exact, and rests on accesses instead of samples', async () => {
      const window = new ProfileWindow(page)
      await window.showTool('redundant loads')
      await window.settle()
      const run = page.getByRole('region', { name: 'The run' })
      await expect(run).toContainText(/\d+(\.\d+)? ?% of loads read the same value again \(exact\)/)
      await run.getByRole('button', { name: 'good measurement' }).click()
      await expect(page.getByRole('dialog', { name: 'Quality of the measurement' })).toContainText(/Every access was counted.*loads and .* stores in/)
      await page.keyboard.press('Escape')
      for (const word of [/\d samples/, 'traps', 'blind spot']) await expect(run).not.toContainText(word)
      await expect(page.locator('.pair-facts')).toContainText('instances')
      await window.show('Statistics')
      await expect(page.getByRole('heading', { name: 'Accesses' })).toBeVisible()
      await expect(page.locator('.tool-figures').first()).toContainText('of all bytes')
      await expect(page.getByRole('row', { name: /^watchpoints armed/ })).toHaveCount(0)
      await screenshotInBoth(page, 'statistics')
    })
    await test.step('shows the tools side by side as columns, which sort', async () => {
      const window = new ProfileWindow(page)
      await window.show('Top-down')
      await window.show('Flat')
      const header = (name: string) => window.tree.getByRole('columnheader', { name: new RegExp(`^${name}`) })
      for (const name of ['dead stores', 'silent stores', 'spatial loads']) await expect(header(name)).toBeVisible()
      await expect(window.tree.getByRole('columnheader', { name: 'reuse distance' })).toHaveCount(0)
      await header('silent stores').getByRole('button').click()
      await expect(window.tree.locator('[aria-sort=descending]')).toHaveText(/silent stores/)
      // Only add_nothing stores values that are already there, in every round.
      await expect(window.treeRows('add_nothing').first()).toContainText(/3\d\d ?kB/)
      await window.show('Top-down')
      await window.settle()
      await screenshot(page, 'exhaustive-tools')
    })
    await test.step('names the measured scope of the pair and marks it in the source', async () => {
      const window = new ProfileWindow(page)
      await window.showTool('redundant loads')
      await window.settle()
      await window.show('Pairs')
      await expect(window.pairs.getByRole('columnheader', { name: 'scope' })).toBeVisible()
      // The table is searched again in every iteration of main's loop, and never changes.
      await window.pairRows('linear_search').first().click()
      const rounds = sampleLine('redundant_loads', 'scope of the search').number
      await expect(page.locator('.pair-facts')).toContainText(`scope: loop at redundant_loads.c:${rounds} measured`)
      await expect(window.pane('source').locator(`[data-scope-line="${rounds}"]`)).toBeVisible()
      // The frame of main shows the loop itself.
      await window.pane('source').getByRole('navigation', { name: 'Calling context' }).getByRole('button', { name: /^main/ }).click()
      await expect(window.pane('source').locator('.scope-mark').first()).toBeVisible()
      await screenshot(page, 'exhaustive-scope')
    })
    await test.step('lists data objects with their size and loads', async () => {
      const window = new ProfileWindow(page)
      await window.showTool('spatial loads')
      await window.settle()
      await window.show('Objects')
      const rows = window.tableRows('Objects of the run')
      const table = rows.filter({ hasText: /^table/ })
      await expect(table).toContainText('static')
      await expect(table).toContainText('16 KiB')
      await expect(table).toContainText('81,920')
      await screenshotInBoth(page, 'exhaustive-objects')
    })
    await test.step('the words in its toolbars are whole, also in small windows', async () => {
      const window = new ProfileWindow(page)
      for (const width of [1280, 1000]) {
        await page.setViewportSize({ width, height: 700 })
        for (const view of ['Findings', 'Top-down', 'Pairs', 'Reuse distance', 'Flame graph'] as const) {
          await window.show(view)
          await expect(page.locator('.toolbar').first()).toBeVisible()
          if (view === 'Pairs') await page.getByRole('combobox', { name: 'Group pairs by' }).selectOption('by lines of both')
          await expect.poll(() => cutWords(page), `${view}, ${width}`).toEqual([])
        }
      }
    })
  })
})

test.describe('counted reuse distances', () => {
  test.use({
    openSample: { sample: 'redundant_loads', tools: 'reuse-distance', arguments: ['20'], options: [...exhaustive, '--granularity', 'byte,word,line'] },
  })

  test('show what the samplers’ model makes of them, at every granularity', async ({ page, host }) => {
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await window.settle()
    await window.show('Reuse distance')
    await page.getByRole('radio', { name: 'stack' }).click()
    await expect(page.getByText(/model: [\d.]+\s%\salike, [\d.]+\s%\ssmoothed/)).toBeVisible()
    await expect(page.getByText(/first accesses/)).toBeVisible()
    await expect(page.locator('line.chart-model').first()).toBeAttached()
    const granularity = page.getByRole('combobox', { name: 'Granularity' })
    await expect(granularity).toHaveValue('line')
    const first = await page.getByText(/first accesses/).textContent()
    await granularity.selectOption('byte')
    await expect(page.getByText(/first accesses/)).not.toHaveText(first ?? '')
  })
})

test.describe('a program with marked arrays', () => {
  test.use({ openSample: { sample: 'marked_values', tools: 'dead-stores', options: exhaustive } })

  test('shows how many of their values are equal, and the array as a strip', async ({ page, host }) => {
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await window.settle()
    await window.show('Pairs')
    await window.pairRows('fill').first().click()
    await window.show('Objects')
    const marks = page.getByRole('table', { name: 'Values at marks' })
    // Four of the thousand elements are unique: 0, 1, 2, and 3.
    const row = marks.getByRole('row', { name: /^four_values/ })
    await expect(row).toContainText(/99\.6 ?%.*1 of 1/)
    await expect(row).toContainText('4 unique of 1,000')
    await expect(row.getByRole('img', { name: /elements of the array/ })).toBeVisible()
    await expect(marks.getByRole('row', { name: /^all_different/ })).toContainText('never above the threshold')
    await screenshot(page, 'marked-values')
  })
})

test.describe('a run in bursts', () => {
  test.use({ openSample: { sample: 'rezeroed_array', tools: 'dead-stores', arguments: ['400'], options: [...exhaustive, '--window', '20k/80k'] } })

  test('says how much of the program it saw, and is not exact', async ({ page, host }) => {
    await page.goto(host.address)
    await new ProfileWindow(page).settle()
    const run = page.getByRole('region', { name: 'The run' })
    await expect(run).not.toContainText('exact')
    await run.getByRole('button', { name: 'measurement' }).click()
    await expect(page.getByRole('dialog', { name: 'Quality of the measurement' })).toContainText(/in bursts that hold \d+(\.\d+)? ?% of the instructions/)
  })
})

test.describe('threads on the same bytes', () => {
  test.use({ openSample: { sample: 'true_sharing', tools: 'redundant-loads', arguments: ['2', '2'], options: exhaustive } })

  test('accesses with another thread in between are distinguished', async ({ page, host }) => {
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await window.settle()
    await window.show('Statistics')
    await expect(page.locator('.tool-figures')).toContainText('interleaved')
  })
})

test('the launch form offers the engine with its cost, and what it records opens', async ({ page, host }) => {
  const program = buildCopy('rezeroed_array', host.home, ['-g'])
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(program)
  await page.getByLabel('Arguments').fill('300')
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('exhaustive')
  await expect(page.getByRole('checkbox', { name: 'False sharing' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Spatial loads' }).check()
  const measure = page.getByRole('group', { name: 'Exhaustive engine' })
  await expect(measure.getByRole('status')).toContainText(/Expect about \d+ to \d+ times the run time and \d+ to \d+ times the memory/)
  await measure.getByRole('spinbutton', { name: 'Run time of the program without Hagstone, in seconds' }).fill('2')
  await expect(measure).toContainText(/→ .*(s|min) to .*min/)
  await measure.getByRole('radio', { name: 'in bursts' }).check()
  await expect(measure).toContainText(/→ \d+\.\d s to \d+\.\d s/)
  await page.getByText('Advanced').click()
  await expect(page.getByLabel('Rate', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Scope' })).toBeVisible()
  await screenshot(page, 'exhaustive-launch')
  await measure.getByRole('radio', { name: 'every access' }).check()
  await page.getByRole('button', { name: 'Record', exact: true }).click()

  const window = new ProfileWindow(page)
  await window.showTree({ timeout: 300_000 })
  await window.settle()
  await window.show('Pairs')
  await window
    .pairRows(/end_block.*begin_block/)
    .first()
    .click()
  await expect.poll(() => window.litLine('source')).toEqual(sampleLine('rezeroed_array', 'dead store'))
  await expect.poll(() => window.litLine('target')).toEqual(sampleLine('rezeroed_array', 'killing store'))
  await expect(page.getByRole('radiogroup', { name: 'Tool' }).getByRole('radio')).toHaveText([
    /^dead stores/,
    /^silent stores/,
    /^redundant loads/,
    /^spatial loads/,
  ])
})

test('the launch form estimates the run time by the last sampled run of the same command', async ({ page, host }) => {
  needSampling()
  const program = buildCopy('rezeroed_array', host.home, ['-g'])
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(program)
  await page.getByLabel('Arguments').fill('20000')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await new ProfileWindow(page).showTree({ timeout: 300_000 })
  await page.getByRole('button', { name: '+ New recording' }).click()
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('exhaustive')
  const measure = page.getByRole('group', { name: 'Exhaustive engine' })
  await expect(measure).toContainText(/→ .* to .*from its last sampled run/)
  await page.getByLabel('Arguments').fill('30000')
  await expect(measure).not.toContainText('→')
})

test('while it runs the recording shows what to expect and its top pairs, and can be stopped but not paused', async ({ page, host }) => {
  await page.goto(host.address)
  await page.getByRole('button', { name: 'New recording…' }).click()
  await page.getByLabel('Program', { exact: true }).fill(buildCopy('rezeroed_array', host.home, ['-g']))
  await page.getByLabel('Arguments').fill('1000000000')
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('exhaustive')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const recording = page.getByRole('main', { name: 'Recording' })
  await expect(recording.getByText(/times the run time/)).toBeVisible()
  await expect(recording.getByRole('status')).toHaveText('Recording')
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0)
  await expect(recording).toContainText('The exhaustive engine takes about')
  const top = recording.getByRole('table', { name: 'Top pairs so far' }).getByRole('row').first()
  // The engine updates its counters at least every 10 s, and the window reads them at least as often: with the start, that is more than the usual limit.
  await expect(top).toContainText(/rezeroed_array\.c:\d+.*rezeroed_array\.c:\d+.*instances/, { timeout: 300_000 })
  await screenshot(page, 'exhaustive-recording')
  await page.getByRole('button', { name: 'Stop program' }).click()
  await new ProfileWindow(page).showTree({ timeout: 300_000 })
})
