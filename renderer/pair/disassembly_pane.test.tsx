import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createApplication } from '../application/application.ts'
import { ApplicationContext } from '../application/context.ts'
import { prepareHost } from '../testing/shown_window.tsx'
import { DisassemblyPane } from './DisassemblyPane.tsx'

const script = vi.hoisted(() => Promise.withResolvers<object>())

vi.mock('./Listing.tsx', () => script.promise)

test('the pane says that it loads, until the code that draws the listing is there, and what to do where it does not come', async () => {
  const leaf = { function: 'fill', module: '/home/ada/solver', file: null, line: null, address: '0x10' }
  render(
    <ApplicationContext value={createApplication(prepareHost())}>
      <DisassemblyPane which="source" side={{ leaf, frames: [], moduleIndices: [] } as never} shown={0} />
    </ApplicationContext>,
  )
  expect((await screen.findByText('Loading the machine code…')).className).toContain('state')
  script.reject(new Error('Failed to fetch dynamically imported module'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/machine code could not be loaded: .*reload the page/)
  expect(screen.queryByText('Loading the machine code…')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Load again' }))
  // The script stays away.
  expect(await screen.findByRole('alert')).toBeTruthy()
})
