/** The desktop app for tests: on real Electron where its program is there and a display is set, else on the double. */
import { _electron, expect, test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { launch } from '../double/launch.ts'
import type { DesktopApplication } from '../double/launch.ts'
import { lateAnswersVariable } from './late_answers.ts'
import { skipBy } from './need_sampling.ts'

export interface Desktop {
  application: DesktopApplication
  window: Page
}

const repository = resolve(import.meta.dirname, '../..')
const mainScript = join(repository, 'build', 'electron', 'main.mjs')

function electronProgram(): string | null {
  const directory = join(repository, 'node_modules', 'electron')
  const pathFile = join(directory, 'path.txt')
  if (!existsSync(pathFile) || !process.env['DISPLAY']) return null
  const program = join(directory, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(program) ? program : null
}

skipBy((reason) => base.skip(true, reason))

export const test = base.extend<{ home: string; startDesktop: (words?: string[], environment?: Record<string, string>) => Promise<Desktop> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first parameter
  home: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'hagstone-home-'))
    await use(home)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  },
  startDesktop: async ({ home }, use) => {
    const started: DesktopApplication[] = []
    await use(async (words = [], environment = {}) => {
      const { PATH = '', LANG = 'C.UTF-8', DISPLAY = '', [lateAnswersVariable]: late = '' } = process.env
      const env = {
        PATH,
        LANG,
        DISPLAY,
        [lateAnswersVariable]: late,
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_STATE_HOME: join(home, 'state'),
        XDG_CACHE_HOME: join(home, 'cache'),
        ...environment,
      }
      const executablePath = electronProgram()
      const application =
        executablePath === null
          ? await launch({ args: [mainScript, ...words], env, cwd: home })
          : await _electron.launch({ executablePath, args: [repository, ...words], env, cwd: home })
      started.push(application)
      return { application, window: await application.firstWindow() }
    })
    for (const application of started) await application.close()
  },
})

/** The window that opens next, or has opened since `known` were there. */
export async function nextWindow(application: DesktopApplication, known: Page[]): Promise<Page> {
  const found = (): Page | undefined => application.windows().find((page) => !known.includes(page))
  await expect.poll(() => found() !== undefined).toBe(true)
  const page = found()!
  await page.waitForLoadState('domcontentloaded')
  return page
}

export { expect }
