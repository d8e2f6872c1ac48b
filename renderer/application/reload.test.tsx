import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LaunchRequest } from '../../shared/rpc/recordings.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { createFakeHost, fakeProgress } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'
import { chooseComparedFlame, compareFiles, showComparedTool, showComparisonView } from './comparisons.ts'
import { launch } from '../launch/control/recording_control.ts'

const request: LaunchRequest = {
  program: './solver',
  arguments: ['input.dat'],
  workingDirectory: '/home/ada/solver',
  environment: {},
  tools: ['dead-stores'],
  rate: 100,
  output: null,
}

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

/** The page is left, and loaded again with another connection to the host. */
function reload(): FakeHost {
  cleanup()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as PerformanceNavigationTiming])
  return createFakeHost()
}

test('a running recording is found again, with its progress, Stop and its result', async () => {
  const application = showWindow(prepareHost())
  await screen.findByRole('treegrid')
  await launch(application, request)

  const host = reload()
  host.answer('launch.follow', () => ({ request, paused: true, progress: fakeProgress({ recording: 1, samples: 5210 }) }))
  showWindow(host)
  const view = within(await screen.findByRole('main', { name: 'Recording' }))
  expect(view.getByText('./solver input.dat')).toBeTruthy()
  expect(view.getByRole('status').textContent).toBe('Paused')
  expect(view.getByText('5,210')).toBeTruthy()
  expect(host.calls.find(({ method }) => method === 'launch.follow')?.parameters).toEqual({ recording: 1 })
  host.emit('launch.progress', fakeProgress({ recording: 1, samples: 6000 }))
  expect(await view.findByText('6,000')).toBeTruthy()
  view.getByRole('button', { name: 'Stop program' }).click()
  await waitFor(() => expect(host.calls.at(-1)).toEqual({ method: 'launch.stop', parameters: { recording: 1 } }))
  host.emit('launch.progress', fakeProgress({ recording: 1, state: 'finished', output: '/home/ada/solver/solver.hagstone' }))
  expect(await screen.findByRole('treegrid')).toBeTruthy()
})

test('a recording that was started before the host described the machine is found again', async () => {
  const first = prepareHost()
  first.answer('host.doctor', () => new Promise(() => {}))
  const application = showWindow(first)
  await screen.findByRole('treegrid')
  await launch(application, request)
  const host = reload()
  host.answer('launch.follow', () => ({ request, paused: true, progress: fakeProgress({ recording: 1 }) }))
  showWindow(host)
  expect(await screen.findByRole('main', { name: 'Recording' })).toBeTruthy()
})

test('a recording that finished is found again while its profile is still being opened, and then no more', async () => {
  const first = prepareHost()
  const application = showWindow(first)
  await screen.findByRole('treegrid')
  await launch(application, request)
  const finished = fakeProgress({ recording: 1, state: 'finished', output: '/home/ada/solver/second.hagstone' })
  first.answer('host.fileKind', () => new Promise(() => {}))
  first.emit('launch.progress', finished)
  expect(await within(await screen.findByRole('main', { name: 'Recording' })).findByRole('button', { name: 'Show the profile' })).toBeTruthy()

  const host = reload()
  host.answer('launch.follow', () => ({ request, paused: false, progress: finished }))
  showWindow(host)
  await waitFor(() => expect(host.calls.find(({ method }) => method === 'profile.open')?.parameters).toEqual({ path: '/home/ada/solver/second.hagstone' }))
  expect(await screen.findByRole('main', { name: 'Profile' })).toBeTruthy()

  const again = reload()
  showWindow(again)
  expect(await screen.findByRole('main', { name: 'Profile' })).toBeTruthy()
  expect(again.calls.some(({ method }) => method === 'launch.follow')).toBe(false)
})

test('a recording that the host has forgotten leaves what the host opens at its start', async () => {
  const application = showWindow(prepareHost())
  await screen.findByRole('treegrid')
  await launch(application, request)
  const host = reload()
  showWindow(host)
  expect(await screen.findByRole('treegrid')).toBeTruthy()
  expect(host.calls.some(({ method }) => method === 'launch.follow')).toBe(true)
})

test('a comparison is there again', async () => {
  const application = showWindow(prepareHost())
  await screen.findByRole('treegrid')
  await compareFiles(application, '/home/ada/solver/solver-old.hagstone', '/home/ada/solver/solver.hagstone')
  await screen.findByRole('main', { name: 'Comparison of two runs' })
  const { tools } = application.store.getState().comparison!.summary
  await showComparedTool(application, tools.at(-1)!)
  await showComparisonView(application, 'flame')
  chooseComparedFlame(application, 'time')
  const again = showWindow(reload())
  expect(await screen.findByRole('main', { name: 'Comparison of two runs' })).toBeTruthy()
  expect(again.store.getState().comparison).toMatchObject({ view: 'flame', tool: tools.at(-1), flameOf: 'time', normalisation: 'run' })
})

test('a page that is loaded for the first time in a window opens what the host was started with', async () => {
  const application = showWindow(prepareHost())
  await screen.findByRole('treegrid')
  await compareFiles(application, '/home/ada/solver/solver-old.hagstone', '/home/ada/solver/solver.hagstone')
  cleanup()
  const host = createFakeHost()
  showWindow(host)
  expect(await screen.findByRole('main', { name: 'Profile' })).toBeTruthy()
})

test('a second window of the host shows the recording that runs there', async () => {
  const second = prepareHost()
  second.answer('launch.running', () => [7])
  second.answer('launch.follow', () => ({ request, paused: false, progress: fakeProgress({ recording: 7, samples: 4321 }) }))
  showWindow(second)
  expect((await screen.findByRole('main', { name: 'Recording' })).textContent).toContain('4,321')
  expect(second.calls.find(({ method }) => method === 'launch.follow')?.parameters).toEqual({ recording: 7 })
})

describe('at another host', () => {
  const fromOtherHost = (host: FakeHost, path: string): void => {
    cleanup()
    window.history.replaceState(null, '', `/#shown=${encodeURIComponent(JSON.stringify({ files: { kind: 'file', path } }))}`)
    showWindow(host)
  }
  const opened = ({ calls }: FakeHost): unknown[] => calls.filter(({ method }) => method === 'profile.open').map(({ parameters }) => parameters)

  test('the profile is shown that this host has open too, and the address is plain again', async () => {
    const host = prepareHost()
    fromOtherHost(host, '/home/ada/solver/solver-old.hagstone')
    await waitFor(() => expect(JSON.stringify(opened(host))).toContain('solver-old.hagstone'))
    expect(opened(host)).toHaveLength(1)
    expect(window.location.hash).toBe('')
  })

  test('no other file is opened, since any page can link here', async () => {
    const host = prepareHost()
    fromOtherHost(host, '/home/mallory/other.hagstone')
    await waitFor(() => expect(opened(host)).toHaveLength(1))
    expect(JSON.stringify(opened(host))).not.toContain('mallory')
  })
})
