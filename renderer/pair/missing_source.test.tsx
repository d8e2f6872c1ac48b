import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RpcError } from '../../shared/rpc/contract.ts'
import { ApplicationContext } from '../application/context.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'
import { SourceConsent } from './SourceConsent.tsx'

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

test.each([
  ['one file', '/src/a.c', 'Show this file', ['/src/a.c']],
  ['two files', '/src/b.c', 'Show these two files', ['/src/a.c', '/src/b.c']],
])('consent to %s of both sides is to no other', async (_, later, name, files) => {
  const application = showWindow(prepareHost())
  await waitFor(() => expect(application.store.getState().profile?.selection?.details).toBeTruthy())
  const refused = (file: string) => ({ file, lookedFor: [file] })
  const { container } = render(
    <ApplicationContext value={application}>
      <SourceConsent source={refused('/src/a.c')} target={refused(later)} />
    </ApplicationContext>,
  )
  fireEvent.click(within(container).getByRole('button', { name }))
  const { all, files: agreed } = application.store.getState().profile!.agreed
  expect([all, [...agreed]]).toEqual([false, files])
})
