import type { Port } from './wire.ts'

/** What the app's preload script gives the page as `window.hagstone`; a browser served by `hagstone serve` has none. */
export type WindowBridge = Port

export const bridgeName = 'hagstone'

/** Electron IPC channels: the page's life begins with `connect`; texts travel both ways on `text`. */
export const channels = { connect: 'hagstone:connect', text: 'hagstone:text' } as const
