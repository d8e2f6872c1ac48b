import { BrowserWindow } from 'electron'
import type { WebContents } from 'electron'
import type { FilesAtStart } from '../services/desktop.ts'
import type { ConnectedMachine } from './connected_machine.ts'
import { openWindow } from './window.ts'

/** The purpose of a window. */
interface Purpose {
  files: FilesAtStart
  /** The machine whose runs it shows; null: this one. */
  machine: ConnectedMachine | null
}

export const nothingToShow: FilesAtStart = { profiles: [], comparison: null }

/** The windows of the app: the content of each, and the host's number for its page. */
export class AppWindows {
  readonly #purposes = new WeakMap<WebContents, Purpose>()
  readonly #clients = new Map<number, WebContents>()

  /** @param machine its connection ends with the last of its windows */
  open(files: FilesAtStart, machine: ConnectedMachine | null = null): BrowserWindow {
    const window = openWindow()
    this.#purposes.set(window.webContents, { files, machine })
    if (machine !== null) {
      machine.addWindow()
      window.once('closed', () => void machine.removeWindow())
    }
    return window
  }

  /** A page of a window has begun to talk to the host. */
  connected(client: number, contents: WebContents): void {
    this.#clients.set(client, contents)
    contents.once('destroyed', () => this.#clients.delete(client))
  }

  filesOf(client: number): FilesAtStart {
    const contents = this.#clients.get(client)
    return (contents === undefined ? undefined : this.#purposes.get(contents)?.files) ?? nothingToShow
  }

  machineOf(contents: WebContents | undefined): ConnectedMachine | null {
    return (contents === undefined ? undefined : this.#purposes.get(contents)?.machine) ?? null
  }

  contentsOf(client: number): WebContents | undefined {
    return this.#clients.get(client)
  }

  windowOf(client: number): BrowserWindow | null {
    const contents = this.#clients.get(client)
    return contents === undefined ? null : BrowserWindow.fromWebContents(contents)
  }

  /** Client of the page that the window shows now; undefined before it talks to the host. */
  clientOf(window: BrowserWindow): number | undefined {
    return [...this.#clients].findLast(([, contents]) => contents === window.webContents)?.[0]
  }

  /** The window that a menu or another instance refers to. */
  get present(): BrowserWindow | null {
    return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null
  }

  /** A window that can show files of this machine, the present one first. */
  get local(): BrowserWindow | null {
    const isLocal = (window: BrowserWindow | null): boolean => window !== null && this.machineOf(window.webContents) === null
    const { present } = this
    return isLocal(present) ? present : (BrowserWindow.getAllWindows().find(isLocal) ?? null)
  }
}
