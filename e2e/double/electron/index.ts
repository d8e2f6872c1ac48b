/** The exports of 'electron' for the app's main process. */
export { app } from './app.ts'
export { BrowserWindow } from './browser_window.ts'
export { ipcMain } from './ipc.ts'
export { Menu } from './menu.ts'
export { protocol } from './protocol.ts'
export { Notification, dialog, screen, session, shell } from './system.ts'
