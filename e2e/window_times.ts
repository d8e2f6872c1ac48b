/**
 * What a person waits for in the window when a large profile is opened: from the window's own questions and what then stands
 * in the page of Debian's Chromium. Prints one JSON object of medians, in seconds, and of memory in bytes:
 *
 *   node e2e/window_times.ts PROFILE
 */
import { chromium, type Browser } from '@playwright/test'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WindowTimes } from '../scripts/bench/viewer_section.ts'
import { median } from '../scripts/bench/statistics.ts'
import { chromiumSwitches } from './chromium_switches.ts'
import { commandLine } from './hagstone.ts'

const repetitions = 5
/** Milliseconds. */
const longest = 120_000

type Moments = Partial<Record<keyof WindowTimes, number>>

/** Runs in the page: notes when each of it is first there, on the page's clock. */
function watch(): void {
  const moments: Moments = {}
  const note = (what: keyof WindowTimes, isThere: boolean): void => void (isThere && (moments[what] ??= performance.timeOrigin + performance.now()))
  const look = (): void => {
    const rows = [...document.querySelectorAll('[role=treegrid] [role=row][data-index]')]
    note('rows', rows.some((row) => /\S.*%/s.test(row.textContent ?? '')))
    note('pair', document.querySelector('section[data-side=source]') !== null)
    note('marked', rows.some((row) => row.getAttribute('aria-selected') === 'true'))
    requestAnimationFrame(look)
  }
  Object.assign(globalThis, { moments })
  requestAnimationFrame(look)
}

async function openOnce(browser: Browser, address: string): Promise<WindowTimes> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  let asked = 0
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => {
    if (String(payload).includes('"profile.open"')) asked ||= performance.timeOrigin + performance.now()
  }))
  await page.addInitScript(watch)
  await page.goto(address)
  await page.waitForFunction(() => (globalThis as { moments?: Moments }).moments?.marked !== undefined, undefined, { timeout: longest })
  const moments = await page.evaluate(() => (globalThis as unknown as { moments: Required<Moments> }).moments)
  await context.close()
  const since = (moment: number): number => (moment - asked) / 1000
  return { rows: since(moments.rows), pair: since(moments.pair), marked: since(moments.marked) }
}

const [path = ''] = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), 'hagstone-bench-'))
const server = spawn(commandLine[0], [commandLine[1], 'serve', path], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, XDG_STATE_HOME: directory, XDG_CONFIG_HOME: directory } })
try {
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    server.stdout.on('data', (part: Buffer) => {
      printed += part.toString()
      const found = /http:\/\/\S+/.exec(printed)
      if (found) resolve(found[0])
    })
    server.once('close', () => reject(new Error(`hagstone serve ended:\n${printed}`)))
  })
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: [...chromiumSwitches] })
  const times: WindowTimes[] = []
  // The first one fills caches of the disk and of the script.
  await openOnce(browser, address)
  for (let round = 0; round < repetitions; round++) times.push(await openOnce(browser, address))
  await browser.close()
  const medians = (['rows', 'pair', 'marked'] as const).map((name) => [name, median(times.map((each) => each[name]))])
  console.log(JSON.stringify(Object.fromEntries(medians)))
} finally {
  server.kill()
  rmSync(directory, { recursive: true, force: true })
}
