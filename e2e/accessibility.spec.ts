/** axe must find no violation in any view. */
import type { Page } from '@playwright/test'
import { brokenRules } from './support/accessible.ts'
import { exhaustiveEngineIsBuilt } from './support/exhaustive_engine.ts'
import { expect, test } from './support/fixtures.ts'
import { anyProfile } from './support/recorded_samples.ts'
import { ProfileWindow } from './support/profile_window.ts'
import { recordVersions } from './support/two_versions.ts'

/** Fails with each broken rule and its place. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await brokenRules(page), where).toEqual([])
}

/**
 * Only colours differ between themes, and contrast between tokens is tested beside the tokens. Only a page shows a colour that
 * is no token, or that lies on another: light asks for dark ones where both other themes ask for light ones.
 */
async function expectContrast(page: Page, where: string, ...themes: Array<'light' | 'contrast'>): Promise<void> {
  for (const theme of themes) {
    await wear(page, theme)
    expect(await brokenRules(page, { rules: ['color-contrast'] }), `${where}, ${theme}`).toEqual([])
  }
  await wear(page, 'dark')
}

/** Checks the open dialog alone: the window behind it is the same for each. */
async function expectDialogAccessible(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await brokenRules(page, { within: '[role=dialog]' }), where).toEqual([])
}

/** Checks the open menu alone, in one theme, and closes it. */
async function expectMenuAccessible(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await brokenRules(page, { within: '[role=menu]' }), where).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

async function wear(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme)
}

test.describe('a profile', () => {
  test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')
  test.use({
    openSample: {
      sample: 'redundant_loads',
      tools: 'dead-stores,redundant-loads,reuse-distance,spatial-loads,values',
      arguments: ['20'],
      options: ['--engine', 'exhaustive'],
    },
  })

  test('can be read by everyone in all its views', async ({ page, host }) => {
    test.slow()
    await page.goto(host.address)
    await new ProfileWindow(page).settle()
    const views = await page.getByRole('tablist').first().getByRole('tab').allTextContents()
    expect(views.length).toBeGreaterThan(5)
    for (const view of views) {
      await page.getByRole('tab', { name: view, exact: true }).click()
      await expect(page.getByRole('tab', { name: view, exact: true })).toHaveAttribute('aria-selected', 'true')
      await expectAccessible(page, view)
      if (view === 'Threads' || view === 'Objects' || view === 'Values') {
        await page.locator('[role=row][data-index]').first().click({ button: 'right' })
        await expectMenuAccessible(page, `menu of ${view}`)
      }
      if (view === 'Threads' || view === 'Time line') {
        await page.getByRole('button', { name: /^Export:/ }).click()
        await expectMenuAccessible(page, `Export menu of ${view}`)
      }
    }
    await new ProfileWindow(page).show('Pairs')
    await expectContrast(page, 'Pairs', 'light')
  })
})

/** The host's answers; its opened profile has this many threads like its first. */
function withThreads(message: string | Buffer, count: number): string | Buffer {
  if (typeof message !== 'string') return message
  const said = JSON.parse(message) as { type: string; result?: { threads?: Array<{ tid: number }> } | null }
  const [first] = said.result?.threads ?? []
  if (said.type !== 'response' || first === undefined) return message
  return JSON.stringify({ ...said, result: { ...said.result, threads: Array.from({ length: count }, (_, index) => ({ ...first, tid: first.tid + index })) } })
}

test.describe('the dialogs of a profile', () => {
  test.use({ openSample: anyProfile.fourPairsBriefly })

  test('can be used by everyone', async ({ page, host }) => {
    test.slow()
    // Only programs of very many threads have the dialog that chooses among them.
    await page.routeWebSocket(/\/rpc\b/, (window) => {
      const server = window.connectToServer()
      server.onMessage((message) => window.send(withThreads(message, 60)))
    })
    await page.goto(host.address)
    await new ProfileWindow(page).settle()
    const dialog = page.getByRole('dialog')
    const close = async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    const run = async (command: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await dialog.getByRole('combobox').fill(command)
      await page.getByRole('option', { name: command }).first().click()
    }
    await page.getByRole('button', { name: /^View options/ }).click()
    await page.getByRole('menuitem', { name: 'some of them…' }).click()
    await expect(dialog.getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page, 'threads')
    await close()
    await run('Put sources into the profile')
    await expect(dialog.getByRole('checkbox').first()).toBeVisible()
    await expectDialogAccessible(page, 'sources')
    await close()
    await run('Export the whole profile…')
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await expectAccessible(page, 'export')
    await dialog.getByRole('radio', { name: 'Web page' }).click()
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page, 'export with sources')
    await dialog.getByRole('spinbutton').fill('0')
    await expectAccessible(page, 'export of a wrong number')
    await close()
    await run('Compare with another profile…')
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await expectDialogAccessible(page, 'profile to compare with')
    await close()
    await page.getByRole('button', { name: 'formula ƒ' }).click()
    await expectDialogAccessible(page, 'formula')
    await close()
    await page.getByRole('main').evaluate((target, path) => {
      const data = new DataTransfer()
      data.setData('text/plain', path)
      target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
    }, `${host.home}/other.hagstone`)
    await expectDialogAccessible(page, 'dropped file')
  })
})

test.describe('dialogs and panels over a profile', () => {
  test.use({ openSample: anyProfile.fourPairsBriefly })

  test('the heads of columns explain themselves by keyboard and by touch', async ({ page, host }) => {
    await page.goto(host.address)
    const window = new ProfileWindow(page)
    await window.settle()
    await window.show('Top-down')
    const tree = page.getByRole('treegrid')
    const explanation = page.locator('.explanation')
    await tree.focus()
    await page.keyboard.press('Tab')
    const heads = tree.getByRole('columnheader')
    await expect(heads.first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(explanation).toHaveText((await heads.nth(1).getAttribute('title'))!)
    await expect(explanation).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'an explanation by keyboard')
    const before = await heads.nth(1).getAttribute('aria-sort')
    await page.keyboard.press('Enter')
    await expect(heads.nth(1)).not.toHaveAttribute('aria-sort', before ?? '')
    await expect(heads.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(explanation).toHaveCount(0)

    const last = (await heads.last().boundingBox())!
    const [x, y] = [last.x + last.width / 2, last.y + last.height / 2]
    const sorted = await heads.last().getAttribute('aria-sort')
    const browser = await page.context().newCDPSession(page)
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await expect(explanation).toBeVisible()
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(explanation).toHaveText((await heads.last().getAttribute('title'))!)
    await expect(explanation).toBeInViewport({ ratio: 1 })
    expect(await heads.last().getAttribute('aria-sort')).toBe(sorted)
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  test('menus and tooltips stay within the page and are accessible', async ({ page, host }) => {
    test.slow()
    await page.goto(host.address)
    await new ProfileWindow(page).settle()
    await page.getByRole('button', { name: /columns? ▾$/ }).click()
    await page.getByRole('menuitem', { name: 'Sets of columns' }).press('ArrowRight')
    await expect(page.getByRole('menuitem', { name: 'Use set 1' })).toBeVisible()
    await expectAccessible(page, 'columns and their sets')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^View options/ }).click()
    await expectAccessible(page, 'what the tree shows')
    await page.keyboard.press('Escape')
    for (const name of [/^calling contexts$/, /^(?:good|fair|poor) measurement/]) {
      await page.getByRole('button', { name }).click()
      await expectDialogAccessible(page, String(name))
      await page.keyboard.press('Escape')
    }
    for (const view of ['Top-down', 'Pairs'] as const) {
      await new ProfileWindow(page).show(view)
      await new ProfileWindow(page).selectedRow().click({ button: 'right' })
      await expectMenuAccessible(page, `menu of ${view}`)
      // The closed menu gives it back a moment later, and the key opens the menu of what has it.
      await expect(page.getByRole(view === 'Pairs' ? 'grid' : 'treegrid')).toBeFocused()
      await page.keyboard.press('Shift+F10')
      await expect(page.getByRole('menu')).toBeVisible()
      const [row, menu] = await Promise.all([new ProfileWindow(page).selectedRow().boundingBox(), page.getByRole('menu').boundingBox()])
      expect(Math.abs(menu!.x - row!.x), `the menu of ${view} begins at the row's start`).toBeLessThan(60)
      await page.keyboard.press('Escape')
    }
  })
})

test.describe('a profile of few samples', () => {
  test.use({ openSample: { sample: 'four_pairs', tools: 'dead-stores', arguments: ['3000'], options: ['--rate', '20'] } })

  test('dims its figures, and they can still be read', async ({ page, host }) => {
    await page.goto(host.address)
    const profile = new ProfileWindow(page)
    await profile.settle()
    await profile.show('Pairs')
    await expect(page.locator('.few-traps').first()).toBeVisible()
    await expectAccessible(page, 'pairs of few samples')
    await expectContrast(page, 'pairs of few samples', 'light')
    // The runs are hidden there, and with them the heading above those of the findings.
    await page.setViewportSize({ width: 1000, height: 700 })
    for (const view of ['Findings', 'Objects'] as const) {
      await profile.show(view)
      await expectAccessible(page, `${view} of few samples in a small window`)
    }
  })
})

test('pages outside profiles are accessible', async ({ page, host }) => {
  await page.goto(host.address)
  await expect(page.getByRole('button', { name: 'New recording…' })).toBeVisible()
  await expectAccessible(page, 'start page')
  await page.getByRole('button', { name: 'Open a profile…' }).click()
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'file browser')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'help')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('region', { name: 'Sources' })).toBeVisible()
  await expectAccessible(page, 'settings')
  await expectContrast(page, 'settings')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeVisible()
  await expectAccessible(page, 'palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New recording…' }).click()
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await expectAccessible(page, 'launch form')
  await expectContrast(page, 'launch form')
  await page.getByRole('radio', { name: 'Attach to a process' }).check()
  await page.getByLabel('Process', { exact: true }).fill('1')
  await expect(page.getByText('Reading the processes…')).toBeHidden()
  await expectAccessible(page, 'launch form of a running process')
  await expectContrast(page, 'launch form of a running process')
  await page.getByRole('radio', { name: 'Run a program' }).check()
})

test.describe('two runs', () => {
  test.skip(!exhaustiveEngineIsBuilt, 'the exhaustive engine is not built, for want of Valgrind')
  test.use({ compareAtStart: { record: recordVersions } })

  test('can be compared by everyone', async ({ page, host }) => {
    test.slow()
    await page.goto(host.address)
    await expect(page.getByRole('region', { name: 'Source of both versions' }).locator('.lit').first()).toBeVisible()
    for (const view of ['Pairs', 'Top-down', 'Objects', 'Reuse distance']) {
      await page.getByRole('tab', { name: view, exact: true }).click()
      await expectAccessible(page, view)
    }
    await page.getByRole('tab', { name: 'Pairs', exact: true }).click()
    await expectContrast(page, 'Pairs of both runs', 'light', 'contrast')
    await new ProfileWindow(page).selectedRow().click({ button: 'right' })
    await expectMenuAccessible(page, 'menu of a pair of both runs')
    await page.getByRole('button', { name: /notes?:/ }).click()
    await expectAccessible(page, 'notes on both runs')
    await page.keyboard.press('Escape')
    for (const run of await page.getByRole('checkbox', { name: /^Compare/ }).all()) await run.check()
    await expectAccessible(page, 'ticked runs')
  })
})
