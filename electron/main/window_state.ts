/** Position and size of the last window, kept from run to run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BrowserWindow, Rectangle } from 'electron'
import { z } from 'zod'
import { makeDirectories } from '../directories.ts'
import { messageOf, systemErrorCode } from '../failure.ts'

const storedState = z.object({
  bounds: z.object({ x: z.number().int(), y: z.number().int(), width: z.number().int().min(400), height: z.number().int().min(300) }),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof storedState>

/** The state of the last run; null if there is none, or its place is on no display any more. */
export function readWindowState(file: string, displays: Rectangle[]): WindowState | null {
  try {
    const state = storedState.parse(JSON.parse(readFileSync(file, 'utf8')))
    return displays.some((display) => overlap(display, state.bounds)) ? state : null
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') console.error(`hagstone: ${file} is not used: ${messageOf(error).split('\n')[0]}`)
    return null
  }
}

/** Shifted, so that two windows look like two; if there is no room, in the corner of the same display. */
export function besideWindow(present: Rectangle, displays: Rectangle[]): Rectangle {
  const shift = 28
  const shifted = { ...present, x: present.x + shift, y: present.y + shift }
  const display = displays.find((candidate) => overlap(candidate, present))
  if (display === undefined) return shifted
  const fits = shifted.x + shifted.width <= display.x + display.width && shifted.y + shifted.height <= display.y + display.height
  return fits ? shifted : { ...present, x: display.x, y: display.y }
}

/** Writes the state when the window closes. */
export function rememberWindowState(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    try {
      makeDirectories(dirname(file))
      writeFileSync(file, `${JSON.stringify(state)}\n`)
    } catch (error) {
      console.error(`hagstone: ${file} cannot be written: ${messageOf(error)}`)
    }
  })
}

/** A title bar's worth of the window must be on the display to be reachable. */
function overlap(display: Rectangle, bounds: Rectangle): boolean {
  const reachable = 50
  const width = Math.min(display.x + display.width, bounds.x + bounds.width) - Math.max(display.x, bounds.x)
  const height = Math.min(display.y + display.height, bounds.y + bounds.height) - Math.max(display.y, bounds.y)
  return width >= reachable && height >= reachable
}
