/** In the smallest windows, the source of both accesses is in sight. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { ProfileWindow, linesInSight } from '../support/profile_window.ts'

test.use({ openSample: { sample: 'rezeroed_array', tools: 'dead-stores' } })

async function openAt(page: Page, address: string, width: number, height: number): Promise<ProfileWindow> {
  await page.setViewportSize({ width, height })
  await page.goto(address)
  const window = new ProfileWindow(page)
  await window.settle()
  return window
}

/** First of all: later steps scroll and choose other views. */
const expectSourceLines = (window: ProfileWindow, least: number): Promise<void> =>
  test.step('source lines of both accesses are in sight', async () => {
    // If the panes are below each other, the page scrolls to them.
    await window.page.locator('.pair-sides').evaluate((sides) => sides.scrollIntoView({ block: 'end' }))
    for (const side of ['source', 'target'] as const) {
      await window.litLine(side)
      await expect.poll(() => linesInSight(window.pane(side)), side).toEqual({ lines: expect.any(Number), lit: true })
      expect((await linesInSight(window.pane(side))).lines, side).toBeGreaterThanOrEqual(least)
    }
  })

const expectWholeThreadsAndFacts = (window: ProfileWindow): Promise<void> =>
  test.step("the threads' columns and the facts of the pair are whole", async () => {
    await window.show('Threads')
    await expect(window.tableRows('Threads of the run').first()).toBeVisible()
    const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth
    expect(await window.page.getByRole('grid', { name: 'Threads of the run' }).evaluate(isCut), 'columns').toBe(false)
    expect(await window.page.locator('.pair-facts').evaluate(isCut), 'facts').toBe(false)
  })

const expectWholeColumns = (window: ProfileWindow): Promise<void> =>
  test.step('the columns of trees and pairs are whole, and those that left come back from the menu', async () => {
    const { page } = window
    /** Titles that are cut, or not in sight. */
    const cut = (grid: Locator): Promise<string[]> =>
      grid.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isCut = (header: Element): boolean => {
          const title = header.querySelector('.grid-sort-title, span')
          const box = header.getBoundingClientRect()
          return box.left < left - 1 || box.right > right + 1 || (title !== null && title.scrollWidth > title.clientWidth && title.clientWidth > 0)
        }
        return [...element.querySelectorAll('[role=columnheader]')].filter(isCut).map((header) => header.textContent)
      })
    /** Texts of cells that are not below their head. */
    const astray = (grid: Locator): Promise<string[]> =>
      grid.evaluate((element) => {
        const edges = Array.from(element.querySelectorAll('[role=columnheader]'), (head) => head.getBoundingClientRect().right)
        return Array.from(element.querySelectorAll('[role=row]:has(> [role=gridcell])'), (row) => Array.from(row.querySelectorAll(':scope > [role=gridcell]')))
          .flatMap((cells) => cells.filter((cell, column) => Math.abs(cell.getBoundingClientRect().right - edges[column]!) > 1))
          .map((cell) => cell.textContent)
      })
    for (const view of ['Top-down', 'Bottom-up', 'Flat'] as const) {
      await window.show(view)
      await expect(window.treeRows('').first()).toBeVisible()
      expect(await cut(window.tree), view).toEqual([])
      expect(await astray(window.tree), view).toEqual([])
    }
    await window.show('Pairs')
    await expect(window.pairRows('').first()).toBeVisible()
    expect(await cut(window.pairs), 'Pairs').toEqual([])
    await page.getByRole('combobox', { name: 'Group pairs by' }).selectOption('by functions of both')
    await expect(window.tableRows('Groups of pairs').first()).toBeVisible()
    expect(await cut(page.getByRole('grid', { name: 'Groups of pairs' })), 'groups').toEqual([])

    await window.show('Top-down')
    await expect(window.tree.getByRole('columnheader', { name: /^own waste/ })).toHaveCount(0)
    await page.getByRole('button', { name: /^\d more columns? ▾$/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'own waste no room' }).click()
    await expect(window.tree.getByRole('columnheader', { name: /^own waste/ })).toHaveCount(1)
  })

test('a laptop has room for source lines, columns, facts, the line below the trace, and names', async ({ page, host }) => {
  const window = await openAt(page, host.address, 1280, 720)
  await expectSourceLines(window, 4)
  await expectWholeThreadsAndFacts(window)
  await expectWholeColumns(window)
  await test.step('the line below the trace, which says how it is used, wraps', async () => {
    await window.show('Trace')
    const line = page.locator('.trace-status')
    await expect(line).toContainText('Wheel: zoom')
    expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  })
  await test.step('a name without room for its namespaces shows no remains of them', async () => {
    /** Characters of the name's two parts that are seen in a cell as wide as that. */
    const seen = (width: number): Promise<string[]> =>
      page.evaluate((width) => {
        const cell = document.createElement('div')
        cell.style.width = `${width}px`
        cell.innerHTML =
          '<span class="fitting"><span class="fitting-namespaces"><bdi>expression_templates::</bdi></span><span class="fitting-last">evaluate_all</span></span>'
        document.body.append(cell)
        const bottom = cell.firstElementChild!.getBoundingClientRect().bottom
        const parts = [...cell.querySelectorAll('.fitting > *')].filter((part) => part.getBoundingClientRect().top < bottom - 1 && part.clientWidth > 0)
        const result = parts.map((part) => `${part.textContent}${part.scrollWidth > part.clientWidth ? ' cut' : ''}`)
        cell.remove()
        return result
      }, width)
    expect(await seen(600)).toEqual(['expression_templates::', 'evaluate_all'])
    expect(await seen(170)).toEqual(['expression_templates:: cut', 'evaluate_all'])
    expect(await seen(105)).toEqual(['evaluate_all'])
    expect(await seen(50)).toEqual(['evaluate_all cut'])
  })
})

test('a small window has room for source lines, the command, and what is said of the lanes', async ({ page, host }) => {
  const window = await openAt(page, host.address, 1000, 700)
  await expectSourceLines(window, 4)
  // Both replace texts that React draws: nothing else is asked of this window.
  await test.step('a short command leaves no gap in the header, a long one is cut', async () => {
    const roomBehind = (command: string): Promise<number> =>
      page.locator('.profile-command').evaluate((shown, text) => {
        shown.textContent = text
        const range = document.createRange()
        range.selectNodeContents(shown)
        return shown.getBoundingClientRect().width - range.getBoundingClientRect().width
      }, command)
    expect(await roomBehind('a')).toBeLessThan(1)
    expect(await roomBehind('a_long_name '.repeat(20))).toBeLessThan(0)
  })
  await test.step('the number of shown threads and the length of the run have room before the lanes', async () => {
    const isCut = (text: string): Promise<boolean> =>
      page.locator('.trace-lanes-status').evaluate((status, text) => {
        status.textContent = text
        return status.scrollWidth > status.clientWidth
      }, text)
    expect(await isCut('139 of 201 threads, 5.51 s')).toBe(false)
    expect(await isCut('139 of 201 threads of a very long program, 5.51 s')).toBe(true)
  })
})

test('a small window has room for columns and facts', async ({ page, host }) => {
  const window = await openAt(page, host.address, 1000, 700)
  await expectWholeThreadsAndFacts(window)
  await expectWholeColumns(window)
})

test.describe('without samples', () => {
  test.use({ openSample: { sample: 'rezeroed_array', tools: 'dead-stores', arguments: ['300'], options: ['--engine', 'exhaustive'] } })

  test('text at 200 % leaves room for rows and five source lines of both accesses without scrolling', async ({ page, host }) => {
    const window = await openAt(page, host.address, 640, 360)
    const advice = page.getByRole('button', { name: 'Advice and note' })
    for (const view of ['Top-down', 'Pairs'] as const) {
      await window.show(view)
      for (const side of ['source', 'target'] as const) {
        await window.litLine(side)
        await expect.poll(() => linesInSight(window.pane(side)), `${view}, ${side}`).toEqual({ lines: expect.any(Number), lit: true })
        expect((await linesInSight(window.pane(side))).lines, `${view}, ${side}`).toBeGreaterThanOrEqual(5)
      }
      await expect(page.getByRole('tab', { name: view, exact: true })).toBeInViewport({ ratio: 1 })
      await expect(page.locator('[role=row][data-index]').first()).toBeInViewport({ ratio: 1 })
      await expect(advice).toBeInViewport({ ratio: 1 })
      expect(await page.locator('.profile').evaluate((profile) => profile.scrollHeight - profile.clientHeight)).toBeLessThanOrEqual(1)
    }
    await test.step('narrow code has one share beside each line, the chosen one', async () => {
      const shares = async (): Promise<string[]> =>
        (await window.pane('source').locator('.line-numbers').allTextContents()).map((text) => text.trim()).filter((text) => text.includes('%'))
      const wasted = await shares()
      expect(wasted).toEqual(wasted.map(() => expect.stringMatching(/^[^%]+%[^%]+$/)))
      expect(wasted.length).toBeGreaterThan(0)
      await window.show('Top-down')
      for (const [measure, differs] of [
        ['executed instructions', true],
        ['waste', false],
      ] as const) {
        await page.getByRole('button', { name: 'View options ▾' }).click()
        await page.getByRole('menuitemradio', { name: measure, exact: true }).click()
        await page.keyboard.press('Escape')
        // The loop's head is executed, too, but wastes nothing.
        if (differs) await expect.poll(shares).not.toEqual(wasted)
        else await expect.poll(shares).toEqual(wasted)
        expect((await shares()).filter((text) => /%.*%/.test(text))).toEqual([])
      }
      await window.show('Pairs')
    })
    await test.step('what the heads leave out opens above the code, by keys as well', async () => {
      await advice.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('combobox', { name: 'State of the pair' }).focus()
      await expect(page.getByRole('combobox', { name: 'State of the pair' })).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('combobox', { name: 'State of the pair' })).toBeHidden()
      await expect(advice).toBeFocused()
      const context = window.pane('target').getByRole('button', { name: 'Calling context and instruction' })
      await context.click()
      const frames = page.getByRole('navigation', { name: 'Calling context of the later access' })
      await expect(frames).toBeVisible()
      await frames.getByRole('button').nth(1).click()
      await expect(window.pane('target').locator('.side-place')).toContainText('call site')
      await page.getByRole('tab', { name: 'Pairs' }).focus()
      await expect(frames).toBeHidden()
    })
    await test.step('the tab of a view that a key shows comes into sight', async () => {
      await page.keyboard.press('\\')
      await expect(page.getByRole('tab', { name: 'Statistics' })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('tab', { name: 'Statistics' })).toBeInViewport({ ratio: 1 })
    })
    await window.show('Top-down')
    await expectWholeColumns(window)
  })

  test('text at 200 % of a large monitor leaves room for source lines', async ({ page, host }) => {
    const window = await openAt(page, host.address, 960, 540)
    await expectSourceLines(window, 8)
  })

  test('text at 200 % in a small window leaves room for source lines', async ({ page, host }) => {
    const window = await openAt(page, host.address, 500, 350)
    await expectSourceLines(window, 5)
  })

  test('the advice shows that it has more lines', async ({ page, host }) => {
    const window = await openAt(page, host.address, 1000, 600)
    await window.litLine('source')
    const advice = page.locator('.pair-advice-body')
    const hidden = (): Promise<number> => advice.evaluate((body) => body.scrollHeight - body.clientHeight)
    expect(await hidden()).toBeGreaterThan(0)
    const before = await advice.evaluate(({ clientHeight }) => clientHeight)
    await page.getByRole('button', { name: '… more' }).click()
    expect(await advice.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(before)
    await page.getByRole('button', { name: 'less' }).click()
    await expect.poll(hidden).toBeGreaterThan(0)
    await test.step('where all of it is in sight, nothing says more', async () => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await expect.poll(hidden).toBe(0)
      await expect(page.getByRole('button', { name: '… more' })).toHaveCount(0)
    })
  })
})

test.describe('a deep tree', () => {
  test.use({ openSample: { sample: 'recursion', tools: 'dead-stores', arguments: ['2'], options: ['--engine', 'exhaustive'] } })

  test('keeps 12 characters of the function of the other access; the relation is in a tooltip', async ({ page, host }) => {
    const window = await openAt(page, host.address, 1000, 700)
    await page.getByRole('button', { name: 'View options ▾' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Show recursive frames' }).click()
    await page.keyboard.press('Escape')
    const link = window.selectedRow()
    // The frames of the shallow half of the calls, the loop, the line, and the instruction are above it.
    await expect.poll(async () => Number(await link.getAttribute('aria-level'))).toBeGreaterThan(100)
    await expect(link).toContainText('KILLED_BY')
    await expect(link).toBeInViewport()
    await expect(link.getByRole('img', { name: 'later access' })).toHaveAttribute('title', /^overwritten by\nKILLED_BY: overwritten before it is read$/)
    await expect(link).toContainText('overwritten by')
    // Replaces a text that React draws: nothing else is asked of this window.
    const charactersSeen = await link.evaluate((row) => {
      const name = row.querySelector('.fitting-last')!
      name.textContent = 'abcdefghijklmnopqrstuvwxyz'
      const edges = [...row.querySelectorAll('.fitting-last, .fitting, .tree-label')].map((element) => element.getBoundingClientRect().right)
      const range = document.createRange()
      const isSeen = (index: number): boolean => {
        range.setStart(name.firstChild!, index)
        range.setEnd(name.firstChild!, index + 1)
        return range.getBoundingClientRect().right <= Math.min(...edges)
      }
      return Array.from({ length: name.textContent.length }, (_, index) => index).filter(isSeen).length
    })
    expect(charactersSeen).toBeGreaterThanOrEqual(12)
  })
})
