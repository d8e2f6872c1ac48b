import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { polledSignal } from './polled_signal.ts'

test('a message aborts work that holds the thread, and those before it are taken, too', () => {
  const { port1, port2 } = new MessageChannel()
  const aborting = new AbortController()
  const taken: unknown[] = []
  const signal = polledSignal(port2, aborting.signal, (message) => {
    taken.push(message)
    if (message === 'cancel') aborting.abort()
  })
  expect(signal.aborted).toBe(false)
  port1.postMessage('request')
  port1.postMessage('cancel')
  expect(signal.aborted).toBe(true)
  expect(taken).toEqual(['request', 'cancel'])
  port1.close()
})
