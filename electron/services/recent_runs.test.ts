import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { stateFile } from '../state_directory.ts'
import { RecentRuns } from './recent_runs.ts'

let directory: string
let warnings: string[]
let runs: RecentRuns

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  warnings = []
  runs = new RecentRuns(join(directory, 'state', 'recent-runs.json'), (line) => warnings.push(line))
})
afterEach(() => rmSync(directory, { recursive: true }))

function summary(path: string, fraction: number | null): ProfileSummary {
  return {
    path,
    run: { command: ['./solver', 'input'], startedAt: '2026-01-02T03:04:05.000Z', duration: 3, tools: ['dead-stores'] },
    totals: { 'dead-stores': { fraction } },
  } as unknown as ProfileSummary
}

test('newest first, each path once, missing files marked', () => {
  const present = join(directory, 'present.hagstone')
  writeFileSync(present, '')
  runs.add(summary(present, 0.25))
  runs.add(summary('/gone.hagstone', null))
  runs.add(summary(present, 0.5))
  expect(runs.list()).toEqual([
    { path: present, title: './solver input', startedAt: '2026-01-02T03:04:05.000Z', durationSeconds: 3, fraction: 0.5, missing: false },
    { path: '/gone.hagstone', title: './solver input', startedAt: '2026-01-02T03:04:05.000Z', durationSeconds: 3, fraction: null, missing: true },
  ])
  runs.forget('/gone.hagstone')
  expect(runs.list().map((run) => run.path)).toEqual([present])
  expect(warnings).toEqual([])
})

test('a damaged file is reported and replaced', () => {
  const file = join(directory, 'damaged.json')
  writeFileSync(file, '[{"path": 5}]')
  const damaged = new RecentRuns(file, (line) => warnings.push(line))
  expect(damaged.list()).toEqual([])
  expect(warnings).toHaveLength(1)
  damaged.add(summary('/a.hagstone', null))
  expect(damaged.list()).toHaveLength(1)
})

test('the file follows XDG_STATE_HOME, absolute paths only', () => {
  expect(stateFile('recent-runs.json', { XDG_STATE_HOME: '/state' })).toBe('/state/hagstone/recent-runs.json')
  expect(stateFile('recent-runs.json', { XDG_STATE_HOME: 'state' })).toMatch(/\/\.local\/state\/hagstone\/recent-runs\.json$/)
})
