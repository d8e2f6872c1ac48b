/** Restrictions on every page of this app, whatever code runs in it. */
import { app, session } from 'electron'
import type { WebContents } from 'electron'
import { isOwnAddress } from './app_protocol.ts'

/** Copying text is the only thing a page asks of the system. */
const grantedPermission = 'clipboard-sanitized-write'

/** Applies to every page of the app, present and future. */
export function lockDown(): void {
  app.on('web-contents-created', (_event, contents) => confine(contents))
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((contents, permission, decide) => {
    decide(permission === grantedPermission && isOwnAddress(contents.getURL()))
  })
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => permission === grantedPermission && isOwnAddress(origin))
  defaultSession.setDevicePermissionHandler(() => false)
}

function confine(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
