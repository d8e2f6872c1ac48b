import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Application } from '../application/application.ts'
import { fakeSummary } from '../testing/fake_profile.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

let host: FakeHost
let application: Application
const copied = vi.fn<(text: string) => Promise<void>>(async () => {})

beforeEach(async () => {
  copied.mockClear()
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } })
  host = prepareHost()
  application = showWindow(host)
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Threads' }), { button: 0 })
  await screen.findByRole('grid', { name: 'Threads of the run' })
})

/** A right click on the second row of the threads, and an entry of its menu. */
async function choose(entry: string): Promise<void> {
  const rows = screen.getByRole('grid', { name: 'Threads of the run' }).querySelectorAll<HTMLElement>('[role=row][data-index]')
  fireEvent.contextMenu(within(rows[1]!).getAllByRole('gridcell')[0]!)
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

test('a right click on a row of a small table selects it and can copy it', async () => {
  await choose('Copy the row')
  await waitFor(() => expect(copied).toHaveBeenCalled())
  expect(copied.mock.calls[0]![0]).toMatch(/^thread: writer 1\n(.+: .+\n)*CPU time: [\d.]+ m?s$/m)
})

test('all views show the thread of a row alone', async () => {
  await choose('Show only this thread in all views')
  await waitFor(() => expect(application.store.getState().profile?.part?.threads).toEqual([fakeSummary.threads.findIndex(({ name }) => name === 'writer')]))
})

test('opened by a key, the menu stands below the selected row, not in the middle of the table', async () => {
  const grid = screen.getByRole('grid', { name: 'Threads of the run' })
  const [, second] = grid.querySelectorAll<HTMLElement>('[role=row][data-index]')
  fireEvent.click(within(second!).getAllByRole('gridcell')[0]!)
  await waitFor(() => expect(second!.getAttribute('aria-selected')).toBe('true'))
  second!.getBoundingClientRect = () => new DOMRect(10, 60, 500, 20)
  fireEvent.contextMenu(grid, { clientX: 400, clientY: 300 })
  await screen.findByRole('menuitem', { name: 'Copy the row' })
  expect(document.querySelector<HTMLElement>('.row-menu-place')!.style).toMatchObject({ left: '42px', top: '80px' })
})
