import { StrictEmitter, strict } from '../strict.ts'

/** `on` only: the app sends messages one way each, and never invokes. */
export const ipcMain = new StrictEmitter('ipcMain')

/** A message of a page's preload script. Arguments were serialised on the way, as structured clones are. */
export function receiveFromPage(contents: { mainFrame: unknown }, frameAddress: string, isMainFrame: boolean, channel: string, values: unknown[]): void {
  const frame = isMainFrame ? contents.mainFrame : strict('WebFrameMain', { url: frameAddress })
  ipcMain.emit(channel, strict('IpcMainEvent', { sender: contents, senderFrame: frame }), ...values)
}
