import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { forwardSignals } from './signals.ts'

test('a signal that arrives before the target is started reaches it', async () => {
  const forwarding = forwardSignals()
  const arrived = once(process, 'SIGUSR2')
  process.kill(process.pid, 'SIGUSR2')
  await arrived
  const target = spawn('sleep', ['60'])
  const ended = once(target, 'exit')
  forwarding.to(target)
  expect(await ended).toEqual([null, 'SIGUSR2'])
  forwarding.stop()
})

test('after the end no signal is handled any more', () => {
  const before = process.listenerCount('SIGUSR2')
  const forwarding = forwardSignals()
  expect(process.listenerCount('SIGUSR2')).toBe(before + 1)
  forwarding.stop()
  expect(process.listenerCount('SIGUSR2')).toBe(before)
})
