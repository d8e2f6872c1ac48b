import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { profileViews } from '../application/state.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('a view says how to read it until that is dismissed, each view for itself', async () => {
  const application = showWindow(prepareHost())
  const hint = await screen.findByRole('note', { name: 'How to read this view' })
  expect(hint.textContent).toMatch(/From main inwards/)
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Flat' }), { button: 0 })
  await screen.findByRole('note', { name: 'How to read this view' })
  application.preferences.setState({ hintsRead: Object.fromEntries(profileViews.map((view) => [view, true])) })
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
})

test('a search selects its first match at once', async () => {
  const application = showWindow(prepareHost())
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search functions, files and lines' }), { target: { value: 'write_grid' } })
  await waitFor(() => expect(application.store.getState().profile?.trees['top-down'].selectedRow?.label).toBe('write_grid'))
})
