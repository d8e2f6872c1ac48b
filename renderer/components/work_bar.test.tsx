import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CancelSignal, RpcClient } from '../../shared/rpc/contract.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { createApplication } from '../application/application.ts'
import { ApplicationContext } from '../application/context.ts'
import { WorkBar } from './WorkBar.tsx'

afterEach(cleanup)

/** A host that never answers, and says how far it is when the test says so. */
function slowHost() {
  const asked: Array<{ tell(share: number): void }> = []
  const client = {
    call: (method: string, _parameters: unknown, options: { signal: CancelSignal; onProgress(share: number): void }) =>
      new Promise((_, reject) => {
        asked.push({ tell: (share) => options.onProgress(share) })
        options.signal.addEventListener('abort', () => reject(new RpcError('cancelled', `${method} was cancelled.`)))
      }),
    on: () => () => {},
  } as unknown as RpcClient
  return { asked, application: createApplication(client) }
}

test('work that takes long is shown with its progress until it is stopped; the rest is not', async () => {
  const { asked, application } = slowHost()
  render(
    <ApplicationContext value={application}>
      <WorkBar />
    </ApplicationContext>,
  )
  const comparing = application.client.call('compare.open', { old: 1, new: 2 })
  const drawing = application.client.call('flame.read', { profile: 1, side: 'source', inverted: false, around: null, narrowed: null })
  drawing.catch(() => {})
  expect(screen.queryByRole('progressbar')).toBeNull()
  act(() => asked[0]!.tell(0.25))
  act(() => asked[0]!.tell(0.437))
  expect(screen.getByRole('progressbar', { name: 'Comparing the runs' })).toHaveProperty('value', 0.437)
  expect(screen.getByRole('region').textContent).toContain('Comparing the runs')
  expect(screen.getByText('43 %')).toBeTruthy()
  const outcome = expect(comparing).rejects.toMatchObject({ code: 'cancelled' })
  act(() => screen.getByRole('button', { name: 'Cancel' }).click())
  await outcome
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  act(() => asked[1]!.tell(0))
  expect(screen.getByRole('progressbar', { name: 'Drawing the flame graph' })).toBeTruthy()
})

test('the caller can cancel as before', async () => {
  const { application } = slowHost()
  const controller = new AbortController()
  const outcome = expect(application.client.call('compare.open', { old: 1, new: 2 }, { signal: controller.signal })).rejects.toMatchObject({
    code: 'cancelled',
  })
  controller.abort()
  await outcome
})
