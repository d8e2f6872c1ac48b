/** Launches the app's main process on the double, with the interface of Playwright's `_electron`. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import type { Browser, ElectronApplication, Page } from '@playwright/test'
import type { Answer, Order } from './main.ts'

export interface LaunchOptions {
  /** The app's main script, then its arguments, as for Electron. */
  args: string[]
  env: Record<string, string>
  cwd?: string
}

/** The part of Playwright's ElectronApplication that both have. */
export type DesktopApplication = Pick<ElectronApplication, 'evaluate' | 'firstWindow' | 'windows' | 'close'>

const preloaded = fileURLToPath(new URL('./preload.ts', import.meta.url))
const windowPatience = 300_000

export async function launch({ args, env, cwd }: LaunchOptions): Promise<DesktopApplication> {
  const [script, ...rest] = args
  if (script === undefined) throw new Error('args names no main script')
  const main = new MainProcess(
    fork(script, rest, { execArgv: ['--import', preloaded], env, ...(cwd === undefined ? {} : { cwd }), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  const { endpoint, origin } = (await main.ask({ do: 'endpoint' })) as { endpoint: string; origin: string }
  const browser = await chromium.connectOverCDP(endpoint)
  const windows = (): Page[] =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .filter((page) => page.url().startsWith(origin))
  return {
    evaluate: ((evaluated: (module: never, argument: unknown) => unknown, argument?: unknown) =>
      main.ask({ do: 'evaluate', source: evaluated.toString(), argument })) as DesktopApplication['evaluate'],
    windows,
    firstWindow: () => firstWindow(browser, windows),
    async close() {
      await browser.close()
      await main.end()
    },
  }
}

async function firstWindow(browser: Browser, windows: () => Page[]): Promise<Page> {
  const context = browser.contexts()[0]
  if (context === undefined) throw new Error('Chromium has no default context')
  const deadline = Date.now() + windowPatience
  while (Date.now() < deadline) {
    const [page] = windows()
    if (page !== undefined) {
      await page.waitForLoadState('domcontentloaded')
      return page
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the app opened no window')
}

type OrderBody<T = Order> = T extends Order ? Omit<T, 'id'> : never

class MainProcess {
  readonly #process: ChildProcess
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  readonly #ended: Promise<number | null>
  #nextId = 1

  constructor(mainProcess: ChildProcess) {
    this.#process = mainProcess
    mainProcess.on('message', (answer: Answer) => {
      const pending = this.#pending.get(answer.id)
      this.#pending.delete(answer.id)
      if ('error' in answer) pending?.reject(new Error(answer.error))
      else pending?.resolve(answer.value)
    })
    this.#ended = new Promise((resolve) => mainProcess.once('exit', resolve))
    void this.#ended.then((status) => {
      for (const { reject } of this.#pending.values()) reject(new Error(`the main process ended with status ${status}`))
    })
  }

  ask(order: OrderBody): Promise<unknown> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#process.send({ id, ...order } satisfies Order)
    })
  }

  /** Quits as the menu does; a main process that does not end by itself is a failure. */
  async end(): Promise<void> {
    await this.ask({ do: 'close' }).catch(() => null)
    const status = await this.#ended
    if (status !== 0) throw new Error(`the main process ended with status ${status}`)
  }
}
