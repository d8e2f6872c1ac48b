import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Tool } from '../../shared/run.ts'
import { fakeFindings } from '../testing/fake_findings.ts'
import { fakeSummary } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

const interrupts = [
  { name: 'timer_signals', value: 481, description: '' },
  { name: 'dropped_code_unreadable', value: 481, description: '' },
]

function unmeasured(tools: Tool[]): ReturnType<typeof prepareHost> {
  const host = prepareHost()
  host.answer('profile.open', ({ path }) => ({
    ...fakeSummary,
    run: { ...fakeSummary.run, tools },
    pairCount: 0,
    totals: {},
    stats: { ...fakeSummary.stats, samples: 0, traps: 0, counters: interrupts },
    profile: 2,
    path,
  }))
  host.answer('tree.create', () => ({ view: 1, rowCount: 0 }))
  host.answer('pairs.rows', () => ({ rowCount: 0, totalCount: 0, rows: [] }))
  host.answer('pairs.heaviest', () => null)
  host.answer('timeline.read', () => ({ unit: 'ns', amountUnit: 'ns', counted: false, covered: 1, intervals: [] }) as never)
  return host
}

test('a run that measured nothing says so, and why, in every view', async () => {
  showWindow(unmeasured(['dead-stores']))
  for (const view of ['Top-down', 'Bottom-up', 'Flat', 'Pairs', 'Time line', 'Threads', 'Statistics']) {
    fireEvent.mouseDown(await screen.findByRole('tab', { name: view }), { button: 0 })
    const panel = await screen.findByRole('tabpanel', { name: view })
    expect(
      (
        await within(panel).findAllByText(
          /not measured: none of 481 interrupts led to a sample, most often because the code is in no file.*with the exhaustive engine/,
        )
      ).length,
      view,
    ).toBeGreaterThan(0)
    expect(panel.textContent, view).not.toMatch(/nothing (?:was )?(?:seen|found)/)
  }
  // The panes beside the views too, without the reason.
  expect((await screen.findByRole('region', { name: 'Selected pair' })).textContent).toBe('Dead stores: not measured.')
  expect(document.body.textContent).not.toContain('--engine')
})

test('Record again opens the form with this program and the engine that is advised', async () => {
  const host = unmeasured(['dead-stores', 'false-sharing'])
  const works = { works: true, reason: '', remedy: null, tools: ['dead-stores' as const] }
  host.answer('host.doctor', () => ({
    schema: 'hagstone.doctor/1',
    engine: 'software',
    engineReason: '',
    engines: [
      { engine: 'software', ...works },
      { engine: 'exhaustive', ...works },
    ],
    checks: [],
  }))
  showWindow(host)
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Flat' }), { button: 0 })
  fireEvent.click(await within(await screen.findByRole('tabpanel', { name: 'Flat' })).findByRole('button', { name: 'Record again…' }))
  const form = within(await screen.findByRole('form', { name: 'New recording' }))
  expect(form.getByRole('combobox', { name: 'Engine' })).toHaveProperty('value', 'exhaustive')
  expect(form.getByLabelText('Program')).toHaveProperty('value', fakeSummary.run.command[0])
  expect(form.getByRole('checkbox', { name: /Dead stores/ })).toHaveProperty('checked', true)
  expect(form.getByRole('checkbox', { name: /False sharing/ })).toHaveProperty('checked', false)
})

test('a flame graph of CPU time that was not measured speaks of the choice, and makes it', async () => {
  const host = prepareHost()
  host.answer('flame.read', () => ({
    total: 0,
    leftOut: 0,
    names: [''],
    numbers: [-1],
    isLoop: [false],
    parent: [-1],
    start: [0],
    amount: [0],
    traps: [0],
    pair: [-1],
    wasted: [-1],
    observed: [0],
  }))
  const application = showWindow(host)
  fireEvent.mouseDown(await screen.findByRole('tab', { name: /Flame/ }), { button: 0 })
  fireEvent.change(await screen.findByRole('combobox', { name: 'Flame graph content' }), { target: { value: 'cpu-time' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Record again with the software engine…' }))
  expect(await screen.findByRole('combobox', { name: 'Engine' })).toHaveProperty('value', 'software')
  expect(application.store.getState().recordWish?.run.command).toEqual(fakeSummary.run.command)
})

test('a reason that several tools share is shown once', async () => {
  const host = unmeasured(['dead-stores', 'silent-stores', 'redundant-loads'])
  host.answer('profile.findings', () => ({ ...fakeFindings, findings: [] }))
  showWindow(host)
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Findings' }), { button: 0 })
  const panel = await screen.findByRole('tabpanel', { name: 'Findings' })
  const reason = await within(panel).findByText(/none of 481 interrupts/)
  expect(reason.textContent).toMatch(/^Dead stores, silent stores, redundant loads: not measured: none/)
})

test('the signal that killed the program has its own line', async () => {
  const host = prepareHost()
  host.answer('profile.open', ({ path }) => ({
    ...fakeSummary,
    partial: 'target killed by SIGSEGV after 0.487 s; everything until then is recorded',
    profile: 2,
    path,
  }))
  showWindow(host)
  const run = await screen.findByRole('region', { name: 'The run' })
  expect(within(run).getByRole('status').textContent).toBe('Target killed by SIGSEGV after 0.487 s; everything until then is recorded.')
  expect(run.querySelector('.profile-run')?.textContent).not.toContain('SIGSEGV')
})

test('objects of a run that saw no shared line say which tool it was, and lead to another recording', async () => {
  const host = unmeasured(['dead-stores', 'false-sharing'])
  host.answer('profile.open', ({ path }) => ({
    ...fakeSummary,
    run: { ...fakeSummary.run, tools: ['dead-stores', 'false-sharing'] },
    objects: [],
    spatialValues: [],
    totals: {},
    profile: 2,
    path,
  }))
  showWindow(host)
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Objects' }), { button: 0 })
  const panel = within(await screen.findByRole('tabpanel', { name: 'Objects' }))
  expect(await panel.findByText(/^This run names objects for false sharing alone, and no two threads were seen on one cache line\./)).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: 'Record it…' }))
  expect(await screen.findByRole('form', { name: 'New recording' })).toBeTruthy()
})
