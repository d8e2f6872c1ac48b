/** What the app's preload script gives the page as `window.hagstone`; a browser served by `hagstone serve` has none. */
export interface WindowBridge {
  /** Sends one text of the wire format to the host. */
  post(text: string): void
  /** Called once, before the first post. */
  onMessage(listener: (text: string) => void): void
}

export const bridgeName = 'hagstone'

/** Electron IPC channels: the page's life begins with `connect`; texts travel both ways on `text`. */
export const channels = { connect: 'hagstone:connect', text: 'hagstone:text' } as const
