/** After each change of what is shown, the keys are where the person looks. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Application } from '../application/application.ts'
import { compareFiles } from '../application/comparisons.ts'
import { profileViews } from '../application/state.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

let application: Application

const press = (key: string, options: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...options })
const isFocused = (element: Element | null): boolean => element !== null && element === document.activeElement
const rows = (): HTMLElement | null => document.querySelector('[data-view] :is([role="grid"], [role="treegrid"])')

beforeEach(async () => {
  application = showWindow(prepareHost())
  await screen.findByRole('row', { name: /KILLED_BY fill_row/ })
})

test.each([
  ['calling contexts', () => screen.findByRole('button', { name: 'calling contexts' })],
  ['the runs', () => screen.findByRole('button', { name: '+ new' })],
])('a view that a key shows gets the keys from %s', async (_, beside) => {
  act(() => void 0)
  const element = await beside()
  act(() => element.focus())
  press('5')
  await waitFor(() => expect(isFocused(rows())).toBe(true))
  expect(application.store.getState().profile?.view).toBe('pairs')
})

test('no view leaves the keys nowhere', async () => {
  for (const view of profileViews) {
    application.runCommand(`view.${view}`)
    await waitFor(() => expect(application.store.getState().profile?.view).toBe(view))
    await waitFor(() => expect(document.activeElement?.closest('[data-view]'), view).toBeTruthy())
    await screen.findAllByRole('tab', { selected: true })
  }
})

// Each alone: a click on the tab would give it the keys back.
test.each([
  ['Enter', () => press('Enter')],
  ['a click', () => fireEvent.mouseDown(screen.getByRole('tab', { name: 'Pairs' }), { button: 0 })],
])('a view that is chosen by its tab, by %s, leaves the keys with the tabs', async (_, choose) => {
  const tab = screen.getByRole('tab', { name: 'Pairs' })
  act(() => tab.focus())
  choose()
  await waitFor(() => expect(application.store.getState().profile?.view).toBe('pairs'))
  await waitFor(() => expect(rows()?.getAttribute('role')).toBe('grid'))
  expect(isFocused(tab)).toBe(true)
})

test('a key leads from another view’s tab to the view', async () => {
  const tab = screen.getByRole('tab', { name: 'Flat' })
  act(() => tab.focus())
  press('5')
  await waitFor(() => expect(application.store.getState().profile?.view).toBe('pairs'))
  await waitFor(() => expect(isFocused(rows())).toBe(true))
  expect(rows()?.getAttribute('role')).toBe('grid')
})

test('a dialog whose opener is gone leaves the keys with the view', async () => {
  const opener = document.body.appendChild(document.createElement('button'))
  act(() => opener.focus())
  application.runCommand('window.help')
  await screen.findByRole('dialog')
  opener.remove()
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(isFocused(rows())).toBe(true))
})

test('Escape leads back to the rows from beside them, and stays a dialog’s own', async () => {
  const element = await screen.findByRole('button', { name: 'calling contexts' })
  act(() => element.focus())
  application.runCommand('window.help')
  await screen.findByRole('dialog')
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(isFocused(element)).toBe(true))
  press('Escape')
  expect(isFocused(rows())).toBe(true)
})

test('Down leads from the search to the rows, which stay searched; Escape ends the search, too', async () => {
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: /^Search functions/ })
  act(() => screen.getByRole('button', { name: '+ new' }).focus())
  press('/')
  expect(isFocused(field)).toBe(true)
  fireEvent.change(field, { target: { value: 'fill_row' } })
  press('ArrowDown')
  expect([isFocused(rows()), field.value]).toEqual([true, 'fill_row'])
  press('/')
  press('Escape')
  expect([isFocused(rows()), field.value]).toEqual([true, ''])
})

test('function keys work in fields, too', async () => {
  act(() => screen.getByRole('searchbox', { name: /^Search functions/ }).focus())
  press('F1')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('back from another screen, and in a comparison, the rows have the keys', async () => {
  act(() => application.store.setState({ screen: 'start' }))
  expect(document.activeElement).not.toBe(document.body)
  act(() => application.store.setState({ screen: 'profile' }))
  await waitFor(() => expect(isFocused(rows())).toBe(true))
  await act(() => compareFiles(application, '/home/ada/solver/solver-old.hagstone', '/home/ada/solver/solver.hagstone'))
  await waitFor(() => expect(isFocused(rows())).toBe(true))
})

test('Escape gives up a dialog whose script does not come', () => {
  const answered: Array<string | null> = []
  act(() => application.store.setState({ overlay: 'sources', fileQuestion: { purpose: 'profile', startAt: '/', answer: (path) => answered.push(path) } }))
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  press('Escape')
  expect(application.store.getState().overlay).toBeNull()
  expect(answered).toEqual([null])
})
