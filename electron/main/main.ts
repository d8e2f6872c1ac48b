/** The desktop app: windows on the same services as the command line and the serve host, or on those of another machine. */
import { app } from 'electron'
import type { BrowserWindow } from 'electron'
import { workingDirectory } from '../directories.ts'
import { messageOf } from '../failure.ts'
import { rendererDirectory } from '../paths.ts'
import { join, splitPort } from '../rpc/split_port.ts'
import { isDesktopMethod } from '../services/desktop.ts'
import type { FilesAtStart } from '../services/desktop.ts'
import { createWindowHost } from '../services/window_host.ts'
import type { WindowHost } from '../services/window_host.ts'
import { registerScheme, serveScheme } from './app_protocol.ts'
import { AppWindows, nothingToShow } from './app_windows.ts'
import type { ConnectedMachine } from './connected_machine.ts'
import { chooseFile } from './dialogs.ts'
import { servePages } from './ipc_ports.ts'
import type { PagePort } from './ipc_ports.ts'
import { lockDown } from './lockdown.ts'
import { installMenu } from './menu.ts'
import type { MenuActions } from './menu.ts'
import { profileArguments } from './profile_arguments.ts'
import { createDesktop } from './windows_desktop.ts'

const ownArguments = profileArguments(process.argv, app.isPackaged, workingDirectory() ?? '/')

if (app.requestSingleInstanceLock(ownArguments)) {
  registerScheme()
  // macOS names a file to open before the app is ready; until then it joins those of the command line.
  let show = ({ profiles }: FilesAtStart): void => void ownArguments.profiles.push(...profiles)
  app.on('open-file', (event, path) => {
    event.preventDefault()
    show({ profiles: [path], comparison: null })
  })
  app
    .whenReady()
    .then(() => (show = start()))
    .catch((error: unknown) => {
      console.error(`hagstone: ${messageOf(error)}`)
      app.exit(1)
    })
} else {
  // The first instance shows the profiles.
  app.quit()
}

/** @returns shows files in the running app */
function start(): (files: FilesAtStart) => void {
  lockDown()
  serveScheme(rendererDirectory)
  const windows = new AppWindows()
  const machines = new Set<ConnectedMachine>()
  const show = (files: FilesAtStart): void => showFiles(windows, host, files)
  const menuActions: MenuActions = {
    runCommand(command) {
      const window = windows.present
      if (window !== null) host.emit('host.command', { command }, windows.clientOf(window))
    },
    openProfile: (path) => show({ profiles: [path], comparison: null }),
  }
  const host = createWindowHost({
    kind: 'electron',
    launchRefusal: null,
    openAtStart: [],
    compareAtStart: null,
    desktop: createDesktop(windows, {
      connected: (machine) => machines.add(machine),
      recentRunsChanged: (runs) => installMenu(menuActions, runs),
    }),
    chooseFile(purpose, client) {
      const window = windows.windowOf(client)
      return window === null ? Promise.resolve(null) : chooseFile(window, purpose)
    },
  })
  servePages((port, contents) => windows.connected(connectPage(host, port, windows.machineOf(contents)), contents))
  app.on('second-instance', (_event, _words, _directory, data) => show(isFilesAtStart(data) ? data : nothingToShow))
  endInOrder(host, machines)
  openAtStart(windows, ownArguments)
  return show
}

/** @returns the number by which the app's own host knows the page, whichever machine the page shows */
function connectPage(host: WindowHost, page: PagePort, machine: ConnectedMachine | null): number {
  if (machine === null) return host.connect(page)
  const { local, remote } = splitPort(page, isDesktopMethod)
  join(remote, machine.openPort(), () => page.end())
  return host.connect(local)
}

/** A window for each profile, with the first one in front. */
function openAtStart(windows: AppWindows, { profiles, comparison }: FilesAtStart): void {
  const [first, ...others] = profiles
  for (const path of others.toReversed()) windows.open({ profiles: [path], comparison: null })
  windows.open({ profiles: first === undefined ? [] : [first], comparison })
}

/** The first of them in the present window, the others in windows of their own. */
function showFiles(windows: AppWindows, host: WindowHost, files: FilesAtStart): void {
  const window = windows.local
  const client = window === null ? undefined : windows.clientOf(window)
  if (window === null || client === undefined) return openAtStart(windows, files)
  const [first, ...others] = files.profiles
  for (const path of others) windows.open({ profiles: [path], comparison: null })
  if (first !== undefined) host.emit('host.openProfile', { path: first }, client)
  if (files.comparison !== null) host.emit('host.compareProfiles', files.comparison, client)
  raise(window)
}

function raise(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

/**
 * The app waits for the profiles of its recordings; recorded programs continue. Other machines' hosts end with their
 * connections.
 */
function endInOrder(host: WindowHost, machines: Iterable<ConnectedMachine>): void {
  let disposed = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (disposed) return
    event.preventDefault()
    void Promise.all([host.dispose(), ...[...machines].map((machine) => machine.close())])
      .catch((error: unknown) => console.error(`hagstone: ${messageOf(error)}`))
      .finally(() => {
        disposed = true
        app.quit()
      })
  })
}

/** The message of a second instance, possibly of another version. */
function isFilesAtStart(data: unknown): data is FilesAtStart {
  if (typeof data !== 'object' || data === null || !('profiles' in data) || !('comparison' in data)) return false
  const { profiles, comparison } = data
  return Array.isArray(profiles) && profiles.every((path) => typeof path === 'string') && (comparison === null || isPaths(comparison))
}

function isPaths(comparison: unknown): boolean {
  return (
    typeof comparison === 'object' &&
    comparison !== null &&
    'old' in comparison &&
    typeof comparison.old === 'string' &&
    'new' in comparison &&
    typeof comparison.new === 'string'
  )
}
