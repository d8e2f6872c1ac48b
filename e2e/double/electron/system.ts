/** The app's requests to the desktop around it. */
import { StrictEmitter, strict } from '../strict.ts'

/** A test answers by replacing the function, as on real Electron. */
export const dialog = strict('dialog', {
  showOpenDialog(_window: unknown, options: { title?: string }): Promise<{ canceled: boolean; filePaths: string[] }> {
    return Promise.reject(new Error(`Nobody answers the dialog ${options.title ?? 'without title'}: the test replaces dialog.showOpenDialog first`))
  },
  showSaveDialog(_window: unknown, options: { title?: string }): Promise<{ canceled: boolean; filePath: string }> {
    return Promise.reject(new Error(`Nobody answers the dialog ${options.title ?? 'without title'}: the test replaces dialog.showSaveDialog first`))
  },
})

/** A test answers by replacing the function, as on real Electron. */
export const shell = strict('shell', {
  openExternal: (address: string): Promise<void> => Promise.reject(new Error(`Nothing opens ${address}: the test replaces shell.openExternal first`)),
})

const shownNotices: Notice[] = []

/** Shown nowhere; a test reads and clicks them. */
class Notice extends StrictEmitter {
  readonly title: string
  readonly body: string

  constructor({ title, body }: { title: string; body: string }) {
    super('Notification')
    this.title = title
    this.body = body
  }

  static isSupported(): boolean {
    return true
  }
  /** Not in Electron. */
  static get shown(): Notice[] {
    return shownNotices
  }
  show(): void {
    shownNotices.push(this)
  }
}

export const Notification = strict('Notification', Notice)

export const screen = strict('screen', {
  getAllDisplays: () => [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
})

/** Accepted and not asked: headless Chromium grants nothing by itself. */
export const session = strict('session', {
  defaultSession: strict('Session', {
    setPermissionRequestHandler: (_handler: unknown): void => {},
    setPermissionCheckHandler: (_handler: unknown): void => {},
    setDevicePermissionHandler: (_handler: unknown): void => {},
  }),
})
