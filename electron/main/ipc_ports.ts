/** RPC between the app and its pages over Electron's channels. */
import { ipcMain } from 'electron'
import type { IpcMainEvent, WebContents } from 'electron'
import { channels } from '../../shared/rpc/bridge.ts'
import type { Port } from '../../shared/rpc/wire.ts'
import { isOwnAddress } from './app_protocol.ts'

export interface PagePort extends Port {
  /** Tells the page that its host is gone, as the end of a WebSocket would. */
  end(): void
}

interface Page {
  receive(text: string): void
  close(): void
}

/**
 * Gives every page of the app a port. A page begins with `connect`, so a reload ends the port of the page before.
 * @param connect called for every new page
 */
export function servePages(connect: (port: PagePort, contents: WebContents) => void): void {
  const ports = new Map<WebContents, Page>()

  ipcMain.on(channels.connect, (event) => {
    if (!isTrusted(event)) return
    const contents = event.sender
    ports.get(contents)?.close()
    const { port, page } = openPort(contents)
    ports.set(contents, page)
    contents.once('destroyed', () => {
      if (ports.get(contents) === page) ports.delete(contents)
      page.close()
    })
    connect(port, contents)
  })
  ipcMain.on(channels.text, (event, text: unknown) => {
    if (isTrusted(event) && typeof text === 'string') ports.get(event.sender)?.receive(text)
  })
}

/** Only the top frame of a page of ours is heard. */
function isTrusted({ sender, senderFrame }: IpcMainEvent): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isOwnAddress(senderFrame.url)
}

function openPort(contents: WebContents): { port: PagePort; page: Page } {
  let open = true
  let receive: (text: string) => void = () => {}
  let closed: () => void = () => {}
  return {
    port: {
      post(text) {
        if (open && !contents.isDestroyed()) contents.send(channels.text, text)
      },
      onMessage: (listener) => (receive = listener),
      onClose: (listener) => (closed = listener),
      end() {
        if (open && !contents.isDestroyed()) contents.send(channels.closed)
      },
    },
    page: {
      receive: (text) => receive(text),
      close() {
        if (!open) return
        open = false
        closed()
      },
    },
  }
}
