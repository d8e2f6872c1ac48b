import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { messageOf } from '../failure.ts'
import { writePrivatePage } from './private_page.ts'

/** xdg-open first: it knows the user's preference. */
const linuxBrowsers = ['xdg-open', 'sensible-browser', 'firefox', 'chromium', 'google-chrome']
/** The systems' own programs that open addresses. */
const otherBrowsers: Partial<Record<NodeJS.Platform, string[]>> = { darwin: ['open'], win32: ['explorer.exe'] }

const noBrowser = 'No browser could be started'
/** For a browser, in ms: by then it has read its first page. */
const longestStart = 300_000

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

/** A display to open windows on; always present except on Linux. */
export function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY'])
}

/** Opens an address or file, detached from this process. False when nothing could be started. Other users see the address. */
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

/**
 * Opens a secret address, by way of a private file.
 * @param newAddress gives it; its parameter may be called when the address is over
 * @returns why nothing was opened, in one line, or null; and a function that removes the file, if it still exists
 */
export async function openPrivately(newAddress: (over: () => void) => Promise<string>): Promise<{ problem: string | null; end(): void }> {
  let end = (): void => {}
  if (findBrowser() === null) return { problem: noBrowser, end }
  try {
    const page = await writePrivatePage(await newAddress(() => end()))
    end = page.remove
    if (await openBrowser(page.path)) {
      setTimeout(end, longestStart).unref()
      return { problem: null, end }
    }
    end()
    return { problem: noBrowser, end }
  } catch (error) {
    return { problem: `No browser was started (${messageOf(error)})`, end }
  }
}
