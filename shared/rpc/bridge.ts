import type { Port } from './wire.ts'

/** The object that the app's preload script gives the page as `window.hagstone`; a browser served by `hagstone serve` has none. */
export interface WindowBridge extends Port {
  /** Path of a dropped file (a File of the page), which pages cannot get otherwise; "" if it is not on disk. */
  pathOfFile(file: object): string
}

export const bridgeName = 'hagstone'

/** Electron IPC channels: the page's life begins with `connect`; texts travel both ways on `text`; `closed`: its host on another machine is gone. */
export const channels = { connect: 'hagstone:connect', text: 'hagstone:text', closed: 'hagstone:closed' } as const
