/** The profile window as a person sees it: by roles and labels. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { smallerPng } from '../../scripts/documentation/smaller_png.ts'

export type Side = 'source' | 'target'
export type View =
  | 'Findings'
  | 'Top-down'
  | 'Bottom-up'
  | 'Flat'
  | 'Pairs'
  | 'Objects'
  | 'Values'
  | 'Reuse distance'
  | 'Threads'
  | 'Statistics'
  | 'Flame graph'
  | 'Time line'
  | 'Trace'

export class ProfileWindow {
  readonly page: Page
  readonly tree: Locator
  readonly pairs: Locator
  readonly findings: Locator

  constructor(page: Page) {
    this.page = page
    this.tree = page.getByRole('treegrid')
    this.pairs = page.getByRole('grid', { name: 'Pairs of accesses' })
    this.findings = page.getByRole('list', { name: 'Findings' })
  }

  async show(view: View): Promise<void> {
    await this.page.getByRole('tab', { name: view, exact: true }).click()
    // Pairs of one line are grouped at first, if there are several.
    if (view === 'Pairs') await this.page.getByRole('combobox', { name: 'Group pairs by' }).selectOption('each pair')
  }

  /** Waits for a profile, and goes to the tree from the findings that it begins with. */
  async showTree({ timeout }: { timeout?: number } = {}): Promise<void> {
    const shown = this.page.getByRole('tablist', { name: 'Views of the profile' }).getByRole('tab', { selected: true })
    await expect(shown).toBeVisible(timeout === undefined ? {} : { timeout })
    // A profile that was shown before returns to its old state a moment after it opens.
    await expect
      .poll(async () => (await shown.textContent()) !== 'Findings' || (await this.findings.or(this.page.locator('.findings-none')).isVisible()))
      .toBe(true)
    if ((await shown.textContent()) !== 'Findings') return
    await this.settleFindings()
    await this.show('Top-down')
    await expect(this.tree).toBeVisible()
  }

  /** Goes to the tree, and waits for the pair that the window selects by itself once a profile or a tool is shown. */
  async settle(): Promise<void> {
    await this.showTree()
    await expect(this.selectedRow()).toBeVisible()
    await expect(this.pane('source')).toBeVisible()
  }

  /** Waits for the findings, or the message in their place, and for the pair of the first. */
  async settleFindings(): Promise<void> {
    await expect(this.findings.or(this.page.locator('.findings-none'))).toBeVisible()
    // A run of few samples may have none, and no pair.
    if (await this.findings.isVisible()) await expect(this.pane('source')).toBeVisible()
  }

  /** Shows another tool of the run. */
  async showTool(name: string): Promise<void> {
    const tool = this.page.getByRole('radio', { name: new RegExp(`^${name}`) })
    await tool.click()
    await expect(tool).toBeChecked()
  }

  /** Data rows of a table that is not the pairs. */
  tableRows(name: string): Locator {
    return this.page.getByRole('grid', { name }).locator('[role=row][data-index]')
  }

  /** Data rows of the tree that contain a text. */
  treeRows(text: string | RegExp): Locator {
    return this.tree.locator('[role=row][data-index]').filter({ hasText: text })
  }

  pairRows(text: string | RegExp): Locator {
    return this.pairs.locator('[role=row][data-index]').filter({ hasText: text })
  }

  selectedRow(): Locator {
    return this.page.locator('[role=row][aria-selected=true]')
  }

  pane(side: Side): Locator {
    return this.page.locator(`section[data-side=${side}]`)
  }

  /** Waits until the pane's editor shows a lit line, and returns that line's number and text. */
  async litLine(side: Side): Promise<{ number: number; text: string }> {
    const pane = this.pane(side)
    await expect(pane.locator(`.lit-${side}`).first()).toBeVisible()
    await expect(pane.locator('.view-line').first()).toBeVisible()
    return pane.evaluate((section, which) => {
      const top = (element: Element): number => element.getBoundingClientRect().top
      const lit = section.querySelector(`.lit-${which}`)
      const line = [...section.querySelectorAll('.view-line')].find((candidate) => lit !== null && Math.abs(top(candidate) - top(lit)) < 4)
      const number = Number(section.querySelector<HTMLElement>('[data-lit-line]')?.dataset['litLine'])
      return { number, text: (line?.textContent ?? '').replaceAll('\u00a0', ' ').trim() }
    }, side)
  }
}

/** Lines of code that are seen as a whole, the lit one among them. */
export async function linesInSight(pane: Locator): Promise<{ lines: number; lit: boolean }> {
  return pane.evaluate((section) => {
    const box = section.querySelector('.side-code')!.getBoundingClientRect()
    const [top, bottom] = [Math.max(0, box.top), Math.min(window.innerHeight, box.bottom)]
    const isSeen = (line: Element): boolean => line.getBoundingClientRect().top >= top - 1 && line.getBoundingClientRect().bottom <= bottom + 1
    const lit = section.querySelector('.lit')
    return { lines: [...section.querySelectorAll('.view-line')].filter(isSeen).length, lit: lit !== null && isSeen(lit) }
  })
}

/** Opens a profile through the window's own file browser. */
export async function openProfile(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Open a profile…' }).click()
  await typePath(page, path)
}

/** Types a path into the file browser; a file is chosen by it, a directory entered. */
export async function typePath(page: Page, path: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Path' })
  const go = dialog.getByRole('button', { name: 'Go' })
  await field.fill(dirname(path))
  await go.click()
  await expect(dialog.getByRole('option', { name: basename(path) })).toBeVisible()
  await field.fill(path)
  await go.click()
}

const picturesAreWanted = process.env['UPDATE_SCREENSHOTS'] !== undefined

/** Writes docs/screenshots/NAME.png when UPDATE_SCREENSHOTS is set: pictures of the documentation, not assertions. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!picturesAreWanted) return
  await expect(page.locator('.state.pulse, .engine.pulse')).toHaveCount(0)
  // Languages are loaded on demand. Machine code has no colours.
  await expect.poll(() => uncolouredPanes(page)).toBe(0)
  // The mouse leaves the window, so that nothing looks hovered.
  await page.mouse.move(0, 0)
  writeFileSync(new URL(`../../docs/screenshots/${name}.png`, import.meta.url), smallerPng(await page.screenshot()))
}

function uncolouredPanes(page: Page): Promise<number> {
  return page.locator('.monaco-editor .view-lines').evaluateAll((panes) => {
    const colours = (pane: Element): number => new Set([...pane.querySelectorAll('[class^=mtk]')].map(({ className }) => className)).size
    return panes.filter((pane) => /[{};]/.test(pane.textContent) && colours(pane) < 2).length
  })
}

/** The same in dark as NAME.png and in light as NAME-light.png. */
export async function screenshotInBoth(page: Page, name: string): Promise<void> {
  if (!picturesAreWanted) return
  const before = await page.evaluate(() => document.documentElement.dataset['theme'])
  for (const [theme, ending] of [
    ['dark', ''],
    ['light', '-light'],
  ] as const) {
    await page.evaluate((worn) => void (document.documentElement.dataset['theme'] = worn), theme)
    await screenshot(page, `${name}${ending}`)
  }
  await page.evaluate((worn) => void (document.documentElement.dataset['theme'] = worn), before)
}
