import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** xdg-open first: it knows what the person likes. */
const linuxBrowsers = ['xdg-open', 'sensible-browser', 'firefox', 'chromium', 'google-chrome']
/** The systems' own programs that open addresses. */
const otherBrowsers: Partial<Record<NodeJS.Platform, string[]>> = { darwin: ['open'], win32: ['explorer.exe'] }

/** The program that opens addresses; null when there is none. */
export function findBrowser(searchPath = process.env['PATH'] ?? ''): string | null {
  for (const name of otherBrowsers[process.platform] ?? linuxBrowsers) {
    for (const directory of searchPath.split(delimiter).filter((entry) => entry !== '')) {
      const path = join(directory, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        continue
      }
    }
  }
  return null
}

/** A display to open windows on; elsewhere than on Linux there always is one. */
export function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY'])
}

/** Opens an address, detached from this process. False when nothing could be started. */
export function openBrowser(address: string): Promise<boolean> {
  const program = findBrowser()
  if (program === null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const browser = spawn(program, [address], { detached: true, stdio: 'ignore' })
    browser.once('error', () => resolve(false))
    browser.once('spawn', () => {
      browser.unref()
      resolve(true)
    })
  })
}
