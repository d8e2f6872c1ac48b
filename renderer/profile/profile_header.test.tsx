import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeSummary } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('a run begins with one sentence, and the reasons for its quality are a click away', async () => {
  showWindow(prepareHost())
  const run = await screen.findByRole('region', { name: 'The run' })
  expect(run.querySelector('.profile-run')?.textContent).toMatch(
    /^solver input\.dat· 43\.9% 42\.8–45\.0 % of stores are dead· good measurement ▾2 min 14 s, software$/,
  )
  for (const counter of ['traps', 'censored', 'blind spot', 'lost', 'undecided']) expect(run.textContent).not.toContain(counter)
  fireEvent.click(within(run).getByRole('button', { name: /^good measurement/ }))
  const reasons = await screen.findByRole('dialog', { name: 'Quality of the measurement' })
  await within(reasons).findByText('4,210 observations: the 95 % interval is 42.8–45.0 %.')
  expect(reasons.textContent).toContain('230 samples were lost')
  for (const note of fakeSummary.notes) expect(reasons.textContent).toContain(note)
  fireEvent.click(within(reasons).getByRole('button', { name: 'Show all counters' }))
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Statistics'))
})

test('a tool that measured nothing says so in place of a figure', async () => {
  const host = prepareHost()
  const dead = fakeSummary.totals['dead-stores']!
  host.answer('profile.open', ({ path }) => ({
    ...fakeSummary,
    run: { ...fakeSummary.run, tools: ['dead-stores'] },
    totals: { 'dead-stores': { ...dead, waste: 0, use: 0, fraction: null, ci95: null, traps: 0 } },
    profile: 2,
    path,
  }))
  showWindow(host)
  const run = await screen.findByRole('region', { name: 'The run' })
  expect(run.querySelector('.profile-run')?.textContent).toMatch(/dead stores not measured· nothing measured ▾/)
})

test('waiting that is much of the run is in the header, in trees, and at each thread', async () => {
  const host = prepareHost()
  const cost = { ...fakeSummary.runCost!, waiting: 0.36 * fakeSummary.runCost!.amount }
  host.answer('profile.open', ({ path }) => ({
    ...fakeSummary,
    runCost: cost,
    threads: fakeSummary.threads.map((thread) => ({ ...thread, waitingShare: 0.61 })),
    profile: 2,
    path,
  }))
  const application = showWindow(host)
  const run = await screen.findByRole('region', { name: 'The run' })
  expect(run.querySelector('.profile-run')?.textContent).toContain('36.0 % waiting')
  for (const [command, other] of [
    ['view.threads', /^observations/],
    ['view.top-down', /^CPU time/],
  ] as const) {
    application.runCommand(command)
    expect(await screen.findByRole('columnheader', { name: other })).toBeTruthy()
    expect(await screen.findByRole('columnheader', { name: /^waiting/ })).toBeTruthy()
  }
})
