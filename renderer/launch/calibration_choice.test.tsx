/** A launch form on a machine that cannot count accesses. */
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeEmptyHost } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('calibration that is not possible here says why, and what to do', async () => {
  const host = prepareHost()
  host.answer('host.describe', () => fakeEmptyHost)
  host.answer('host.doctor', () => ({
    schema: 'hagstone.doctor/1',
    engine: 'software',
    engineReason: '',
    engines: [
      { engine: 'software', works: true, reason: '', remedy: null, tools: ['dead-stores'] },
      { engine: 'exhaustive', works: false, reason: 'The exhaustive engine is not built.', remedy: 'build it', command: 'bash scripts/setup.sh', tools: [] },
    ],
    checks: [],
  }))
  showWindow(host)
  fireEvent.click(await screen.findByRole('button', { name: 'New recording…' }))
  expect(((await screen.findByLabelText('Calibrate')) as HTMLInputElement).disabled).toBe(true)
  const obstacle = screen.getByText(/^Calibration needs the exhaustive engine/)
  expect(obstacle.textContent).toMatch(/: The exhaustive engine is not built\.Build it: bash scripts\/setup\.sh/)
  expect(within(obstacle).getByRole('button', { name: 'Copy' })).toBeTruthy()
})
