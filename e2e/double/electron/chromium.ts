/** The Chromium that represents Electron's: started once, shared with the test over its debugging port. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { chromiumProgram } from '../../support/chromium_program.ts'
import { chromiumSwitches } from '../../support/chromium_switches.ts'

const switches = ['--headless', ...chromiumSwitches, '--window-size=1600,950', '--remote-debugging-port=0']

export interface RunningChromium {
  context: BrowserContext
  /** For connectOverCDP. */
  endpoint: string
  /** Its directory, which names its processes. */
  profile: string
  close(): Promise<void>
}

export async function startChromium(): Promise<RunningChromium> {
  const profile = mkdtempSync(join(tmpdir(), 'hagstone-double-'))
  const browserProcess = spawn(chromiumProgram, [...switches, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: Debian's program is a script, whose child would outlive it.
    detached: true,
  })
  const endGroup = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-browserProcess.pid!, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  const ended = new Promise<void>((resolve) => browserProcess.once('exit', () => resolve()))
  const remove = (): void => rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', () => {
    endGroup('SIGKILL')
    remove()
  })
  const endpoint = await debuggingEndpoint(browserProcess)
  const browser = await chromium.connectOverCDP(endpoint)
  const context = browser.contexts()[0]
  if (context === undefined) throw new Error('Chromium has no default context')
  return {
    context,
    endpoint,
    profile,
    async close() {
      await browser.close()
      endGroup('SIGTERM')
      await ended
    },
  }
}

function debuggingEndpoint(browserProcess: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    browserProcess.once('error', reject)
    browserProcess.once('exit', (status) => reject(new Error(`Chromium ended with ${status}: ${said}`)))
    browserProcess.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const endpoint = /DevTools listening on (ws:\/\/\S+)/.exec(said)?.[1]
      if (endpoint !== undefined) resolve(endpoint)
    })
  })
}
