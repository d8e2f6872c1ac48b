import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createFakeHost, type FakeHost } from '../../testing/fake_host.ts'
import { prepareHost, showWindow } from '../../testing/shown_window.tsx'
import type { Application } from '../application.ts'
import { compareFiles } from '../comparisons.ts'
import { openFile } from '../opening/open_file.ts'
import { selectPair, showView } from '../profiles.ts'
import { canStep } from './steps.ts'

/** By the commands, whose keys are those of browsers. */
async function step(by: 1 | -1): Promise<void> {
  expect(canStep(by)).toBe(true)
  const arrived = new Promise((done) => window.addEventListener('popstate', done, { once: true }))
  application.runCommand(by < 0 ? 'view.back' : 'view.forward')
  await arrived
}

const path = '/home/ada/solver/solver.hagstone'
let host: FakeHost
let application: Application

/** What the page shows, as an entry of the browser's history. */
const place = () => window.history.state?.hagstone
/** Places count once they have been shown for a moment; the session is kept then. */
const rests = (view: string): Promise<void> => expect.poll(() => application.preferences.getState().sessions[path]?.view).toBe(view) as Promise<void>

beforeEach(async () => {
  sessionStorage.clear()
  window.history.replaceState(null, '')
  host = prepareHost()
  application = showWindow(host)
  await screen.findByRole('treegrid')
  await rests('top-down')
})

test('the browser goes back to the view before, and forward again', async () => {
  const before = window.history.length
  fireEvent.keyDown(document.body, { key: '3' })
  await rests('bottom-up')
  expect(window.history.length).toBe(before + 1)
  window.history.back()
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Top-down'))
  await rests('top-down')
  window.history.forward()
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Bottom-up'))
  expect(window.location.href).not.toContain('solver')
})

test('the key goes the browser’s way', async () => {
  expect([canStep(-1), canStep(1)]).toEqual([false, false])
  await showView(application, 'objects')
  await rests('objects')
  expect([canStep(-1), canStep(1)]).toEqual([true, false])
  await step(-1)
  expect(place().session.view).toBe('top-down')
  // A page that is loaded again comes back to this, not to where it was gone back from.
  await rests('top-down')
  expect([canStep(-1), canStep(1)]).toEqual([false, true])
  await step(1)
  expect(application.store.getState().profile?.view).toBe('objects')
})

test('opening a profile is one step, also where its heaviest pair comes late', () => {
  expect(window.history.state.at).toBe(0)
  expect(place().session.pair).not.toBeNull()
})

test('a chosen pair is a place; what is passed through at once is none', async () => {
  const chosen = application.store.getState().profile!.selection!.pair
  await selectPair(application, chosen + 1)
  await selectPair(application, chosen + 2)
  expect(window.history.state.at).toBe(1)
  await expect.poll(() => application.preferences.getState().sessions[path]?.pair).toBe(chosen + 2)
  await step(-1)
  expect(application.store.getState().profile!.selection!.pair).toBe(chosen)
})

test('back from the launch form, the start page, another file and a comparison keeps the profile', async () => {
  const rested = (): Promise<void> => expect.poll(() => window.history.state.rested).toBe(true) as Promise<void>
  await rested()
  application.store.setState({ screen: 'start' })
  await rested()
  application.store.setState({ screen: 'launch' })
  await rested()
  await openFile(application, '/home/ada/solver/solver-old.hagstone')
  await rested()
  await compareFiles(application, '/home/ada/solver/solver-old.hagstone', path)
  await rested()
  const shown = [place()]
  while (canStep(-1)) {
    await step(-1)
    shown.unshift(place())
  }
  expect(shown.map(({ screen, files }) => [screen, files?.path])).toEqual([
    ['profile', path],
    ['start', undefined],
    ['launch', undefined],
    ['profile', '/home/ada/solver/solver-old.hagstone'],
    ['comparison', undefined],
  ])
  await waitFor(() => expect(application.store.getState()).toMatchObject({ screen: 'profile', profile: { summary: { path } } }))
})

test('the places of another run under the same path are not brought back', async () => {
  await showView(application, 'objects')
  await rests('objects')
  const recorded = await host.call('profile.open', { path })
  host.answer('profile.open', () => ({ ...recorded, run: { ...recorded.run, startedAt: '2026-11-21T06:00:00Z' } }))
  await openFile(application, path)
  await showView(application, 'flat')
  await rests('flat')
  expect(window.history.state.at).toBe(2)
  await step(-1)
  // What is shown instead takes the place of the entry: Back does not return to where it began.
  await expect.poll(() => place().session.startedAt).toBe('2026-11-21T06:00:00Z')
  expect(application.store.getState()).toMatchObject({ screen: 'profile', profile: { view: 'flat' } })
  expect(window.history.state.at).toBe(1)
})

/** The page is loaded again. */
function load(type: NavigationTimingType): FakeHost {
  cleanup()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
  const host = createFakeHost()
  application = showWindow(host)
  return host
}

test.each(['reload', 'back_forward'] as const)('after a page load by %s, the places before are still there', async (type) => {
  await openFile(application, '/home/ada/solver/solver-old.hagstone')
  expect(window.history.state.at).toBe(1)
  const host = load(type)
  await screen.findByRole('treegrid')
  await waitFor(() => expect(JSON.stringify(host.calls.filter(({ method }) => method === 'profile.open'))).toContain('solver-old'))
  await step(-1)
  await waitFor(() => expect(application.store.getState().profile?.summary.path).toBe(path))
})

test('a state that another version of the program left is none', async () => {
  await showView(application, 'objects')
  await rests('objects')
  window.history.pushState({ hagstone: { screen: 'globe', files: null, session: 7 }, at: 2 }, '')
  window.history.pushState({ hagstone: 'globe', at: 3 }, '')
  window.history.back()
  await waitFor(() => expect(application.store.getState().screen).toBe('start'))
  expect(application.store.getState().notice).toBeNull()
})
