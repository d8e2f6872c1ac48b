import { fireEvent, screen, waitFor } from '@testing-library/react'
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

test('the machine is checked where the result is shown, and once for a window', async () => {
  const host = prepareHost()
  const checks = (): number => host.calls.filter(({ method }) => method === 'host.doctor').length
  showWindow(host)
  await screen.findByRole('treegrid')
  expect(checks()).toBe(0)
  fireEvent.click(await screen.findByRole('button', { name: '+ New recording' }))
  await screen.findByRole('form', { name: 'New recording' })
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Engine').textContent).toContain('auto: software'))
  fireEvent.click(screen.getByRole('button', { name: 'Hagstone' }))
  await screen.findByText(/^Engine: software/)
  expect(checks()).toBe(1)
})

test('the start page checks the machine', async () => {
  const host = prepareHost()
  host.answer('host.describe', () => fakeEmptyHost)
  showWindow(host)
  await screen.findByText(/^Engine: software/)
})
