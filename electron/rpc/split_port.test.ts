import { beforeEach, expect, test } from 'vitest'
import { createClient } from '../../shared/rpc/client.ts'
import type { RpcClient, RpcHandlers } from '../../shared/rpc/contract.ts'
import { createRpcHost } from './host.ts'
import type { RpcHost } from './host.ts'
import type { TestPort } from './memory_port.testing.ts'
import { connectedPorts } from './memory_port.testing.ts'
import { join, splitPort } from './split_port.ts'

let page: TestPort
let client: RpcClient
let hosts: Record<'local' | 'remote', RpcHost>
let asked: string[]
let gone: string[]

function hostNamed(name: 'local' | 'remote'): RpcHost {
  const handlers: Partial<RpcHandlers> = {
    'host.recent': async () => (asked.push(`${name} recent`), []),
    'desktop.describe': async () => (asked.push(`${name} describe`), null),
    'host.doctor': (_parameters, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error(`${name} stopped`)))),
  }
  return createRpcHost(handlers as RpcHandlers, { onDisconnect: () => gone.push(name), onInternalError: () => {} })
}

beforeEach(() => {
  ;[asked, gone] = [[], []]
  hosts = { local: hostNamed('local'), remote: hostNamed('remote') }
  const [window, host] = connectedPorts()
  page = window
  const { local, remote } = splitPort(host, (method) => method.startsWith('desktop.'))
  const [near, far] = connectedPorts()
  join(remote, near, () => gone.push('connection'))
  hosts.local.connect(local)
  hosts.remote.connect(far)
  client = createClient(page)
})

test('a call goes to one host by its name', async () => {
  await Promise.all([client.call('host.recent', {}), client.call('desktop.describe', {})])
  expect(asked.toSorted()).toEqual(['local describe', 'remote recent'])
})

test('a cancellation reaches the host that works on it', async () => {
  const controller = new AbortController()
  const answer = client.call('host.doctor', {}, { signal: controller.signal })
  await Promise.resolve()
  controller.abort()
  await expect(answer).rejects.toMatchObject({ code: 'cancelled' })
})

test('events of both arrive, and each host gets its confirmations: many do not get stuck', async () => {
  const heard: string[] = []
  client.on('host.command', ({ command }) => heard.push(command))
  const expected: string[] = []
  for (let index = 0; index < 40; index++) {
    for (const name of ['local', 'remote'] as const) {
      hosts[name].emit('host.command', { command: `${name} ${index}` })
      expected.push(`${name} ${index}`)
    }
  }
  await expect.poll(() => heard.toSorted()).toEqual(expected.toSorted())
})

test('the end of the page ends both', () => {
  page.close()
  expect(gone.toSorted()).toEqual(['connection', 'local', 'remote'])
})
