import { act, fireEvent, queries, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Parameters, ProfileSummary } from '../../shared/rpc/contract.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { Application } from '../application/application.ts'
import { fakeSummary } from '../testing/fake_profile.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

type Dialog = ReturnType<typeof within<typeof queries>>

let host: FakeHost
let application: Application
const saved: Array<{ name: string; blob: Blob }> = []

beforeEach(() => {
  host = prepareHost()
  saved.length = 0
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    blob = made as Blob
    return 'blob:exported'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Of a profile like the made-up one. */
async function openDialog(change: Partial<ProfileSummary> = {}): Promise<Dialog> {
  host.answer('profile.open', ({ path }) => ({ ...fakeSummary, profile: 1, path, ...change }))
  application = showWindow(host)
  await waitFor(() => expect(application.store.getState().profile).not.toBeNull())
  application.runCommand('export.profile')
  return within(await screen.findByRole('dialog', { name: 'Export the whole profile' }))
}

const asked = (): Array<Parameters<'export.profile'>> =>
  host.calls.flatMap(({ method, parameters }) => (method === 'export.profile' ? [parameters as Parameters<'export.profile'>] : []))
const button = (dialog: Dialog, name: string): HTMLButtonElement => dialog.getByRole('button', { name })

test('a format is chosen, its file arrives in parts, and is saved under its name', async () => {
  const dialog = await openDialog()
  expect(dialog.getAllByRole('radio', { name: /^(pprof|speedscope|Firefox Profiler|Web page|CSV|JSON|SARIF)$/ })).toHaveLength(7)
  fireEvent.click(dialog.getByRole('radio', { name: 'speedscope' }))
  fireEvent.change(dialog.getByRole('combobox', { name: 'Stacks' }), { target: { value: 'pair' } })
  fireEvent.change(dialog.getByRole('spinbutton', { name: 'Number of pairs' }), { target: { value: '12' } })
  fireEvent.click(button(dialog, 'Export'))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(asked()).toEqual([{ profile: 1, format: 'speedscope', stacks: 'pair', top: 12, sources: [] }])
  expect([saved[0]!.name, await saved[0]!.blob.text()]).toEqual(['solver.speedscope.json', 'exported'])
  expect(host.calls.filter(({ method }) => method === 'export.read').map(({ parameters }) => parameters)).toEqual([
    { file: 1, start: 0 },
    { file: 1, start: 5 },
  ])
  expect(host.calls.at(-1)?.method).toBe('export.close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('solver.speedscope.json was saved.')).toBeTruthy()
})

test('what the file lacks is told until the person has read it', async () => {
  host.answer('export.profile', () => ({ file: 1, bytes: 8, leftOut: ['leaves out 312 smaller pairs of dead-stores', 'leaves out 2 source files'] }))
  const dialog = await openDialog()
  fireEvent.click(button(dialog, 'Export'))
  expect(await screen.findByText('solver.pb.gz was saved. It leaves out 312 smaller pairs of dead-stores; it leaves out 2 source files.')).toBeTruthy()
})

test('pages and JSON have the largest pairs unless others are asked for', async () => {
  const dialog = await openDialog()
  const number = (): string => dialog.getByRole<HTMLInputElement>('spinbutton').value
  fireEvent.click(dialog.getByRole('radio', { name: 'JSON' }))
  expect([number(), dialog.getByRole<HTMLInputElement>('radio', { name: 'the largest:' }).checked]).toEqual(['200', true])
  expect(dialog.queryByRole('combobox')).toBeNull()
  fireEvent.click(dialog.getByRole('radio', { name: 'all' }))
  fireEvent.click(button(dialog, 'Export'))
  await waitFor(() => expect(asked()).toEqual([{ profile: 1, format: 'json', stacks: 'earlier', top: null, sources: [] }]))
})

test('a wrong number is told below it, and nothing is exported', async () => {
  const dialog = await openDialog()
  for (const wrong of ['0', '1.5', '2000000']) {
    fireEvent.change(dialog.getByRole('spinbutton'), { target: { value: wrong } })
    expect(dialog.getByRole('alert').textContent).toContain('Write a whole number from 1 to 1,000,000.')
    expect(dialog.getByRole('spinbutton').getAttribute('aria-invalid')).toBe('true')
    expect([button(dialog, 'Export').disabled, button(dialog, 'Copy as a command line').disabled]).toEqual([true, true])
  }
})

describe('a page', () => {
  test('has sources only if the person agrees, who sees them first', async () => {
    host.answer('sources.list', () => [
      { file: './gone.c', bytes: null, state: 'missing', embeddedBytes: null, changedSinceBuild: false },
      { file: '/src/a.c', bytes: 1024, state: 'here', embeddedBytes: null, changedSinceBuild: true },
    ])
    const dialog = await openDialog()
    fireEvent.click(dialog.getByRole('radio', { name: 'Web page' }))
    const files = within(await dialog.findByRole('list', { name: 'Source files' }))
    await waitFor(() => expect(files.getAllByRole('listitem')).toHaveLength(2))
    expect(files.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '/src/a.cchanged since the program was built: lines may have moved',
      './gone.cleft out: not found here',
    ])
    const box = dialog.getByRole<HTMLInputElement>('checkbox')
    expect([box.checked, dialog.getByText(/^1 file, 1(\.0*)? KiB$/)]).toEqual([false, expect.anything()])
    fireEvent.click(box)
    fireEvent.click(button(dialog, 'Export'))
    await waitFor(() => expect(asked()).toEqual([{ profile: 1, format: 'html', stacks: 'earlier', top: 200, sources: ['/src/a.c'] }]))
  })

  test('has none after another format was chosen meanwhile', async () => {
    const dialog = await openDialog()
    fireEvent.click(dialog.getByRole('radio', { name: 'Web page' }))
    await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('checkbox').disabled).toBe(false))
    fireEvent.click(dialog.getByRole('checkbox'))
    fireEvent.click(dialog.getByRole('radio', { name: 'CSV' }))
    fireEvent.click(button(dialog, 'Export'))
    await waitFor(() => expect(asked().map(({ sources }) => sources)).toEqual([[]]))
  })
})

test('the equal command line is copied', async () => {
  const copied = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText: copied } }))
  try {
    const dialog = await openDialog({ path: "/home/ada/it's/a b.hagstone" })
    fireEvent.click(button(dialog, 'Copy as a command line'))
    fireEvent.change(dialog.getByRole('combobox'), { target: { value: 'later' } })
    fireEvent.click(dialog.getByRole('radio', { name: 'the largest:' }))
    fireEvent.click(button(dialog, 'Copy as a command line'))
    fireEvent.click(dialog.getByRole('radio', { name: 'Web page' }))
    await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('checkbox').disabled).toBe(false))
    fireEvent.click(dialog.getByRole('checkbox'))
    fireEvent.click(dialog.getByRole('radio', { name: 'all' }))
    fireEvent.click(button(dialog, 'Copy as a command line'))
    expect(copied.mock.calls.flat()).toEqual(
      ['pprof', 'pprof --stacks later --top 200', 'html --top all --sources'].map(
        (options) => `hagstone export '/home/ada/it'\\''s/a b.hagstone' --to ${options}`,
      ),
    )
  } finally {
    vi.unstubAllGlobals()
  }
})

test('of values alone JSON is possible, and the dialog says why before anything is exported', async () => {
  const dialog = await openDialog({ run: { ...fakeSummary.run, tools: ['values'] } })
  const possible = dialog
    .getAllByRole<HTMLInputElement>('radio', { name: /^(pprof|speedscope|Firefox Profiler|Web page|CSV|JSON|SARIF)$/ })
    .filter(({ disabled }) => !disabled)
  expect(possible.map((radio) => [radio.checked, radio.labels?.[0]?.textContent?.startsWith('JSON')])).toEqual([[true, true]])
  const pprof = dialog.getByRole('radio', { name: 'pprof' })
  const reasons = pprof
    .getAttribute('aria-describedby')!
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(reasons.at(-1)).toBe('The profile has only values, no pairs. Export it as JSON, or save the value tables as CSV.')
})

describe('while the file is written', () => {
  test('the dialog says so, and Cancel ends it and keeps the choices', async () => {
    host.answer('export.profile', () => new Promise(() => undefined))
    const dialog = await openDialog()
    fireEvent.click(dialog.getByRole('radio', { name: 'CSV' }))
    fireEvent.click(button(dialog, 'Export'))
    expect((await dialog.findByRole('status')).textContent).toContain('Writing the file…')
    expect([button(dialog, 'Export').disabled, dialog.getByRole<HTMLInputElement>('radio', { name: 'pprof' }).matches(':disabled')]).toEqual([true, true])
    fireEvent.click(button(dialog, 'Cancel'))
    await waitFor(() => expect(button(dialog, 'Export').disabled).toBe(false))
    expect([dialog.queryByRole('alert'), dialog.getByRole<HTMLInputElement>('radio', { name: 'CSV' }).checked, saved]).toEqual([null, true, []])
  })

  test('the share that the host has written is shown where it is known', async () => {
    let tell: ((share: number) => void) | undefined
    const call = host.call.bind(host)
    host.call = (method, parameters, options) => {
      if (method === 'export.profile') tell = options?.onProgress
      return call(method, parameters, options)
    }
    host.answer('export.profile', () => new Promise(() => undefined))
    const dialog = await openDialog()
    fireEvent.click(button(dialog, 'Export'))
    const status = await dialog.findByRole('status')
    expect([status.textContent, dialog.getByRole<HTMLProgressElement>('progressbar').hasAttribute('value')]).toEqual(['Writing the file…', false])
    act(() => tell?.(0.4199))
    expect([status.textContent, dialog.getByRole<HTMLProgressElement>('progressbar').value]).toEqual(['Writing the file: 41 %', 0.4199])
  })

  test('a dialog that is closed ends it too', async () => {
    let stopped = false
    const call = host.call.bind(host)
    host.call = (method, parameters, options) => {
      if (method === 'export.profile') options?.signal?.addEventListener('abort', () => (stopped = true))
      return call(method, parameters, options)
    }
    host.answer('export.profile', () => new Promise(() => undefined))
    const dialog = await openDialog()
    fireEvent.click(button(dialog, 'Export'))
    await dialog.findByRole('status')
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(stopped).toBe(true))
    expect(saved).toEqual([])
  })
})

describe('what goes wrong', () => {
  test('by the number of pairs is told below it', async () => {
    host.answer('export.profile', () => {
      throw new RpcError('refused', 'The profile has 900,000 weights; other profilers open no more than 750,000. Choose fewer.')
    })
    const dialog = await openDialog()
    fireEvent.click(button(dialog, 'Export'))
    const alert = await dialog.findByRole('alert')
    expect(alert.textContent).toContain('900,000 weights')
    expect(dialog.getByRole('group', { name: 'Pairs' }).contains(alert)).toBe(true)
    fireEvent.click(dialog.getByRole('radio', { name: 'CSV' }))
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  test('otherwise is told in the dialog, which stays', async () => {
    host.answer('export.profile', () => {
      throw new RpcError('bad-file', 'solver.hagstone is damaged.')
    })
    const dialog = await openDialog()
    fireEvent.click(button(dialog, 'Export'))
    expect((await dialog.findByRole('alert')).textContent).toContain('solver.hagstone is damaged.')
  })

  test('a file that ends too early is not saved', async () => {
    host.answer('export.read', () => '')
    const dialog = await openDialog()
    fireEvent.click(button(dialog, 'Export'))
    expect((await dialog.findByRole('alert')).textContent).toContain('ends too early')
    expect(saved).toEqual([])
  })
})
