import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Monaco draws its text itself and has a screen-reader mode of its own. */
export function auditor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).exclude('.monaco-editor')
}

/** Each rule of axe that is broken, and where; of the whole page, or what `audit` looks at. */
export async function brokenRules(page: Page, audit: AxeBuilder = auditor(page)): Promise<string[]> {
  const { violations } = await audit.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ').trim()}`))
}
