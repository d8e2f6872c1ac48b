/**
 * One browser context for successive tests that ask for the same options: Chromium compiles the windows' scripts once for them,
 * which is a third of a window's processor time.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

interface Kept {
  /** As text. */
  options: string
  context: BrowserContext
  keeper: Page
  /** Clears the storage of an origin: Playwright itself does so only from within its pages. */
  storage: CDPSession
  /** Of all pages since the last test. */
  origins: Set<string>
}

/** All pages of a site in one context share a process (--process-per-site), and with it compiled code, as long as one is open. */
async function openKeeper(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>kept</title>' }))
  await page.goto('http://127.0.0.1/')
  return page
}

export class KeptContext {
  readonly #browser: Browser
  #kept: Kept | null = null

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** @param options what the running test asks for; Playwright gives it to each context that is made meanwhile */
  async with(options: unknown): Promise<BrowserContext> {
    const text = JSON.stringify(options)
    if (this.#kept?.options !== text) {
      await this.end()
      const context = await this.#browser.newContext()
      const keeper = await openKeeper(context)
      const origins = new Set<string>()
      context.on('page', (page) => page.on('framenavigated', (frame) => void origins.add(new URL(frame.url()).origin)))
      this.#kept = { options: text, context, keeper, storage: await context.newCDPSession(keeper), origins }
    }
    return this.#kept.context
  }

  /** Leaves nothing of a test to the next one. */
  async clear(permissions: string[]): Promise<void> {
    if (this.#kept === null) return
    const { context, keeper, storage, origins } = this.#kept
    for (const page of context.pages()) if (page !== keeper) await page.close()
    for (const origin of origins) if (origin !== 'null') await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
    origins.clear()
    await context.clearCookies()
    await context.clearPermissions()
    await context.grantPermissions(permissions)
  }

  async end(): Promise<void> {
    await this.#kept?.context.close()
    this.#kept = null
  }
}
