/** A key that leads to code works while the code is on its way, and says why where there is none. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

const script = vi.hoisted(() => ({ ...Promise.withResolvers<void>() }))
vi.mock('../pair/Listing.tsx', async (original) => {
  await script.promise
  return original()
})

const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key })
const inSide = (side: string): boolean => document.activeElement?.closest(`[data-side="${side}"] .code-focus`) != null

test('Enter waits for machine code that is loading, unless the person goes on; where sources are refused, q leads to the question', async () => {
  const host = prepareHost()
  host.answer('source.read', ({ file }) => ({ found: false, reason: 'refused', lookedFor: [file] }))
  const application = showWindow(host)
  await screen.findByRole('row', { name: /KILLED_BY fill_row/ })
  await screen.findAllByText('Loading the machine code…')
  press('Enter')
  expect(await screen.findByText(/The code is still loading/)).toBeTruthy()
  expect(inSide('source')).toBe(false)
  // The later key counts.
  press('Shift')
  application.runCommand('pair.target')
  script.resolve()
  await waitFor(() => expect(inSide('target')).toBe(true))
  expect(await screen.findByText(/The source needs your permission: press q/)).toBeTruthy()
  press('q')
  expect(document.activeElement?.textContent).toBe('Show all sources')
  application.runCommand('pair.allow-all-sources')
  expect(application.store.getState().profile?.agreed.all).toBe(true)
})

test('where no code comes, the key says so', async () => {
  script.resolve()
  const host = prepareHost()
  host.answer('disassembly.read', () => ({ found: false, reason: 'The module has changed.' }))
  const application = showWindow(host)
  await screen.findByRole('row', { name: /KILLED_BY fill_row/ })
  application.runCommand('pair.disassembly')
  await screen.findAllByText('No machine code can be shown.')
  application.runCommand('pair.source')
  expect(await screen.findByText('There is no code to read: the pane says why.')).toBeTruthy()
})
