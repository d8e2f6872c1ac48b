import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { RpcError, type MethodName } from '../../shared/rpc/contract.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

let host: FakeHost

beforeEach(async () => {
  host = prepareHost()
  showWindow(host)
  fireEvent.click(await screen.findByRole('row', { name: /^.?main/ }))
})

const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key })

/** The next call is stopped by the person. */
function stopOnce(method: MethodName): void {
  const { call } = host
  host.call = (asked, ...rest) => {
    if (asked !== method) return call(asked, ...rest)
    host.call = call
    return Promise.reject(new RpcError('cancelled', `${method} was cancelled.`))
  }
}

test.each([
  ['a tree', 'tree.create', '4', 'treegrid', /^Calling contexts, flat/],
  ['pairs', 'pairs.rows', '5', 'grid', /^Pairs of accesses/],
  ['a chart', 'flame.read', '-', 'group', /^Calling contexts: 5\.00 s/],
] as const)('%s whose making was stopped is loaded again where it would stand', async (_, method, key, role, name) => {
  stopOnce(method)
  press(key)
  expect(await screen.findByText('Stopped before it was done.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Load again' }))
  const shown = await screen.findByRole(role, { name })
  // One row of a grid is its header.
  if (role !== 'group') await waitFor(() => expect(shown.querySelectorAll('[data-index]').length).toBeGreaterThan(0))
  expect(screen.queryByText('Stopped before it was done.')).toBeNull()
})
