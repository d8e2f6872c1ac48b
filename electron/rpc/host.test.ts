import { describe, expect, test, vi } from 'vitest'
import { createClient } from '../../shared/rpc/client.ts'
import type { RpcHandlers } from '../../shared/rpc/contract.ts'
import type { LaunchProgress } from '../../shared/rpc/recordings.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { Failure, exitStatus } from '../failure.ts'
import { createRpcHost } from './host.ts'
import { connectedPorts } from './memory_port.testing.ts'

/** Only the handlers that a test calls. */
function start(handlers: Partial<RpcHandlers>) {
  const hooks = { onDisconnect: vi.fn<(client: number) => void>(), onInternalError: vi.fn<(method: string, error: unknown) => void>() }
  const host = createRpcHost(handlers as RpcHandlers, hooks)
  const [windowPort, hostPort] = connectedPorts()
  const number = host.connect(hostPort)
  return { host, hooks, number, windowPort, client: createClient(windowPort) }
}

const neverEnding = (signal: { addEventListener(type: 'abort', listener: () => void): void }): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))

describe('host', () => {
  test("answers with the handler's result, and passes it the window's number", async () => {
    const { client, number } = start({ 'host.forgetRecent': async ({ path }, context) => (expect([path, context.client]).toEqual(['/a', number]), null) })
    expect(await client.call('host.forgetRecent', { path: '/a' })).toBeNull()
  })

  test.each([
    ['a missing argument', {}],
    ['a wrong type', { path: 5 }],
    ['an argument too many', { path: '/a', extra: true }],
    ['no object', null],
    ['a zero byte', { path: '/a\0b' }],
    ['absurd length', { path: 'a'.repeat(5000) }],
  ])('refuses %s before any handler runs', async (_what, parameters) => {
    const handler = vi.fn<RpcHandlers['host.forgetRecent']>()
    const { client } = start({ 'host.forgetRecent': handler })
    await expect(client.call('host.forgetRecent', parameters as { path: string })).rejects.toMatchObject({ code: 'invalid-argument' })
    expect(handler).not.toHaveBeenCalled()
  })

  test('rejects requests for more rows than a window shows', async () => {
    const { client } = start({})
    await expect(client.call('tree.rows', { view: 1, start: 0, count: 1_000_000 })).rejects.toMatchObject({ code: 'invalid-argument' })
  })

  test.each(['profile.remove', 'constructor', '__proto__'])('knows no method %s', async (method) => {
    const { client } = start({})
    await expect(client.call(method as 'host.recent', {})).rejects.toMatchObject({ code: 'invalid-argument' })
  })

  test('keeps the codes of typed errors, names those of failures', async () => {
    const { client, hooks } = start({
      'profile.open': async () => Promise.reject(new RpcError('bad-file', 'no profile')),
      'launch.stop': async () => Promise.reject(new Failure(exitStatus.machineUnable, 'not here')),
    })
    await expect(client.call('profile.open', { path: '/a' })).rejects.toMatchObject({ code: 'bad-file', message: 'no profile' })
    await expect(client.call('launch.stop', { recording: 1 })).rejects.toMatchObject({ code: 'unable', message: 'not here' })
    expect(hooks.onInternalError).not.toHaveBeenCalled()
  })

  test('reports unexpected errors, with one line for the window', async () => {
    const unexpected = new Error('first line\nsecond line')
    const { client, hooks } = start({ 'host.recent': async () => Promise.reject(unexpected) })
    const answer = client.call('host.recent', {})
    await expect(answer).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('(first line)') })
    expect(hooks.onInternalError).toHaveBeenCalledWith('host.recent', unexpected)
  })

  /**
   * A handler that never answers, and the promise of its numbered call: a request that should be rejected must not hang
   * its test.
   */
  function unanswered(number: number) {
    let calls = 0
    let reached = (): void => {}
    const handled = new Promise<string>((done) => (reached = () => done('handled')))
    const handler: RpcHandlers['host.doctor'] = async (_parameters, { signal }) => {
      if (++calls === number) reached()
      return neverEnding(signal)
    }
    return { handler, handled }
  }

  test('rejects the 513th unanswered request of a window', async () => {
    const { handler, handled } = unanswered(513)
    const { client } = start({ 'host.doctor': handler })
    for (let request = 0; request < 512; request++) client.call('host.doctor', {}).catch(() => {})
    expect(await Promise.race([client.call('host.doctor', {}).catch((error: unknown) => error), handled])).toMatchObject({ code: 'refused' })
  })

  test('rejects a request with the number of an unanswered one', async () => {
    const { handler, handled } = unanswered(2)
    const { windowPort } = start({ 'host.doctor': handler })
    const answer = new Promise<unknown>((done) => windowPort.onMessage((text) => done(JSON.parse(text))))
    const request = JSON.stringify({ type: 'request', id: 7, method: 'host.doctor', parameters: {} })
    windowPort.post(request)
    windowPort.post(request)
    expect(await Promise.race([answer, handled])).toMatchObject({ type: 'failure', id: 7, code: 'invalid-argument' })
  })

  test('cancelling reaches the handler', async () => {
    const aborted = vi.fn<() => void>()
    const { client } = start({
      'host.doctor': async (_parameters, { signal }) => {
        signal.addEventListener('abort', aborted)
        return neverEnding(signal)
      },
    })
    const cancelling = new AbortController()
    const answer = client.call('host.doctor', {}, { signal: cancelling.signal })
    await Promise.resolve()
    cancelling.abort()
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' })
    await expect.poll(() => aborted).toHaveBeenCalled()
  })

  test('a closed window cancels its calls and is reported', async () => {
    const aborted = vi.fn<() => void>()
    const { client, hooks, number, windowPort } = start({
      'host.doctor': async (_parameters, { signal }) => {
        signal.addEventListener('abort', aborted)
        return neverEnding(signal)
      },
    })
    const answer = client.call('host.doctor', {})
    await Promise.resolve()
    windowPort.close()
    await expect(answer).rejects.toMatchObject({ code: 'unable' })
    expect(aborted).toHaveBeenCalled()
    expect(hooks.onDisconnect).toHaveBeenCalledWith(number)
  })
})

describe('progress', () => {
  test('of a call reaches its caller, until it is answered', async () => {
    const { client } = start({
      'host.forgetRecent': async ({ path }, { progress }) => {
        progress!(path === '/a' ? 0.25 : 0.5)
        progress!(0.75)
        return null
      },
    })
    const told: string[] = []
    const ask = (path: string): Promise<null> => client.call('host.forgetRecent', { path }, { onProgress: (share) => told.push(`${path} ${share}`) })
    await Promise.all([ask('/a'), ask('/b')])
    expect(told.toSorted()).toEqual(['/a 0.25', '/a 0.75', '/b 0.5', '/b 0.75'])
  })
})

describe('events', () => {
  const progress = (recording: number, samples: number): LaunchProgress => ({ recording, samples }) as LaunchProgress

  test('reach one window or all', async () => {
    const { host, client, number } = start({})
    const [otherWindow, otherPort] = connectedPorts()
    host.connect(otherPort)
    const seen: string[] = []
    client.on('host.command', ({ command }) => seen.push(`first ${command}`))
    createClient(otherWindow).on('host.command', ({ command }) => seen.push(`second ${command}`))
    host.emit('host.command', { command: 'all' })
    host.emit('host.command', { command: 'one' }, number)
    await expect.poll(() => seen.toSorted()).toEqual(['first all', 'first one', 'second all'])
  })

  test('a slow window gets the last progress of each recording, and every command', () => {
    const { host } = start({})
    const [, slow] = connectedPorts()
    const sent: Array<{ sequence: number; payload: unknown }> = []
    let confirm: (text: string) => void = () => {}
    host.connect({ ...slow, post: (text) => sent.push(JSON.parse(text)), onMessage: (listener) => (confirm = listener) })
    for (let samples = 0; samples < 100; samples++) host.emit('launch.progress', progress(1, samples))
    host.emit('host.command', { command: 'help' })
    for (let samples = 0; samples < 100; samples++) host.emit('launch.progress', progress(2, samples))
    expect(sent.length).toBeLessThan(10)
    for (let index = 0; index < sent.length; index++) confirm(JSON.stringify({ type: 'received', sequence: sent[index]?.sequence }))
    expect(sent.slice(-3).map((message) => message.payload)).toEqual([progress(1, 99), { command: 'help' }, progress(2, 99)])
  })
})
