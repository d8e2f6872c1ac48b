import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RecentRun } from '../../shared/rpc/host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

const run = (name: string, change: Partial<RecentRun>): RecentRun => ({
  path: `/home/ada/${name}.hagstone`,
  title: './solver input.dat',
  startedAt: '2026-11-12T08:05:00',
  durationSeconds: 12.4,
  fraction: 0.52,
  result: { tool: 'dead-stores', kind: 'found', text: '', few: false },
  missing: false,
  ...change,
})

const runs = [
  run('found', {}),
  run('few', { fraction: 1, result: { tool: 'dead-stores', kind: 'found', text: '', few: true } }),
  run('none', {
    fraction: 0,
    result: { tool: 'silent-stores', kind: 'none-found', text: 'none found in 400 observations; at most 0.7 % is waste (95 % confidence).', few: false },
  }),
  run('unmeasured', {
    fraction: null,
    result: { tool: 'dead-stores', kind: 'not-measured', text: 'not measured: none of 481 interrupts led to a sample. Record a longer run.', few: false },
  }),
  run('crashed', { ended: 'killed by SIGSEGV' }),
  run('before', { result: undefined, label: 'before the fix' }),
]

test('runs of one command are distinguishable, and nothing measured is not nothing found', async () => {
  const host = prepareHost()
  host.answer('host.recent', () => runs)
  showWindow(host)
  const side = await screen.findByRole('complementary', { name: 'Runs' })
  const time = new Date('2026-11-12T08:05:00').toLocaleTimeString(undefined, { timeStyle: 'short' })
  const buttons = await waitFor(() => {
    const found = [...side.querySelectorAll<HTMLElement>('.run-open')]
    expect(found).toHaveLength(runs.length)
    return found
  })
  expect(buttons.map((button) => button.textContent)).toEqual([
    `solver input.dat52.0 % dead storesfound12.4 s · ${time}`,
    `solver input.dat100 % dead storesfew12.4 s · ${time}`,
    `solver input.datno silent storesnone12.4 s · ${time}`,
    `solver input.datnot measuredunmeasured12.4 s · ${time}`,
    `solver input.datkilled by SIGSEGVcrashed12.4 s · ${time}`,
    `before the fix52.0 % wastebefore12.4 s · ${time}`,
  ])
  expect(buttons.map((button) => button.querySelector('.few') !== null)).toEqual([false, true, false, false, false, false])
  expect(buttons[3]!.title).toContain('none of 481 interrupts led to a sample')
})

test('a label is typed in place and kept by the host', async () => {
  const host = prepareHost()
  host.answer('host.recent', () => runs.slice(0, 1))
  showWindow(host)
  const side = await screen.findByRole('complementary', { name: 'Runs' })
  fireEvent.click(await within(side).findByRole('button', { name: 'Label ./solver input.dat' }))
  const field = within(side).getByRole('textbox', { name: 'Label of the run' })
  fireEvent.change(field, { target: { value: ' -O3 ' } })
  host.answer('host.recent', () => [{ ...runs[0]!, label: '-O3' }])
  fireEvent.blur(field)
  expect(await within(side).findByText('-O3')).toBeTruthy()
  expect(host.calls.find(({ method }) => method === 'host.labelRecent')?.parameters).toEqual({ path: '/home/ada/found.hagstone', label: '-O3' })
})

test('the keys that end the editing of a label return the focus, and Escape keeps the label as it was', async () => {
  const host = prepareHost()
  host.answer('host.recent', () => runs.slice(0, 1))
  showWindow(host)
  const side = await screen.findByRole('complementary', { name: 'Runs' })
  const button = await within(side).findByRole('button', { name: 'Label ./solver input.dat' })
  for (const key of ['Escape', 'Enter']) {
    button.focus()
    fireEvent.click(button)
    const field = within(side).getByRole('textbox', { name: 'Label of the run' })
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: key } })
    fireEvent.keyDown(field, { key })
    expect(document.activeElement).toBe(button)
    expect(side.querySelector('.run-label')).toBeNull()
  }
  expect(host.calls.filter(({ method }) => method === 'host.labelRecent').map(({ parameters }) => parameters)).toEqual([
    { path: '/home/ada/found.hagstone', label: 'Enter' },
  ])
})

test('a label is in the head of its profile and in the title of the window', async () => {
  const host = prepareHost()
  const application = showWindow(host)
  const head = await screen.findByRole('region', { name: 'The run' })
  const { path } = application.store.getState().profile!.summary
  const title = document.title
  expect(head.querySelector('strong')).toBeNull()
  act(() => application.store.setState({ recent: [{ ...runs[0]!, path, label: 'before the fix' }] }))
  expect(head.querySelector('.profile-run')?.textContent).toMatch(/^before the fixsolver input\.dat/)
  expect(document.title).toBe(`before the fix – ${title}`)
})

test('runs whose profiles are gone leave the list with one action', async () => {
  const host = prepareHost()
  const gone = [run('deleted', { missing: true }), run('moved', { missing: true })]
  let listed = [...gone, runs[0]!]
  host.answer('host.recent', () => listed)
  host.answer('host.forgetGone', () => {
    listed = runs.slice(0, 1)
    return gone.length
  })
  showWindow(host)
  const side = await screen.findByRole('complementary', { name: 'Runs' })
  expect(await within(side).findByText('2 profiles gone')).toBeTruthy()
  fireEvent.click(within(side).getByRole('button', { name: 'Remove from list' }))
  await waitFor(() => expect(side.querySelectorAll('.run-open')).toHaveLength(1))
  expect(within(side).queryByText(/gone/)).toBeNull()
  expect(await screen.findByText('Removed 2 runs from the list.')).toBeTruthy()
})
