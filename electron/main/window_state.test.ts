import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { besideWindow, readWindowState, rememberWindowState } from './window_state.ts'

const display = { x: 0, y: 0, width: 1920, height: 1080 }
let directory: string
let file: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  file = join(directory, 'state', 'window-state.json')
})
afterEach(() => {
  rmSync(directory, { recursive: true })
  vi.restoreAllMocks()
})

function closeWindowAt(bounds: Electron.Rectangle, maximized: boolean): void {
  const window = Object.assign(new EventEmitter(), { getNormalBounds: () => bounds, isMaximized: () => maximized })
  rememberWindowState(window as unknown as BrowserWindow, file)
  window.emit('close')
}

test('comes back where it was', () => {
  const bounds = { x: 100, y: 50, width: 1200, height: 800 }
  closeWindowAt(bounds, true)
  expect(readWindowState(file, [display])).toEqual({ bounds, maximized: true })
})

test('is forgotten when its display is gone', () => {
  closeWindowAt({ x: 1920, y: 0, width: 1200, height: 800 }, false)
  expect(readWindowState(file, [display])).toBeNull()
  expect(readWindowState(file, [display, { ...display, x: 1920 }])).not.toBeNull()
})

test('is absent at the first start; damage is reported and ignored', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(readWindowState(file, [display])).toBeNull()
  expect(said).not.toHaveBeenCalled()
  const damaged = join(directory, 'damaged.json')
  writeFileSync(damaged, '{"bounds": {"x": 0, "y": 0, "width": 1e99, "height": 1}}')
  expect(readWindowState(damaged, [display])).toBeNull()
  expect(said).toHaveBeenCalledOnce()
})

test('a second window stands beside the first, or in the corner where there is no room', () => {
  expect(besideWindow({ x: 10, y: 20, width: 1200, height: 800 }, [display])).toEqual({ x: 38, y: 48, width: 1200, height: 800 })
  expect(besideWindow({ x: 700, y: 250, width: 1200, height: 820 }, [display])).toEqual({ x: 0, y: 0, width: 1200, height: 820 })
})
