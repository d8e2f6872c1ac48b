import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DisassemblyPane } from './DisassemblyPane.tsx'

vi.mock('./Listing.tsx', () => new Promise(() => {}))

test('the pane says that it loads, until the code that draws the listing is there', async () => {
  const leaf = { function: 'fill', module: '/home/ada/solver', file: null, line: null, address: '0x10' }
  render(<DisassemblyPane which="source" side={{ leaf, frames: [], moduleIndices: [] } as never} shown={0} />)
  expect((await screen.findByText('Loading the machine code…')).className).toContain('state')
})
