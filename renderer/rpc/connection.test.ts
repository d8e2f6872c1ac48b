import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect } from './connection.ts'

class FakeSocket extends EventTarget {
  static last: FakeSocket
  readonly sent: string[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.last = this
  }
  send(text: string): void {
    this.sent.push(text)
  }
}

beforeEach(() => vi.stubGlobal('WebSocket', FakeSocket))
afterEach(() => {
  vi.unstubAllGlobals()
  delete window.hagstone
})

test('in a browser the wire is a WebSocket to /rpc on the page’s own origin, with the key of its session', async () => {
  window.localStorage.setItem('hagstone-session-key', 'secret')
  const connecting = connect()
  FakeSocket.last.dispatchEvent(new Event('open'))
  const { client } = await connecting
  expect(FakeSocket.last.url).toBe(`ws://${window.location.host}/rpc?key=secret`)
  const answer = client.call('host.recent', {})
  expect(JSON.parse(FakeSocket.last.sent[0] ?? '')).toMatchObject({ type: 'request', method: 'host.recent' })
  FakeSocket.last.dispatchEvent(
    new MessageEvent('message', { data: JSON.stringify({ type: 'response', id: JSON.parse(FakeSocket.last.sent[0] ?? '').id, result: [] }) }),
  )
  expect(await answer).toEqual([])
})

test('a lost connection says what to do, and calls do not hang', async () => {
  const connecting = connect()
  FakeSocket.last.dispatchEvent(new Event('open'))
  const { client, lost } = await connecting
  const answer = client.call('host.recent', {})
  FakeSocket.last.dispatchEvent(new Event('close'))
  await expect(answer).rejects.toThrow(/connection/)
  expect(await lost).toMatch(/This page reconnects .*“hagstone serve --address”/)
})

test('a host that does not answer is reported in one line', async () => {
  const connecting = connect()
  FakeSocket.last.dispatchEvent(new Event('close'))
  await expect(connecting).rejects.toThrow(/does not answer/)
})

test('in the app the wire is the preload’s', async () => {
  const sent: string[] = []
  window.hagstone = { post: (text) => void sent.push(text), onMessage: () => {}, onClose: () => {}, pathOfFile: () => '' }
  const { client } = await connect()
  void client.call('host.doctor', {})
  expect(sent).toHaveLength(1)
})
