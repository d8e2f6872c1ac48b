/** Opens a window of the app. */
import { join } from 'node:path'
import { BrowserWindow, app, screen } from 'electron'
import { bundleDirectory } from '../paths.ts'
import { windowAddress } from './app_protocol.ts'
import { besideWindow, readWindowState, rememberWindowState } from './window_state.ts'

const defaultSize = { width: 1600, height: 950 }
const smallestSize = { minWidth: 800, minHeight: 500 }

/** Opens a window, isolated from everything but the preload's wire: where the last one was, or a little beside the present one. */
export function openWindow(): BrowserWindow {
  const stateFile = join(app.getPath('userData'), 'window-state.json')
  const displays = screen.getAllDisplays().map((display) => display.workArea)
  const present = BrowserWindow.getFocusedWindow()
  const state =
    present === null ? readWindowState(stateFile, displays) : { bounds: besideWindow(present.getNormalBounds(), displays), maximized: present.isMaximized() }
  const window = new BrowserWindow({
    ...(state?.bounds ?? defaultSize),
    ...smallestSize,
    title: 'Hagstone',
    show: false,
    webPreferences: {
      preload: join(bundleDirectory, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  rememberWindowState(window, stateFile)
  window.once('ready-to-show', () => {
    if (state?.maximized === true) window.maximize()
    window.show()
  })
  void window.loadURL(windowAddress)
  return window
}
