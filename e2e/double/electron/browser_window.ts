/** Electron's `BrowserWindow`: a page of Chromium with the bounds that a window would have. */
import { StrictEmitter, strict } from '../strict.ts'
import { app, runningChromium } from './app.ts'
import { PreventableEvent } from './events.ts'
import { OpenWindows } from './open_windows.ts'
import { WebContents } from './web_contents.ts'
import type { WebPreferences } from './web_contents.ts'

interface Bounds {
  x: number
  y: number
  width: number
  height: number
}
interface WindowOptions extends Partial<Bounds> {
  minWidth?: number
  minHeight?: number
  title?: string
  show?: boolean
  webPreferences?: WebPreferences
}

const required: WebPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false }
const defaultBounds: Bounds = { x: 0, y: 0, width: 800, height: 600 }

const windows = new OpenWindows<Window>()
app.closeOnQuit(() => windows.all)

class Window extends StrictEmitter {
  readonly webContents: WebContents
  #bounds: Bounds
  #maximized = false
  #visible: boolean

  constructor({ webPreferences = {}, show = true, ...bounds }: WindowOptions) {
    super('BrowserWindow')
    for (const [name, value] of Object.entries(required)) {
      const chosen: unknown = Reflect.get(webPreferences, name)
      if (chosen !== value) throw new Error(`webPreferences.${name} is ${String(chosen)}: the double opens no window that is not isolated`)
    }
    this.#bounds = { ...defaultBounds, ...bounds }
    this.#visible = show
    this.webContents = new WebContents(runningChromium().context, webPreferences)
    windows.add(this)
    app.emit('web-contents-created', {}, this.webContents)
    this.webContents.once('destroyed', () => {
      windows.remove(this)
      this.emit('closed')
      if (windows.all.length === 0) app.emit('window-all-closed')
    })
  }

  static getAllWindows(): Window[] {
    return windows.all
  }
  static getFocusedWindow(): Window | null {
    return windows.focused
  }
  static fromWebContents(contents: WebContents): Window | null {
    return windows.all.find((window) => window.webContents === contents) ?? null
  }

  async loadURL(address: string): Promise<void> {
    await this.webContents.load(address)
    this.emit('ready-to-show')
  }
  show(): void {
    this.#visible = true
    this.focus()
  }
  isVisible(): boolean {
    return this.#visible
  }
  focus(): void {
    windows.focus(this)
  }
  maximize(): void {
    this.#maximized = true
  }
  isMaximized(): boolean {
    return this.#maximized
  }
  /** Not in Electron: the user switches to another program. */
  blur(): void {
    windows.focus(null)
  }
  isMinimized(): boolean {
    return false
  }
  getNormalBounds(): Bounds {
    const { x, y, width, height } = this.#bounds
    return { x, y, width, height }
  }
  isDestroyed(): boolean {
    return this.webContents.isDestroyed()
  }
  close(): void {
    const event = new PreventableEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) void this.webContents.destroy()
  }
}

export const BrowserWindow = strict('BrowserWindow', Window)
