import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Tool } from '../../shared/run.ts'
import { fakeEmptyHost } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('where nothing can sample, the form chooses the exhaustive engine and says why', async () => {
  const host = prepareHost()
  const tools: Tool[] = ['dead-stores', 'silent-stores', 'redundant-loads']
  host.answer('host.describe', () => fakeEmptyHost)
  host.answer('host.doctor', () => ({
    schema: 'hagstone.doctor/1',
    engine: null,
    engineReason: 'Watchpoints never fire.',
    engines: [
      { engine: 'software', works: false, reason: 'Watchpoints never fire.', remedy: 'record elsewhere', tools },
      { engine: 'exhaustive', works: true, reason: 'Every access is seen.', remedy: null, tools },
    ],
    checks: [],
  }))
  showWindow(host)
  fireEvent.click(await screen.findByRole('button', { name: 'New recording…' }))
  await screen.findByText('Not software: Watchpoints never fire.')
  expect(screen.getByLabelText<HTMLSelectElement>('Engine').value).toBe('exhaustive')
  expect(screen.getByText('exhaustive: Every access is seen.')).toBeTruthy()
})
