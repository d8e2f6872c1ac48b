/** The desktop app: one window on the same services as the command line and the serve host. */
import { BrowserWindow, app } from 'electron'
import type { WebContents } from 'electron'
import { messageOf } from '../failure.ts'
import { rendererDirectory } from '../paths.ts'
import { createWindowHost } from '../services/window_host.ts'
import type { WindowHost } from '../services/window_host.ts'
import { registerScheme, serveScheme } from './app_protocol.ts'
import { chooseFile } from './dialogs.ts'
import { servePages } from './ipc_ports.ts'
import { lockDown } from './lockdown.ts'
import { installMenu } from './menu.ts'
import type { ProfileArguments } from './profile_arguments.ts'
import { profileArguments } from './profile_arguments.ts'
import { openWindow } from './window.ts'

const ownArguments: ProfileArguments = profileArguments(process.argv, app.isPackaged, process.cwd())

if (app.requestSingleInstanceLock(ownArguments)) {
  registerScheme()
  app.whenReady().then(start).catch((error: unknown) => {
    console.error(`hagstone: ${messageOf(error)}`)
    app.exit(1)
  })
} else {
  // The first instance shows the profiles.
  app.quit()
}

function start(): void {
  lockDown()
  serveScheme(rendererDirectory)
  /** Windows by the number the host knows them by, so that events and dialogs find theirs. */
  const windows = new Map<number, WebContents>()
  const host = createWindowHost({
    kind: 'electron',
    launchRefusal: null,
    openAtStart: ownArguments.profiles,
    compareAtStart: ownArguments.comparison,
    chooseFile(purpose, client) {
      const contents = windows.get(client)
      const window = contents === undefined ? null : BrowserWindow.fromWebContents(contents)
      return window === null ? Promise.resolve(null) : chooseFile(window, purpose)
    },
  })
  servePages((port, contents) => {
    const client = host.connect(port)
    windows.set(client, contents)
    contents.once('destroyed', () => windows.delete(client))
  })
  const clientOf = (window: BrowserWindow): number | undefined => [...windows].findLast(([, contents]) => contents === window.webContents)?.[0]

  installMenu({
    openProfile() {
      const window = focusedWindow()
      if (window !== null) void openChosenProfile(host, window, clientOf(window))
    },
    runCommand(command) {
      const window = focusedWindow()
      if (window !== null) host.emit('host.command', { command }, clientOf(window))
    },
  })
  const show = ({ profiles, comparison }: ProfileArguments): void => {
    const window = focusedWindow() ?? openWindow()
    if (window.isMinimized()) window.restore()
    window.focus()
    for (const path of profiles) host.emit('host.openProfile', { path }, clientOf(window))
    if (comparison !== null) host.emit('host.compareProfiles', comparison, clientOf(window))
  }
  app.on('second-instance', (_event, _words, _directory, data) => show(isProfileArguments(data) ? data : { profiles: [], comparison: null }))
  app.on('open-file', (event, path) => {
    event.preventDefault()
    show({ profiles: [path], comparison: null })
  })
  endInOrder(host)
  openWindow()
}

async function openChosenProfile(host: WindowHost, window: BrowserWindow, client: number | undefined): Promise<void> {
  const path = await chooseFile(window, 'profile')
  if (path !== null) host.emit('host.openProfile', { path }, client)
}

function focusedWindow(): BrowserWindow | null {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null
}

/** The app waits for what it records: targets are stopped and their profiles made. */
function endInOrder(host: WindowHost): void {
  let disposed = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (disposed) return
    event.preventDefault()
    void host
      .dispose()
      .catch((error: unknown) => console.error(`hagstone: ${messageOf(error)}`))
      .finally(() => {
        disposed = true
        app.quit()
      })
  })
}

/** What a second instance sends, possibly one of another version. */
function isProfileArguments(data: unknown): data is ProfileArguments {
  if (typeof data !== 'object' || data === null || !('profiles' in data) || !('comparison' in data)) return false
  const { profiles, comparison } = data
  return Array.isArray(profiles) && profiles.every((path) => typeof path === 'string') && (comparison === null || isPaths(comparison))
}

function isPaths(comparison: unknown): boolean {
  return typeof comparison === 'object' && comparison !== null && 'old' in comparison && typeof comparison.old === 'string' && 'new' in comparison && typeof comparison.new === 'string'
}
