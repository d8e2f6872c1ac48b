import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeFindings } from '../testing/fake_findings.ts'
import { fakeSummary } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('the summary above the findings says what ran, what was measured and where the time went', async () => {
  const application = showWindow(prepareHost(), 'findings')
  application.preferences.setState({ summaryShown: true })
  const ran = await screen.findByRole('region', { name: 'What ran' })
  expect(ran.textContent).toMatch(/command.*machine.*recorded.*elapsed/)
  expect(within(ran.parentElement!).getByRole('button', { name: 'dead stores' })).toBeTruthy()
  const hot = await screen.findByRole('region', { name: 'Hot functions' })
  fireEvent.click(within(hot).getByRole('button', { name: 'init_row' }))
  await screen.findByRole('group', { name: /^Callers and callees of init_row/ })
  await waitFor(() => expect(application.store.getState().profile?.view).toBe('flame'))
})

test('the machine of the run is described as its maker does: processors, and caches in powers of two', async () => {
  const host = prepareHost()
  const run = { ...fakeSummary.run, host: '(none)', kernel: '6.1.0', processors: { model: 'AMD EPYC', count: 2 }, caches: [{ level: 1, bytes: 65_536 }] }
  host.answer('profile.open', () => ({ ...fakeSummary, profile: 1, path: '/tmp/a.hagstone', run }))
  showWindow(host, 'findings').preferences.setState({ summaryShown: true })
  const ran = await screen.findByRole('region', { name: 'What ran' })
  expect(ran.textContent).toMatch(/machinean unnamed machine: AMD EPYC, 2 hardware threadsrecorded/)
  expect(within(ran).getByTitle(/hardware threads/).title).toBe('AMD EPYC\n2 hardware threads\nL1 64 KiB\nLinux 6.1.0')
})

test('above the findings it says which modules have no source lines, and what to do', async () => {
  const host = prepareHost()
  host.answer('profile.findings', () => ({ ...fakeFindings, withoutLines: ['gzip'] }))
  showWindow(host, 'findings')
  expect((await screen.findByText(/^gzip has no debug information/)).textContent).toMatch(/Build it with -g/)
})

test('the balance of a job is that of its ranks: their starter does not count', async () => {
  const host = prepareHost()
  const [thread] = fakeSummary.threads
  const threads = [null, 0, 1].map((rank, at) => ({ ...thread!, rank, process: 90 + at, cpuSeconds: rank === null ? 0.1 : 10 }))
  host.answer('profile.open', () => ({
    ...fakeSummary,
    profile: 1,
    path: '/tmp/a.hagstone',
    threads,
    run: { ...fakeSummary.run, ranks: [0, 1], processes: 3 },
  }))
  showWindow(host, 'findings').preferences.setState({ summaryShown: true })
  const ran = await screen.findByRole('region', { name: 'What ran' })
  expect(ran.textContent).toMatch(/2 ranks, 3 processes.*1\.0 × the mean/)
})

test('threads that sleep all the time, as those of MPI libraries, are not part of the balance', async () => {
  const host = prepareHost()
  const [thread] = fakeSummary.threads
  const threads = [10, 6, 0.001, 0.002].map((cpuSeconds, at) => ({ ...thread!, rank: null, thread: 90 + at, cpuSeconds, waitingShare: 0 }))
  host.answer('profile.open', () => ({ ...fakeSummary, profile: 1, path: '/tmp/a.hagstone', threads }))
  showWindow(host, 'findings').preferences.setState({ summaryShown: true })
  const ran = await screen.findByRole('region', { name: 'What ran' })
  expect(ran.textContent).toMatch(/busiest thread 10\.0 s, 1\.3 × the mean; 2 other threads hardly ran/)
})

test('hot functions that are instances of one template are distinguished by their arguments', async () => {
  const host = prepareHost()
  const instance = (element: string): string => `void expression_templates::linear_algebra::Vector<${element}>::assign_from(Sum<${element}> const&)`
  host.answer('functions.hot', () =>
    ['double', 'float'].map((element) => ({ name: instance(element), file: null, line: null, cost: 1e9, waste: 1e9, use: 0, traps: 20 })),
  )
  showWindow(host, 'findings').preferences.setState({ summaryShown: true })
  const hot = await screen.findByRole('region', { name: 'Hot functions' })
  expect(
    within(hot)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['…linear_algebra::Vector::assign_from [double]', '…linear_algebra::Vector::assign_from [float]'])
})
