/** Electron's `app`: one Chromium that starts and ends with it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StrictEmitter } from '../strict.ts'
import { startChromium } from './chromium.ts'
import type { RunningChromium } from './chromium.ts'
import { PreventableEvent } from './events.ts'
import type { OpenWindow } from './open_windows.ts'
import { schemesAreFixed } from './protocol.ts'

let chromium: RunningChromium | null = null

/** The browser of the ready app. */
export function runningChromium(): RunningChromium {
  if (chromium === null) throw new Error('Cannot create BrowserWindow before app is ready')
  return chromium
}

class App extends StrictEmitter {
  readonly isPackaged = false
  readonly #ready: Promise<void>
  #openWindows: () => OpenWindow[] = () => []
  #quitting = false

  constructor() {
    super('app')
    this.#ready = startChromium().then((started) => {
      chromium = started
      schemesAreFixed()
    })
  }

  async whenReady(): Promise<void> {
    await this.#ready
  }

  /** Not in Electron: says which windows quitting closes. */
  closeOnQuit(openWindows: () => OpenWindow[]): void {
    this.#openWindows = openWindows
  }

  getPath(name: string): string {
    if (name !== 'userData') throw new Error(`app.getPath('${name}') is not implemented by the Electron double`)
    const path = join(process.env['XDG_CONFIG_HOME'] ?? join(process.env['HOME'] ?? '/', '.config'), 'hagstone')
    mkdirSync(path, { recursive: true })
    return path
  }

  /** The test starts one double per instance; the event 'second-instance' announces a second one. */
  requestSingleInstanceLock(_data: unknown): boolean {
    return true
  }

  /** before-quit, the windows' close, will-quit, each of which may be prevented; then quit and the end. */
  quit(): void {
    if (this.#quitting) return
    this.#quitting = true
    void this.#tryToQuit().finally(() => (this.#quitting = false))
  }

  exit(status = 0): void {
    void (chromium?.close() ?? Promise.resolve()).finally(() => process.exit(status))
  }

  async #tryToQuit(): Promise<void> {
    if (this.#prevented('before-quit')) return
    for (const window of this.#openWindows()) {
      window.close()
      if (!window.isDestroyed()) return
    }
    await Promise.resolve()
    if (this.#prevented('will-quit')) return
    this.emit('quit', {}, 0)
    this.exit(0)
  }

  #prevented(event: string): boolean {
    const preventable = new PreventableEvent()
    this.emit(event, preventable)
    return preventable.defaultPrevented
  }
}

export const app = new App()
