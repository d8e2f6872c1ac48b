/** The app as the services behind its windows see it. */
import { writeFile } from 'node:fs/promises'
import { BrowserWindow, Notification, dialog, shell } from 'electron'
import { RpcError } from '../../shared/rpc/contract.ts'
import { messageOf, systemErrorCode } from '../failure.ts'
import type { Desktop } from '../services/desktop.ts'
import type { AppWindows } from './app_windows.ts'
import { nothingToShow } from './app_windows.ts'
import type { ConnectedMachine } from './connected_machine.ts'
import { connectMachine } from './connected_machine.ts'

export interface DesktopHooks {
  /** Called with every machine, so that the app can end the recordings that its windows leave running. */
  connected(machine: ConnectedMachine): void
  recentRunsChanged: Desktop['recentRunsChanged']
}

export function createDesktop(windows: AppWindows, { connected, recentRunsChanged }: DesktopHooks): Desktop {
  return {
    describe: (client) => ({ machine: windows.machineOf(windows.contentsOf(client))?.destination ?? null }),
    filesAtStart: (client) => windows.filesOf(client),
    newWindow(client, path) {
      windows.open(path === null ? nothingToShow : { profiles: [path], comparison: null }, windows.machineOf(windows.contentsOf(client)))
    },
    notify(client, { title, text }) {
      if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return
      const notice = new Notification({ title, body: text })
      notice.on('click', () => show(windows.windowOf(client)))
      notice.show()
    },
    async savePdf(client, name) {
      const window = windows.windowOf(client)
      if (window === null) return null
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: 'Save as PDF',
        defaultPath: name,
        filters: [{ name: 'PDF', extensions: ['pdf'] }],
      })
      if (canceled || filePath === '') return null
      const bytes = await window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true })
      try {
        await writeFile(filePath, bytes)
      } catch (error) {
        throw new RpcError('unable', `${filePath} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); choose another place.`)
      }
      return filePath
    },
    async connect(asked, signal) {
      const machine = await connectMachine(asked, signal)
      connected(machine)
      windows.open(nothingToShow, machine)
    },
    recentRunsChanged,
    openAddress: (address) => shell.openExternal(address),
  }
}

function show(window: BrowserWindow | null): void {
  if (window === null) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
