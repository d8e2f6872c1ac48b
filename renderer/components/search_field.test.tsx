import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('the key for it goes to the search field from wherever the focus is', async () => {
  showWindow(prepareHost())
  await screen.findByRole('treegrid')
  const button = screen.getByRole('button', { name: 'Open…' })
  button.focus()
  fireEvent.keyDown(button, { key: '/', code: 'Slash' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})
