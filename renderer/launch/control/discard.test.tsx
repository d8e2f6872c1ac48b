/** Discarding a recording from its page and by command. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Application } from '../../application/application.ts'
import type { LaunchProgress, LaunchRequest } from '../../../shared/rpc/recordings.ts'
import type { FakeHost } from '../../testing/fake_host.ts'
import { fakeEmptyHost, fakeProgress } from '../../testing/fake_host.ts'
import { prepareHost, showWindow } from '../../testing/shown_window.tsx'

const request: LaunchRequest = {
  program: '/opt/solver',
  arguments: [],
  workingDirectory: '/home/ada',
  environment: {},
  tools: ['dead-stores'],
  rate: null,
  output: null,
}

let host: FakeHost
let application: Application

beforeEach(() => {
  host = prepareHost()
  host.answer('host.describe', () => fakeEmptyHost)
  application = showWindow(host)
})

const discarded = (): unknown[] => host.calls.filter(({ method }) => method === 'launch.discard').map(({ parameters }) => parameters)
const button = (name: string): HTMLElement | null => screen.queryByRole('button', { name })
async function show(change: Partial<LaunchProgress>, more: Partial<LaunchRequest> = {}): Promise<void> {
  act(() => application.store.setState({ recording: { request: { ...request, ...more }, progress: fakeProgress(change), paused: false }, screen: 'recording' }))
  await screen.findByRole('main', { name: 'Recording' })
}

test('one question before the program is stopped with it; then the form and one line', async () => {
  await show({})
  fireEvent.click(button('Discard')!)
  expect((await screen.findByRole('alert')).textContent).toBe('Stop the program and delete what was recorded?')
  expect(document.activeElement).toBe(button('Keep recording'))
  expect(discarded()).toEqual([])
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(button('Stop and discard')).toBeNull()
  expect(document.activeElement).toBe(button('Discard'))
  fireEvent.click(button('Discard')!)
  fireEvent.click(await screen.findByRole('button', { name: 'Stop and discard' }))
  await waitFor(() => expect(discarded()).toEqual([{ recording: 1 }]))
  act(() => host.emit('launch.progress', fakeProgress({ state: 'discarding' })))
  expect(screen.getByText('Discarding…')).toBeTruthy()
  expect([button('Discard'), button('Stop program')]).toEqual([null, null])
  act(() => host.emit('launch.progress', fakeProgress({ state: 'discarded' })))
  expect(application.store.getState()).toMatchObject({ recording: null, screen: 'launch', notice: { kind: 'done', text: 'The recording was discarded.' } })
  expect(host.calls.some(({ method }) => method === 'profile.open')).toBe(false)
})

test.each([
  ['of a process', {}, { process: { id: 4711, startTime: null } }, /^The process continues/],
  [
    'of processes that outlive the program',
    { goesOn: { ended: 'The program ended (status 4)', processes: 'process 71 continues' } },
    {},
    /^The processes continue/,
  ],
  ['that is analysed', { state: 'analysing' as const }, {}, /^Deletes what was recorded\./],
])('a recording %s is discarded without a question', async (_, change, more, title) => {
  await show(change, more)
  expect(button('Discard')!.title).toMatch(title)
  fireEvent.click(button('Discard')!)
  await waitFor(() => expect(discarded()).toEqual([{ recording: 1 }]))
})

test('the command asks on the page of the recording; nothing is discarded before the program runs or after the end', async () => {
  await show({})
  act(() => application.store.setState({ screen: 'start' }))
  act(() => application.runCommand('record.discard'))
  await waitFor(() => expect(application.store.getState()).toMatchObject({ screen: 'recording', recording: { asksToDiscard: true } }))
  expect(discarded()).toEqual([])
  for (const state of ['starting', 'finished', 'failed'] as const) {
    await show({ state })
    expect(button('Discard'), state).toBeNull()
  }
})
