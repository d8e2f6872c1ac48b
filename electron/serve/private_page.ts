/** A file that leads a browser to a secret address: all users of the machine can see a program's arguments. */
import { execFile } from 'node:child_process'
import { closeSync, constants, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { privateDirectory } from '../private_directory.ts'

const prefix = 'open-'
/** Addresses expire after an hour (access.ts), so the leftovers of a killed host are useless then. */
const staleAfter = 3_600_000
/** xdg-settings asks the desktop, which may not answer. In ms. */
const longestQuestion = 3_000

export interface PrivatePage {
  path: string
  remove(): void
}

/** @throws an Error if no file can be kept private */
export async function writePrivatePage(address: string): Promise<PrivatePage> {
  const parent = confinedDirectory(await defaultBrowser()) ?? privateDirectory()
  removeStale(parent)
  const directory = mkdtempSync(join(parent, prefix))
  const remove = (): void => rmSync(directory, { recursive: true, force: true })
  const path = join(directory, 'hagstone.html')
  try {
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600)
    try {
      writeSync(file, pageTo(address))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    remove()
    throw error
  }
  return { path, remove }
}

function pageTo(address: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${address}"><title>Hagstone</title></head>
<body><p><a href="${address}">Open Hagstone</a></p></body></html>
`
}

/**
 * Browsers in a snap or a Flatpak see only their own part of the home directory, under the same path.
 * @param desktopFile as "firefox_firefox.desktop" or "org.mozilla.firefox.desktop"
 */
export function confinedDirectory(desktopFile: string, home: string = homedir()): string | null {
  const snap = /^([a-z0-9-]+)_[\w-]+\.desktop$/.exec(desktopFile)?.[1]
  const flatpak = /^([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){2,})\.desktop$/.exec(desktopFile)?.[1]
  const own = [snap === undefined ? null : join(home, 'snap', snap, 'common'), flatpak === undefined ? null : join(home, '.var', 'app', flatpak, 'cache')]
  return own.find((path) => path !== null && existsSync(path)) ?? null
}

/** The name of its desktop file; "" where it cannot be known. */
function defaultBrowser(): Promise<string> {
  return new Promise((resolve) => {
    execFile('xdg-settings', ['get', 'default-web-browser'], { timeout: longestQuestion, encoding: 'utf8' }, (error, stdout) =>
      resolve(error === null ? stdout.trim() : ''),
    )
  })
}

function removeStale(parent: string): void {
  for (const name of readdirSync(parent).filter((found) => found.startsWith(prefix))) {
    const path = join(parent, name)
    try {
      if (Date.now() - statSync(path).mtimeMs > staleAfter) rmSync(path, { recursive: true, force: true })
    } catch {
      // Another host has just removed its own.
    }
  }
}
