/** Wherever the host's answer is awaited, the window says after some seconds that it has not come. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MethodName } from '../../../shared/rpc/contract.ts'
import { type FakeHost, fakeEmptyHost } from '../../testing/fake_host.ts'
import { prepareHost, showWindow } from '../../testing/shown_window.tsx'

const late = /^Hagstone has not answered after 10 s\..*reload the page/

let host: FakeHost
/** What is to be done 10 s later. */
let delayed: Map<ReturnType<typeof setTimeout>, () => void>

beforeEach(() => {
  host = prepareHost()
  delayed = new Map()
  const { setTimeout, clearTimeout } = globalThis
  vi.stubGlobal('setTimeout', (act: () => void, after?: number, ...rest: []) => {
    if (after !== 10_000) return setTimeout(act, after, ...rest)
    const timer = setTimeout(() => {}, 2 ** 30)
    delayed.set(timer, act)
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer: ReturnType<typeof setTimeout>) => {
    delayed.delete(timer)
    clearTimeout(timer)
  })
})
afterEach(() => vi.unstubAllGlobals())

const neverAnswers = (method: MethodName): void => host.answer(method, () => new Promise<never>(() => {}))
const wait = (): void =>
  act(() => {
    const all = [...delayed.values()]
    delayed.clear()
    for (const each of all) each()
  })
const openForm = async (): Promise<void> => {
  host.answer('host.describe', () => fakeEmptyHost)
  showWindow(host)
  fireEvent.click(await screen.findByRole('button', { name: 'New recording…' }))
}

const places: Array<[string, MethodName, () => Promise<HTMLElement>]> = [
  ['Loading rows…', 'tree.rows', () => (showWindow(host), screen.findByRole('treegrid'))],
  ['Checking what this machine supports…', 'host.doctor', () => openForm().then(() => screen.findByRole('main'))],
  [
    'Reading the processes…',
    'launch.processes',
    async () => {
      await openForm()
      fireEvent.click(await screen.findByRole('radio', { name: 'Attach to a process' }))
      return screen.findByRole('main')
    },
  ],
  [
    'Comparing the findings…',
    'compare.findings',
    () => {
      host.answer('host.describe', () => ({ ...fakeEmptyHost, compareAtStart: { old: '/old.hagstone', new: '/new.hagstone' } }))
      showWindow(host)
      return screen.findByRole('main', { name: 'Comparison of two runs' })
    },
  ],
  ['Reading the directory…', 'host.listDirectory', () => dialog('file.open', 'Open a profile or validation')],
  ['Reading the other settings…', 'settings.read', () => dialog('window.settings', 'Settings')],
  [
    'Looking for the sources…',
    'sources.list',
    async () => {
      const shown = await dialog('export.profile', 'Export the whole profile')
      fireEvent.click(await within(shown).findByRole('radio', { name: 'Web page' }))
      return shown
    },
  ],
]

async function dialog(command: string, name: string): Promise<HTMLElement> {
  const application = showWindow(host)
  await waitFor(() => expect(application.store.getState().profile).not.toBeNull())
  application.runCommand(command)
  return screen.findByRole('dialog', { name })
}

test.each(places)('“%s” is explained after 10 s', async (text, method, show) => {
  neverAnswers(method)
  const place = within(await show())
  await place.findByText(text)
  expect(place.queryByText(late)).toBeNull()
  wait()
  expect(place.getByText(late)).toBeTruthy()
  expect(place.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
})

test('a directory that is slow to enter is explained, too', async () => {
  const shown = within(await dialog('file.open', 'Open a profile or validation'))
  await waitFor(() => expect(shown.getByRole('listbox').getAttribute('aria-busy')).toBe('false'))
  neverAnswers('host.listDirectory')
  fireEvent.change(shown.getByRole('textbox', { name: 'Path' }), { target: { value: '/slow/' } })
  fireEvent.click(shown.getByRole('button', { name: 'Go' }))
  expect(shown.queryByText(late)).toBeNull()
  wait()
  expect(shown.getByText(late)).toBeTruthy()
})
