import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Application } from '../application/application.ts'
import { notifyOfEnd } from '../application/notices.ts'
import { keyText } from '../commands/keys.ts'
import { createCommands } from '../commands/registry.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { LaunchRequest } from '../../shared/rpc/recordings.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { fakeEmptyHost, fakeProgress } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

let host: FakeHost
let application: Application

beforeEach(() => {
  host = prepareHost()
  host.answer('host.describe', () => ({ ...fakeEmptyHost, kind: 'electron' }))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** @param machine the other machine that the app's window is on; undefined: a browser */
function open(machine?: string | null): void {
  if (machine !== undefined) host.answer('desktop.describe', () => ({ machine }))
  application = showWindow(host)
}

const called = (method: string): unknown[] => host.calls.filter((call) => call.method === method).map((call) => call.parameters)
const press = (key: string, options: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...options })

test('a dialog that is left gives the keyboard back to where it was', async () => {
  open()
  const button = await screen.findByRole('button', { name: 'Open a profile…' })
  for (const [key, options] of [
    ['k', { ctrlKey: true }],
    ['?', { shiftKey: true }],
    [',', { ctrlKey: true }],
  ] as const) {
    button.focus()
    press(key, options)
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
})

describe('the registry', () => {
  test('has all its commands in the palette, and every key in the help', async () => {
    open()
    await screen.findByRole('button', { name: 'Open a profile…' })
    const commands = createCommands(application)
    press('k', { ctrlKey: true })
    const palette = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(palette.getAllByRole('option')).toHaveLength(commands.length))
    for (const { title } of commands) expect(palette.getAllByText(title).length, title).toBeGreaterThan(0)
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('?', { shiftKey: true })
    const help = await screen.findByRole('dialog', { name: 'Keys' })
    const rows = new Set([...help.querySelectorAll('.help-row')].map((row) => row.textContent))
    for (const { title, keys } of commands) if (keys.length > 0) expect([...rows]).toContain(title + keys.map(keyText).join(''))
    expect([...rows]).toContain('At the edge: make the column narrower or wider←→')
  })
})

describe('settings', () => {
  test('an editor that cannot be used is refused where it is typed; a known one is taken', async () => {
    host.answer('settings.change', ({ editor }) => {
      if (editor === 'vi') throw new RpcError('invalid-argument', 'The editor “vi” has no {file}.')
      return { editor: editor ?? '', sourceFolders: [], sourceMappings: [] }
    })
    open(null)
    press(',', { ctrlKey: true })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Command of the editor' })
    fireEvent.change(field, { target: { value: 'vi' } })
    fireEvent.click(screen.getByRole('button', { name: 'Use it' }))
    expect((await screen.findByRole('alert')).textContent).toContain('has no {file}')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(screen.getByRole('combobox', { name: 'Known editors' }), { target: { value: 'VS Code' } })
    await waitFor(() => expect(field.value).toBe('code --goto {file}:{line}'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('folders are added and left out, mappings forgotten', async () => {
    host.answer('settings.read', () => ({ editor: '', sourceFolders: ['/src/a', '/src/b'], sourceMappings: [{ from: '/build', to: '/src/c' }] }))
    host.answer('host.chooseFile', () => '/src/new')
    open(null)
    press(',', { ctrlKey: true })
    fireEvent.click(await screen.findByRole('button', { name: 'Do not map /build' }))
    await waitFor(() => expect(called('source.unmap')).toEqual([{ from: '/build' }]))
    fireEvent.click(screen.getByRole('button', { name: 'Do not look in /src/a' }))
    await waitFor(() => expect(called('settings.change')).toEqual([{ sourceFolders: ['/src/b'] }]))
    fireEvent.click(screen.getByRole('button', { name: 'Add a folder…' }))
    await waitFor(() => expect(called('settings.change').at(-1)).toEqual({ sourceFolders: ['/src/b', '/src/new'] }))
  })

  test('two folders that are left out before the host answers are both left out', async () => {
    host.answer('settings.read', () => ({ editor: '', sourceFolders: ['/src/a', '/src/b', '/src/c'], sourceMappings: [] }))
    const answers: Array<() => void> = []
    host.answer('settings.change', async ({ sourceFolders = [] }) => {
      await new Promise<void>((done) => answers.push(done))
      return { editor: '', sourceFolders, sourceMappings: [] }
    })
    open(null)
    press(',', { ctrlKey: true })
    fireEvent.click(await screen.findByRole('button', { name: 'Do not look in /src/a' }))
    fireEvent.click(screen.getByRole('button', { name: 'Do not look in /src/b' }))
    for (let answered = 0; answered < 2; answered++) {
      await expect.poll(() => answers.length).toBe(1)
      answers.pop()!()
    }
    await waitFor(() => expect(within(screen.getByRole('list', { name: 'Source folders' })).getAllByRole('listitem')).toHaveLength(1))
    expect(called('settings.change').at(-1)).toEqual({ sourceFolders: ['/src/c'] })
  })
})

test('seconds can be emptied while they are typed; what is no number is not kept', async () => {
  open()
  await screen.findByRole('button', { name: 'Open a profile…' })
  press(',', { ctrlKey: true })
  const seconds = await screen.findByRole<HTMLInputElement>('spinbutton', { name: /Notify me/ })
  fireEvent.change(seconds, { target: { value: '' } })
  expect([seconds.value, application.preferences.getState().notifyAfter]).toEqual(['', 10])
  fireEvent.blur(seconds)
  expect(seconds.value).toBe('10')
  fireEvent.change(seconds, { target: { value: '5' } })
  expect([seconds.value, application.preferences.getState().notifyAfter]).toEqual(['5', 5])
})

describe('another machine', () => {
  test('is not offered in a browser, which has no app around it', async () => {
    open()
    await screen.findByRole('button', { name: 'Open a profile…' })
    expect(screen.queryByRole('button', { name: 'Connect to a machine…' })).toBeNull()
    expect(
      createCommands(application)
        .find(({ id }) => id === 'file.connect')
        ?.enabled?.(),
    ).toBe(false)
  })

  test('is asked for once, the last one is offered, and what fails stays in the dialog', async () => {
    host.answer('desktop.connect', () => {
      throw new RpcError('unable', 'ssh to ada@cluster ended with 255 before hagstone answered; it said: Permission denied (publickey).')
    })
    open(null)
    fireEvent.click(await screen.findByRole('button', { name: 'Connect to a machine…' }))
    await waitFor(() => expect((screen.getByRole('textbox', { name: 'Machine' }) as HTMLInputElement).value).toBe('ada@cluster'))
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Permission denied')
    expect(called('desktop.connect')).toEqual([{ destination: 'ada@cluster', command: 'hagstone', allowLaunch: true }])
    expect(screen.getByRole('dialog', { name: 'Connect to a machine' })).toBeTruthy()
  })

  test('refuses a file that was dropped from this one', async () => {
    open('ada@cluster')
    await screen.findByText('on ada@cluster')
    await waitFor(() => expect(document.title).toBe('Hagstone on ada@cluster'))
    const file = new File(['x'], 'run.hagstone')
    Object.assign(window, { hagstone: { pathOfFile: () => '/home/ada/run.hagstone' } })
    fireEvent.drop(screen.getByRole('main'), { dataTransfer: { files: [file], getData: () => '' } })
    Reflect.deleteProperty(window, 'hagstone')
    expect((await screen.findByRole('alert')).textContent).toContain('the window shows runs of ada@cluster')
    expect(called('profile.open')).toEqual([])
  })
})

describe('the end of a recording', () => {
  const request = { program: '/opt/solver' } as LaunchRequest
  const finished = fakeProgress({ state: 'finished', elapsed: 12, fraction: 0.4 })

  test('is announced if it ran long and the window is in the background', async () => {
    open(null)
    await screen.findByRole('button', { name: 'Connect to a machine…' })
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    await notifyOfEnd(application, request, finished)
    hasFocus.mockReturnValue(false)
    await notifyOfEnd(application, request, { ...finished, elapsed: 9.9 })
    await notifyOfEnd(application, request, { ...finished, state: 'running' })
    expect(called('desktop.notify')).toEqual([])
    await notifyOfEnd(application, request, finished)
    await notifyOfEnd(application, request, { ...finished, state: 'failed', error: 'The program was not found.' })
    expect(called('desktop.notify')).toEqual([
      { title: 'solver is recorded', text: 'It ran for 12.0 s; 40.0 % of what was looked at is waste.' },
      { title: 'Recording solver failed', text: 'The program was not found.' },
    ])
    application.preferences.setState({ notifyAfter: 0 })
    await notifyOfEnd(application, request, finished)
    expect(called('desktop.notify')).toHaveLength(2)
  })
})
