import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RpcError } from '../../shared/rpc/contract.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

const text = Array.from({ length: 200 }, () => 'from the server').join('\n')

test('a missing source is got from debuginfod where the host can ask it, and shown', async () => {
  const host = prepareHost()
  let fetched = false
  host.answer('source.read', ({ file }) =>
    fetched
      ? { found: true, path: file, text, language: 'c', changedSinceBuild: false }
      : { found: false, reason: 'missing', lookedFor: [file], debuginfod: true },
  )
  host.answer('source.fetch', () => {
    throw new RpcError('unable', 'debuginfod has no source for it: the server does not have it.')
  })
  showWindow(host)
  const [button] = await screen.findAllByRole('button', { name: 'Get source from debuginfod' })
  fireEvent.click(button!)
  await screen.findByText(/debuginfod has no source for it/)
  host.answer('source.fetch', () => {
    fetched = true
    return null
  })
  fireEvent.click(screen.getAllByRole('button', { name: 'Get source from debuginfod' })[0]!)
  await waitFor(() => expect(screen.getAllByText('from the server').length).toBeGreaterThan(0))
  expect(screen.queryByRole('button', { name: 'Get source from debuginfod' })).toBeNull()
})

test('without a server there is no such button', async () => {
  const host = prepareHost()
  host.answer('source.read', ({ file }) => ({ found: false, reason: 'missing', lookedFor: [file] }))
  showWindow(host)
  expect((await screen.findAllByText('The source file was not found.')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Get source from debuginfod' })).toBeNull()
})
