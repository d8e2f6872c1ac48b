import { expect, test } from 'vitest'
import { ConnectionLost } from '../../shared/rpc/client.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { createFakeHost } from '../testing/fake_host.ts'
import { createApplication } from './application.ts'
import { refreshRecent } from './host_facts.ts'
import { startApplication } from './startup.ts'

test('calls that a lost connection ends add nothing to what the window says about it', async () => {
  const host = createFakeHost()
  const application = createApplication(host)
  const { store } = application
  const failWith = async (error: Error): Promise<string | undefined> => {
    host.answer('host.recent', () => {
      throw error
    })
    await refreshRecent(application)
    return store.getState().notice?.text
  }
  // The calls fail a moment before the window knows why.
  expect(await failWith(new ConnectionLost())).toBeUndefined()
  store.setState({ disconnected: 'The connection to Hagstone is lost.' })
  expect(await failWith(new RpcError('unable', 'The rows of this view were not loaded.'))).toBeUndefined()
  store.setState({ disconnected: null })
  expect(await failWith(new RpcError('unable', 'No.'))).toBe('No.')
})

test('a connection that is lost while the window starts is reported with what to do, by the connection alone', async () => {
  const host = createFakeHost()
  const application = createApplication(host)
  const { store } = application
  const failing = Promise.withResolvers<never>()
  host.answer('host.describe', () => failing.promise)
  const stop = startApplication(application)
  store.setState({ disconnected: 'The connection to Hagstone is lost. Start “hagstone serve”.' })
  failing.reject(new ConnectionLost())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(store.getState().disconnected).toBe('The connection to Hagstone is lost. Start “hagstone serve”.')
  stop()
})
