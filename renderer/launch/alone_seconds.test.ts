import { expect, test } from 'vitest'
import type { RecentRun } from '../../shared/rpc/host.ts'
import { knownAloneSeconds } from './alone_seconds.ts'

const run = (title: string, cpuSeconds?: number): RecentRun => ({
  path: '/x',
  title,
  startedAt: '2026-01-02T03:04:05Z',
  durationSeconds: 99,
  fraction: null,
  missing: true,
  cpuSeconds,
})

test('the newest run of the same command that says so', () => {
  const recent = [run('./solver in'), run('./solver in put', 3), run('./solver in', 2), run('./solver in', 1)]
  expect(knownAloneSeconds({ program: ' ./solver', argumentLine: 'in' }, recent)).toBe(2)
  expect(knownAloneSeconds({ program: './solver', argumentLine: "'in' put" }, recent)).toBe(3)
  expect(knownAloneSeconds({ program: './solver', argumentLine: '' }, recent)).toBeNull()
  expect(knownAloneSeconds({ program: './solver', argumentLine: '"' }, null)).toBeNull()
})
