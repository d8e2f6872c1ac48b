import { describe, expect, test } from 'vitest'
import { decodeClientMessage, decodeHostMessage, encode } from './wire.ts'
import type { ClientMessage, HostMessage } from './wire.ts'

describe('wire', () => {
  const fromClient: ClientMessage[] = [
    { type: 'request', id: 7, method: 'profile.open', parameters: { path: '/tmp/a.hagstone' } },
    { type: 'cancel', id: 7 },
    { type: 'received', sequence: 3 },
  ]
  test.each(fromClient)('carries $type from the window', (message) => {
    expect(decodeClientMessage(encode(message))).toEqual(message)
    expect(decodeHostMessage(encode(message))).toBeNull()
  })

  const fromHost: HostMessage[] = [
    { type: 'response', id: 7, result: { rowCount: 3 } },
    { type: 'failure', id: 7, code: 'stale', message: 'The rows changed; ask again.' },
    { type: 'progress', id: 3, share: 0.5 },
    { type: 'event', sequence: 0, event: 'host.command', payload: { command: 'open' } },
  ]
  test.each(fromHost)('carries $type from the host', (message) => {
    expect(decodeHostMessage(encode(message))).toEqual(message)
    expect(decodeClientMessage(encode(message))).toBeNull()
  })

  test.each([
    '',
    'null',
    '[]',
    '{',
    '{"type":"request"}',
    '{"type":"request","id":-1,"method":"host.describe"}',
    '{"type":"request","id":1.5,"method":"host.describe"}',
    '{"type":"request","id":1,"method":5}',
    '{"type":"cancel","id":"1"}',
    '{"type":"failure","id":1,"code":"toString","message":""}',
    '{"type":"event","sequence":1,"event":"constructor","payload":{}}',
    '{"type":"progress","id":1,"share":1.5}',
    '{"type":"progress","id":1}',
    '{"type":"surprise"}',
  ])('refuses %s', (text) => {
    expect(decodeClientMessage(text)).toBeNull()
    expect(decodeHostMessage(text)).toBeNull()
  })
})
