import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { Patience, activityOf } from './patience.ts'
import type { Activity } from './patience.ts'

function lookUntilOver(patience: Patience, most: number): number {
  let looks = 1
  while (looks < most && patience.lasts(7, 100)) looks++
  return looks
}

it('outlasts a process that waits for a processor', () => {
  expect(lookUntilOver(new Patience(500, () => ({ cpuTime: 40, runs: true })), 10_000)).toBe(10_000)
})

it('ends with the CPU time of a running process, counted from the first look', () => {
  let cpuTime = 7000
  expect(lookUntilOver(new Patience(500, () => ({ cpuTime: (cpuTime += 10), runs: true })), 10_000)).toBe(51)
})

it('ends for a sleeping process, even if it runs now and then', () => {
  expect(lookUntilOver(new Patience(500, () => ({ cpuTime: 0, runs: false })), 10_000)).toBe(5)
  let look = 0
  const now: () => Activity = () => ({ cpuTime: 0, runs: look++ % 2 === 0 })
  expect(lookUntilOver(new Patience(500, now), 10_000)).toBe(10)
})

it('ends with the process', () => {
  expect(new Patience(500, () => null).lasts(7, 100)).toBe(false)
})

it('sees what real processes do', async () => {
  const busy = spawn(process.execPath, ['-e', 'console.log(); for (;;);'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const idle = spawn(process.execPath, ['-e', 'console.log(); setInterval(() => {}, 1e9)'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await Promise.all([once(busy.stdout, 'data'), once(idle.stdout, 'data')])
    const before = activityOf(busy.pid!)!.cpuTime
    await expect.poll(() => activityOf(busy.pid!)!.cpuTime, { timeout: 300_000 }).toBeGreaterThan(before)
    await expect.poll(() => activityOf(busy.pid!)!.runs, { timeout: 300_000 }).toBe(true)
    await expect.poll(() => activityOf(idle.pid!)!.runs, { timeout: 300_000 }).toBe(false)
  } finally {
    busy.kill('SIGKILL')
    idle.kill('SIGKILL')
  }
  await once(busy, 'close')
  expect(activityOf(busy.pid!)).toBeNull()
})
