/** What the app asks of the desktop around it. */
import { strict } from '../strict.ts'

/** A test answers by replacing the function, as on real Electron. */
export const dialog = strict('dialog', {
  showOpenDialog(_window: unknown, options: { title?: string }): Promise<{ canceled: boolean; filePaths: string[] }> {
    return Promise.reject(new Error(`Nobody answers the dialog ${options.title ?? 'without title'}: the test replaces dialog.showOpenDialog first`))
  },
})

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
