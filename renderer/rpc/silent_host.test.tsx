/** The window says that its host is silent, but not that it is only slow. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CancelSignal, RpcClient } from '../../shared/rpc/contract.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { createApplication, type Application } from '../application/application.ts'
import { ApplicationContext } from '../application/context.ts'
import { NoticeBar } from '../NoticeBar.tsx'

let application: Application
let answers: Array<() => void>
let tell: (share: number) => void
let emit: () => void

beforeEach(() => {
  vi.useFakeTimers()
  answers = []
  application = createApplication({
    call: (_method: string, _parameters: unknown, options: { signal: CancelSignal; onProgress(share: number): void }) =>
      new Promise<void>((resolve, reject) => {
        answers.push(resolve)
        tell = (share) => options.onProgress(share)
        options.signal.addEventListener('abort', () => reject(new RpcError('cancelled', 'cancelled')))
      }),
    on: (_event: string, listener: (payload: unknown) => void) => {
      emit = () => listener(undefined)
      return () => {}
    },
  } as unknown as RpcClient)
  render(
    <ApplicationContext value={application}>
      <NoticeBar />
    </ApplicationContext>,
  )
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const saysSilent = (): boolean => screen.queryByText(/^Hagstone has not answered for 10 s/) !== null
const wait = (seconds: number): Promise<void> => act(() => vi.advanceTimersByTimeAsync(1000 * seconds).then(() => {}))
const ask = (signal?: AbortSignal): void => void application.client.call('host.recent', {}, signal && { signal }).catch(() => {})

test('a host that answers nothing for 10 s is silent, until anything comes from it', async () => {
  await wait(20)
  expect(saysSilent()).toBe(false)
  ask()
  await wait(9)
  ask()
  expect(saysSilent()).toBe(false)
  await wait(1)
  expect(saysSilent()).toBe(true)
  act(() => answers[0]!())
  await wait(0)
  expect(saysSilent()).toBe(false)
  await wait(10)
  expect(saysSilent()).toBe(true)
  act(() => answers[1]!())
  await wait(20)
  expect(saysSilent()).toBe(false)
})

test('progress and events are signs of life; a call that was given up is none', async () => {
  application.client.on('host.recentChanged', () => {})
  ask()
  for (const live of [() => tell(0.5), () => emit()]) {
    await wait(9)
    act(live)
    await wait(9)
    expect(saysSilent()).toBe(false)
  }
  const controller = new AbortController()
  ask(controller.signal)
  controller.abort()
  await wait(1)
  expect(saysSilent()).toBe(true)
})

test('a question to the person, or a call to another machine, is not waited for', async () => {
  void application.client.call('host.chooseFile', { purpose: 'profile', startAt: '/' } as never)
  void application.client.call('desktop.connect', { destination: 'there', command: 'hagstone', allowLaunch: false })
  await wait(60)
  expect(saysSilent()).toBe(false)
})

test('a host that is gone is not silent', async () => {
  ask()
  act(() => application.store.setState({ disconnected: 'The connection is lost.' }))
  await wait(10)
  expect(saysSilent()).toBe(false)
})
