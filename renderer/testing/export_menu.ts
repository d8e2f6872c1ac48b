import { fireEvent, screen } from '@testing-library/react'

/** Chooses an entry of an Export menu. @param what name of the exported thing */
export async function exportAs(what: string | RegExp, entry: string): Promise<void> {
  const name = typeof what === 'string' ? `Export: ${what}` : what
  fireEvent.keyDown(await screen.findByRole('button', { name }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}
