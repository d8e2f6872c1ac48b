/** Electron's `WebContents`: one page and the messages to and from its preload script. */
import { readFileSync } from 'node:fs'
import type { BrowserContext, Frame, Page } from '@playwright/test'
import { channels } from '../../../shared/rpc/bridge.ts'
import { lateMessages } from '../../support/late_answers.ts'
import { StrictEmitter, strict } from '../strict.ts'
import { PreventableEvent } from './events.ts'
import { receiveFromPage } from './ipc.ts'
import { preloadRuntime, receiveName, sendBinding } from './preload_runtime.ts'
import { answer, fromChromium, toChromium } from './protocol.ts'

export interface WebPreferences {
  preload?: string
  sandbox?: boolean
  contextIsolation?: boolean
  nodeIntegration?: boolean
  webSecurity?: boolean
  webviewTag?: boolean
  spellcheck?: boolean
}
type WindowOpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' }

/** One page. Texts for it wait until it has loaded its preload script, as in Electron. */
export class WebContents extends StrictEmitter {
  readonly mainFrame = strict('WebFrameMain', { url: 'about:blank' })
  readonly #preferences: WebPreferences
  readonly #page: Promise<Page>
  #openHandler: WindowOpenHandler = () => ({ action: 'allow' })
  #loading: string | null = null
  #destroyed = false
  readonly #late = lateMessages()

  constructor(context: BrowserContext, preferences: WebPreferences) {
    super('WebContents')
    this.#preferences = preferences
    this.#page = this.#createPage(context)
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler
  }

  getLastWebPreferences(): WebPreferences {
    return { ...this.#preferences }
  }

  getURL(): string {
    return this.mainFrame.url
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  send(channel: string, ...values: unknown[]): void {
    if (this.#destroyed) throw new Error('Object has been destroyed')
    const message = { receiveName, channel, values: structuredClone(values) }
    if (this.#late !== null && channel === channels.text) this.#late.send(String(values[0]), () => this.#receive(message))
    else this.#receive(message)
  }

  #receive(message: { receiveName: string; channel: string; values: unknown[] }): void {
    if (this.#destroyed) return
    void this.#page
      .then((page) =>
        page.evaluate(
          ({ receiveName, channel, values }) => (Reflect.get(window, receiveName) as (channel: string, values: unknown[]) => void)(channel, values),
          message,
        ),
      )
      .catch((error: unknown) => {
        if (!this.#destroyed) throw error
      })
  }

  async load(address: string): Promise<void> {
    const page = await this.#page
    this.#loading = toChromium(address)
    await page.goto(this.#loading)
  }

  /** By Chromium, as in Electron. */
  async printToPDF({ printBackground, preferCSSPageSize }: { printBackground: boolean; preferCSSPageSize: boolean }): Promise<Buffer> {
    return (await this.#page).pdf({ printBackground, preferCSSPageSize })
  }

  async destroy(): Promise<void> {
    if (this.#destroyed) return
    this.#destroyed = true
    this.emit('destroyed')
    const page = await this.#page
    if (!page.isClosed()) await page.close()
  }

  async #createPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.exposeBinding(sendBinding, ({ frame }, channel: string, values: unknown[]) => {
      receiveFromPage(this, fromChromium(frame.url()), frame === page.mainFrame(), channel, values)
    })
    if (this.#preferences.preload !== undefined) await page.addInitScript(preloadRuntime(readFileSync(this.#preferences.preload, 'utf8')))
    await page.route('**/*', async (route, request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame() && !this.#mayNavigate(request.url())) await route.abort('aborted')
      else await answer(route, request)
    })
    page.on('framenavigated', (frame: Frame) => {
      if (frame === page.mainFrame()) this.mainFrame.url = fromChromium(frame.url())
    })
    page.on('popup', (popup) => {
      if (this.#openHandler({ url: fromChromium(popup.url()) }).action !== 'deny') throw new Error('The Electron double opens no windows for pages')
      void popup.close()
    })
    page.on('close', () => void this.destroy())
    return page
  }

  /** The app's own loads and reloads raise no event. */
  #mayNavigate(address: string): boolean {
    if (address === this.#loading) return true
    const event = new PreventableEvent()
    this.emit('will-navigate', event, fromChromium(address))
    return !event.defaultPrevented
  }
}
