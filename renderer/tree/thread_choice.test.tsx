import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FakeHost } from '../testing/fake_host.ts'
import { fakeSummary } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

const threadCount = 2048
let host: FakeHost

beforeEach(async () => {
  host = prepareHost()
  const threads = Array.from({ length: threadCount }, (_, index) => ({
    ...fakeSummary.threads[0]!,
    name: 'worker',
    rank: Math.floor(index / 64),
    thread: 10_000 + index,
  }))
  const summary = await host.call('profile.open', { path: '/tmp/a.hagstone' })
  host.answer('profile.open', ({ path }) => ({ ...summary, path, threads }))
  showWindow(host)
  await screen.findByText('killing store')
  await open('some of them…')
  await screen.findByRole('dialog', { name: 'Threads in the trees' })
})

async function open(choice: string): Promise<void> {
  fireEvent.keyDown(screen.getByRole('button', { name: 'View options ▾' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(choice) }))
}

const search = (text: string): boolean => fireEvent.change(screen.getByRole('searchbox', { name: 'Search the threads' }), { target: { value: text } })
const names = (): Array<string | null> =>
  within(screen.getByRole('region', { name: 'Threads' }))
    .queryAllByRole('listitem')
    .map((item) => item.textContent)
const asked = (): unknown => host.calls.findLast(({ method }) => method === 'tree.create')?.parameters

test('any of very many threads is found and chosen', async () => {
  expect(names().length).toBe(200)
  expect(screen.getByText('1,848 more; search to see them.')).toBeTruthy()
  search('12047')
  expect(names()).toEqual(['rank 31 · worker 63'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'rank 31 · worker 63' }))
  search('RANK 2 ·')
  expect(names().length).toBe(64)
  fireEvent.click(screen.getByRole('button', { name: 'Choose the 64 found' }))
  expect(screen.getByText('65 of 2,048 threads')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
  await waitFor(() => expect(asked()).toMatchObject({ threads: [...Array.from({ length: 64 }, (_, index) => 128 + index), 2047] }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('none means all, and what fits nothing says so', async () => {
  search('nobody')
  expect(names()).toEqual([])
  expect(screen.getByText('No thread fits.')).toBeTruthy()
  search('12047')
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
  await waitFor(() => expect(asked()).toMatchObject({ threads: [2047] }))
  await open('1 of them…')
  expect(await screen.findByText('1 of 2,048 threads')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Choose none' }))
  expect(screen.getByText('all threads')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
  await waitFor(() => expect(asked()).not.toHaveProperty('threads'))
})
