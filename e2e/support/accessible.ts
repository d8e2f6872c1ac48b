import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** How long a page has to stay as it is, to count as shown. */
const STILL_MILLISECONDS = 250

/** The scope of an audit; absent: the whole page, all rules. */
export interface Audit {
  /** Only the content of this element. */
  within?: string
  /** Only these rules of axe. */
  rules?: string[]
}

/**
 * Each rule of axe that is broken, and where, once the page is shown. Monaco draws its text itself and has a screen-reader
 * mode of its own. Elements without violations are not reported, all is done in the page itself (the "legacy mode"), which has
 * no frames of others, and a page that has axe keeps it: else an audit takes several times as long.
 */
export async function brokenRules(page: Page, { within, rules }: Audit = {}): Promise<string[]> {
  await page.evaluate(untilStill, STILL_MILLISECONDS)
  const hasAxe = await page.evaluate(() => 'axe' in window)
  const audit = new AxeBuilder({ page, ...(hasAxe ? { axeSource: 'undefined' } : {}) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .exclude('.monaco-editor')
  if (within !== undefined) audit.include(within)
  if (rules !== undefined) audit.withRules(rules)
  const { violations } = await audit.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ').trim()}`),
  )
}

/** Until nothing but Monaco's text has changed for so long, ms: a view that is still loading has little to look at. */
function untilStill(duration: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      observer.disconnect()
      resolve()
    }
    let timer = setTimeout(stop, duration)
    const observer = new MutationObserver((changes) => {
      if (changes.every(({ target }) => target instanceof Element && target.closest('.monaco-editor') !== null)) return
      clearTimeout(timer)
      timer = setTimeout(stop, duration)
    })
    observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}
