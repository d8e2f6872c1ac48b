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
    run: {
      command: ['./solver', 'input'],
      startedAt: '2026-01-02T03:04:05.000Z',
      duration: 3,
      tools: ['dead-stores'],
      engine: 'software',
      exit: { state: 'finished', code: 0, signal: null },
    },
    totals: fraction === null ? {} : { 'dead-stores': { fraction, waste: fraction, traps: 40 } },
    stats: {
      counters: [
        { name: 'timer_signals', value: 9, description: '' },
        { name: 'dropped_code_unreadable', value: 9, description: '' },
      ],
    },
  } as unknown as ProfileSummary
}

test('newest first, each path once, missing files marked', () => {
  const present = join(directory, 'present.hagstone')
  writeFileSync(present, '')
  runs.add(summary(present, 0.25))
  runs.add(summary('/gone.hagstone', null))
  runs.label(present, 'before')
  runs.add(summary(present, 0.5))
  expect(runs.list()).toEqual([
    {
      path: present,
      title: './solver input',
      startedAt: '2026-01-02T03:04:05.000Z',
      durationSeconds: 3,
      fraction: 0.5,
      result: { tool: 'dead-stores', kind: 'found', text: '', few: false },
      label: 'before',
      missing: false,
    },
    {
      path: '/gone.hagstone',
      title: './solver input',
      startedAt: '2026-01-02T03:04:05.000Z',
      durationSeconds: 3,
      fraction: null,
      result: { tool: 'dead-stores', kind: 'not-measured', text: expect.stringMatching(/^not measured: none of 9 interrupts/), few: true },
      missing: true,
    },
  ])
  runs.label(present, '')
  expect(runs.list().map(({ label }) => label)).toEqual([undefined, undefined])
  runs.forget('/gone.hagstone')
  expect(runs.list().map((run) => run.path)).toEqual([present])
  for (const path of ['/gone.hagstone', '/also_gone.hagstone']) runs.add(summary(path, null))
  expect([runs.forgetGone(), runs.forgetGone()]).toEqual([2, 0])
  expect(runs.list().map((run) => run.path)).toEqual([present])
  expect(warnings).toEqual([])
})

test('a run is listed by the tool that its window begins with', () => {
  const opened = summary('/threads.hagstone', null)
  const totals = { 'silent-stores': { fraction: 1, waste: 5, traps: 40 } } as ProfileSummary['totals']
  runs.add({ ...opened, run: { ...opened.run, tools: ['dead-stores', 'silent-stores'] }, totals })
  runs.add({ ...opened, path: '/nothing.hagstone', run: { ...opened.run, tools: ['redundant-loads', 'silent-stores'] } })
  expect(runs.list().map(({ result, fraction }) => [result?.tool, fraction])).toEqual([
    ['redundant-loads', null],
    ['silent-stores', 1],
  ])
})

test('a run whose findings were read is listed by the tool of the first one, also when it is opened again', () => {
  const opened = summary('/threads.hagstone', null)
  const run: ProfileSummary['run'] = { ...opened.run, tools: ['dead-stores', 'silent-stores'] }
  const totals = { 'dead-stores': { fraction: 0.2, waste: 2, traps: 40 }, 'silent-stores': { fraction: 0.7, waste: 7, traps: 40 } }
  const whole = { ...opened, run, totals: totals as ProfileSummary['totals'] }
  const listed = (): unknown => runs.list().map(({ result, label }) => [result?.tool, label])
  runs.add(whole)
  runs.label(whole.path, 'before')
  expect([listed(), runs.ofFirstFinding(whole)]).toEqual([[['dead-stores', 'before']], undefined])
  runs.update({ ...whole, ofFirstFinding: 'silent-stores' })
  expect([listed(), runs.ofFirstFinding(whole)]).toEqual([[['silent-stores', 'before']], 'silent-stores'])
  expect(runs.ofFirstFinding({ ...whole, run: { ...run, startedAt: '2026-01-02T03:04:06.000Z' } })).toBeUndefined()
  runs.forget(whole.path)
  runs.update({ ...whole, ofFirstFinding: 'silent-stores' })
  expect(runs.list()).toEqual([])
})

test("a program's own time is known from whole runs that were sampled", () => {
  const whole = { engine: 'software', targetCpuSeconds: 2.5, exit: { code: 3, signal: null, state: 'finished' }, stoppedBy: null }
  const others = [
    { engine: 'exhaustive' },
    { exit: { code: null, signal: 'SIGINT' as const, state: 'finished' } },
    { exit: { code: null, signal: null, state: 'stopped' } },
    { stoppedBy: '--duration 1 s' },
    { targetCpuSeconds: 0 },
  ]
  for (const [index, other] of [{}, ...others].entries()) {
    const opened = summary(`/${index}.hagstone`, null)
    runs.add({ ...opened, run: { ...opened.run, ...whole, ...other } as ProfileSummary['run'] })
  }
  expect(
    runs
      .list()
      .toReversed()
      .map(({ cpuSeconds }) => cpuSeconds),
  ).toEqual([2.5, ...others.map(() => undefined)])
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
