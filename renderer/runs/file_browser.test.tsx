import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RpcError, type Result } from '../../shared/rpc/contract.ts'
import type { DirectoryEntry } from '../../shared/rpc/host.ts'
import { createApplication } from '../application/application.ts'
import { ApplicationContext } from '../application/context.ts'
import { chooseFile } from '../application/opening/files.ts'
import { prepareDom } from '../testing/dom.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { createFakeHost } from '../testing/fake_host.ts'
import { FileBrowser } from './FileBrowser.tsx'

type Listing = Result<'host.listDirectory'>

const profile: DirectoryEntry = { name: 'run.hagstone', path: '/data/run.hagstone', kind: 'profile' }
const listings: Record<string, Listing> = {
  '/home': { path: '/home', parent: '/', leftOut: 0, entries: [{ name: 'ada', path: '/home/ada', kind: 'directory' }] },
  '/home/ada': { path: '/home/ada', parent: '/home', leftOut: 5000, entries: [] },
  '/data/': { path: '/data', parent: '/', leftOut: 0, entries: [profile] },
}
/** Lets the host's calls for a directory end, which wait until then. */
let answer: (path: string) => void
let host: FakeHost

beforeEach(() => {
  prepareDom()
  host = createFakeHost()
  const answers = new Map(Object.keys(listings).map((path) => [path, Promise.withResolvers<Listing>()]))
  host.answer('host.listDirectory', ({ path }) => answers.get(path)!.promise)
  answer = (path) => answers.get(path)!.resolve(listings[path]!)
})
afterEach(cleanup)

async function ask(): Promise<{ chosen: Promise<string | null>; field: HTMLInputElement; go: HTMLElement }> {
  const application = createApplication(host)
  render(
    <ApplicationContext value={application}>
      <FileBrowser />
    </ApplicationContext>,
  )
  const chosen = chooseFile(application, 'profile', '/home')
  const dialog = within(await screen.findByRole('dialog'))
  return { chosen, field: dialog.getByRole<HTMLInputElement>('textbox', { name: 'Path' }), go: dialog.getByRole('button', { name: 'Go' }) }
}

test('a path typed before the first listing has come is kept, and is where one goes', async () => {
  const { chosen, field, go } = await ask()
  fireEvent.change(field, { target: { value: '/data/' } })
  answer('/home')
  await screen.findByRole('option', { name: /ada/ })
  expect(field.value).toBe('/data/')
  fireEvent.click(go)
  answer('/data/')
  await screen.findByRole('option', { name: /run\.hagstone/ })
  expect(field.value).toBe('/data')
  fireEvent.change(field, { target: { value: profile.path } })
  fireEvent.click(go)
  expect(await chosen).toBe(profile.path)
})

test('text typed while the host still lists the previous path stays, and names the next path', async () => {
  const { chosen, field, go } = await ask()
  answer('/home')
  await screen.findByRole('option', { name: /ada/ })
  const late = Promise.withResolvers<Listing>()
  host.answer('host.listDirectory', () => late.promise)
  fireEvent.change(field, { target: { value: '/data' } })
  fireEvent.click(go)
  fireEvent.change(field, { target: { value: profile.path } })
  late.resolve(listings['/data/']!)
  await screen.findByRole('option', { name: /run/ })
  expect(field.value).toBe(profile.path)
  fireEvent.click(go)
  expect(await chosen).toBe(profile.path)
})

test('a directory entered from the list replaces any typed path', async () => {
  const { field } = await ask()
  answer('/home')
  const option = await screen.findByRole('option', { name: /ada/ })
  fireEvent.change(field, { target: { value: '/etc' } })
  fireEvent.doubleClick(option)
  answer('/home/ada')
  await waitFor(() => expect(screen.queryByRole('option', { name: /ada/ })).toBeNull())
  expect(field.value).toBe('/home/ada')
  expect(screen.getByText('5,000 more entries are not listed; type the path of one of them above.')).toBeTruthy()
})

test('a typed path of a file chooses it, also from another directory; any other text is rejected in one line', async () => {
  const { chosen, field, go } = await ask()
  answer('/home')
  await screen.findByRole('option', { name: /ada/ })
  host.answer('host.listDirectory', ({ path }) => {
    if (path === '/data') return listings['/data/']!
    throw new RpcError('not-found', `${path} is no directory; choose another one.`)
  })
  fireEvent.change(field, { target: { value: '/data/none.hagstone' } })
  fireEvent.click(go)
  expect((await screen.findByRole('alert')).textContent).toContain('/data/none.hagstone is no directory')
  fireEvent.change(field, { target: { value: '/data/run.hagstone' } })
  fireEvent.click(go)
  expect(await chosen).toBe('/data/run.hagstone')
})

test('letters go to the entries that begin with them', async () => {
  const named = (name: string): DirectoryEntry => ({ name, path: `/home/${name}`, kind: 'profile' })
  host.answer('host.listDirectory', () => ({
    path: '/home',
    parent: null,
    leftOut: 0,
    entries: ['solver.hagstone', 'sort.hagstone', 'zip.hagstone'].map(named),
  }))
  await ask()
  const list = await screen.findByRole('listbox', { name: 'Files' })
  const selected = async (): Promise<string | null> => (await screen.findByRole('option', { selected: true })).textContent
  await screen.findByRole('option', { name: /zip/ })
  fireEvent.keyDown(list, { key: 'z' })
  expect(await selected()).toContain('zip')
  for (const key of ['s', 'o', 'r']) fireEvent.keyDown(list, { key })
  expect(await selected()).toContain('sort')
})

test('keys for the new list are not taken by the old one while the new one is on its way', async () => {
  await ask()
  answer('/home')
  const list = await screen.findByRole('listbox', { name: 'Files' })
  await screen.findByRole('option', { name: /ada/ })
  fireEvent.keyDown(list, { key: 'Enter' })
  expect(list.getAttribute('aria-busy')).toBe('true')
  // The old list's parent, on which the mark is moved, and opened.
  fireEvent.keyDown(list, { key: 'ArrowUp' })
  fireEvent.keyDown(list, { key: 'Enter' })
  answer('/home/ada')
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Path' }).value).toBe('/home/ada'))
  expect(host.calls.filter(({ method }) => method === 'host.listDirectory').map(({ parameters }) => parameters)).toEqual([
    { path: '/home' },
    { path: '/home/ada' },
  ])
})

test.each(['/', '~'])('“%s” typed into the list begins a path', async (key) => {
  const { field } = await ask()
  answer('/home')
  await screen.findByRole('option', { name: /ada/ })
  fireEvent.keyDown(screen.getByRole('listbox', { name: 'Files' }), { key })
  expect([document.activeElement === field, field.value]).toEqual([true, key])
})
