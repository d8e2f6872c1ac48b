import { describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import type { Port } from './wire.ts'

const nothing = (): void => {}

function recordingPort() {
  const posted: unknown[] = []
  let deliver: (text: string) => void = nothing
  let close: () => void = nothing
  const port: Port = {
    post: (text) => posted.push(JSON.parse(text)),
    onMessage: (listener) => (deliver = listener),
    onClose: (listener) => (close = listener),
  }
  return { port, posted, deliver: (message: unknown) => deliver(JSON.stringify(message)), close: () => close() }
}

describe('client', () => {
  test('matches responses to calls by id, in any order', async () => {
    const wire = recordingPort()
    const client = createClient(wire.port)
    const first = client.call('host.recent', {})
    const second = client.call('source.mappings', {})
    expect(wire.posted).toEqual([
      { type: 'request', id: 1, method: 'host.recent', parameters: {} },
      { type: 'request', id: 2, method: 'source.mappings', parameters: {} },
    ])
    wire.deliver({ type: 'response', id: 2, result: [{ from: '/a', to: '/b' }] })
    wire.deliver({ type: 'response', id: 1, result: [] })
    expect(await second).toEqual([{ from: '/a', to: '/b' }])
    expect(await first).toEqual([])
  })

  test('rejects with the typed error of the host', async () => {
    const wire = recordingPort()
    const call = createClient(wire.port).call('profile.open', { path: '/x' })
    wire.deliver({ type: 'failure', id: 1, code: 'bad-file', message: '/x is not a profile.' })
    await expect(call).rejects.toMatchObject({ name: 'RpcError', code: 'bad-file', message: '/x is not a profile.' })
  })

  test('cancels on the host and rejects at once; a late answer is ignored', async () => {
    const wire = recordingPort()
    const cancelling = new AbortController()
    const call = createClient(wire.port).call('host.doctor', {}, { signal: cancelling.signal })
    cancelling.abort()
    await expect(call).rejects.toMatchObject({ code: 'cancelled' })
    expect(wire.posted.at(-1)).toEqual({ type: 'cancel', id: 1 })
    wire.deliver({ type: 'response', id: 1, result: null })
  })

  test('posts nothing for a call that is cancelled already', async () => {
    const wire = recordingPort()
    await expect(createClient(wire.port).call('host.doctor', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' })
    expect(wire.posted).toEqual([])
  })

  test('confirms events after their listeners ran, also when one throws', () => {
    const wire = recordingPort()
    const client = createClient(wire.port)
    const seen: string[] = []
    const stop = client.on('host.command', ({ command }) => seen.push(command))
    wire.deliver({ type: 'event', sequence: 4, event: 'host.command', payload: { command: 'open' } })
    expect(seen).toEqual(['open'])
    expect(wire.posted).toEqual([{ type: 'received', sequence: 4 }])
    stop()
    client.on('host.command', () => {
      throw new Error('listener')
    })
    expect(() => wire.deliver({ type: 'event', sequence: 5, event: 'host.command', payload: { command: 'help' } })).toThrow('listener')
    expect(seen).toEqual(['open'])
    expect(wire.posted.at(-1)).toEqual({ type: 'received', sequence: 5 })
  })

  test('rejects what is unanswered, and all that follows, when the port closes', async () => {
    const wire = recordingPort()
    const client = createClient(wire.port)
    const unanswered = client.call('host.recent', {})
    wire.close()
    await expect(unanswered).rejects.toMatchObject({ code: 'unable' })
    await expect(client.call('host.recent', {})).rejects.toMatchObject({ code: 'unable' })
  })
})
