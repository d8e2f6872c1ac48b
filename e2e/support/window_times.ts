/**
 * Waiting times in the window when a large profile is opened: from the window's own requests and the content shown
 * in the page of Debian's Chromium. Prints one JSON object of medians, in seconds:
 *
 *   node e2e/support/window_times.ts PROFILE
 */
import { chromium, type Browser } from '@playwright/test'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WindowTimes } from '../../scripts/bench/sections/viewer_section.ts'
import { median } from '../../scripts/bench/statistics.ts'
import { chromiumProgram } from './chromium_program.ts'
import { chromiumSwitches } from './chromium_switches.ts'
import { commandLine } from './hagstone.ts'

const repetitions = 5
/** Milliseconds. */
const longest = 120_000

type Moments = Partial<Record<keyof WindowTimes, number>>

/** Runs in the page: notes when each of it is first there. */
function watch(): void {
  const moments: Moments = {}
  const note = (what: keyof WindowTimes, isThere: boolean): void => void (isThere && (moments[what] ??= Date.now()))
  const look = (): void => {
    const rows = [...document.querySelectorAll('[role=treegrid] [role=row][data-index]')]
    note(
      'rows',
      rows.some((row) => /\S.*%/s.test(row.textContent ?? '')),
    )
    note('pair', document.querySelector('section[data-side=source]') !== null)
    note(
      'marked',
      rows.some((row) => row.getAttribute('aria-selected') === 'true'),
    )
    requestAnimationFrame(look)
  }
  Object.assign(globalThis, { moments })
  requestAnimationFrame(look)
}

async function openOnce(browser: Browser, address: string): Promise<WindowTimes> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  let asked = 0
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"profile.open"')) asked ||= Date.now()
    }),
  )
  // Windows begin with the findings, which have no tree.
  await page.addInitScript(() => localStorage.setItem('hagstone.preferences', JSON.stringify({ state: { firstView: 'top-down' }, version: 1 })))
  await page.addInitScript(watch)
  await page.goto(address)
  await page.waitForFunction(() => (globalThis as { moments?: Moments }).moments?.marked !== undefined, undefined, { timeout: longest })
  const moments = await page.evaluate(() => (globalThis as unknown as { moments: Required<Moments> }).moments)
  await context.close()
  const since = (moment: number): number => (moment - asked) / 1000
  return { rows: since(moments.rows), pair: since(moments.pair), marked: since(moments.marked) }
}

/** A server of its own: the thread that answers begins anew, and reads nothing ahead of an earlier opening. */
async function served<T>(path: string, use: (address: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'hagstone-bench-'))
  const server = spawn(commandLine[0], [commandLine[1], 'serve', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, XDG_STATE_HOME: directory, XDG_CONFIG_HOME: directory },
  })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let printed = ''
      server.stdout.on('data', (part: Buffer) => {
        printed += part.toString()
        const found = /http:\/\/\S+/.exec(printed)
        if (found) resolve(found[0])
      })
      void ended.then(() => reject(new Error(`hagstone serve ended:\n${printed}`)))
    })
    return await use(address)
  } finally {
    server.kill()
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
}

const [path = ''] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: chromiumProgram, args: [...chromiumSwitches] })
try {
  const times: WindowTimes[] = []
  for (let round = 0; round < repetitions; round++) times.push(await served(path, (address) => openOnce(browser, address)))
  const medians = (['rows', 'pair', 'marked'] as const).map((name) => [name, median(times.map((each) => each[name]))])
  console.log(JSON.stringify(Object.fromEntries(medians)))
} finally {
  await browser.close()
}
