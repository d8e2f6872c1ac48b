import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '../App.tsx'
import { createApplication } from '../application/application.ts'
import { startApplication } from '../application/startup.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { prepareDom } from '../testing/dom.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { createFakeHost } from '../testing/fake_host.ts'
import { excerpt } from './printed_run.ts'

vi.mock('../editor/CodeView.tsx', () => ({ default: () => <pre /> }))

let host: FakeHost
let stop: () => void

beforeEach(async () => {
  localStorage.clear()
  prepareDom()
  host = createFakeHost()
  host.answer('desktop.describe', () => ({ machine: null }))
  const application = createApplication(host)
  render(<App application={application} />)
  stop = startApplication(application)
  await screen.findByText('dead store')
})
afterEach(() => {
  stop()
  cleanup()
})

const printed = (): HTMLElement | null => document.querySelector('.printed')

test('the page is there while it is printed, with both sides of the heaviest pair and their lines, and gone afterwards', async () => {
  const { promise: saved, resolve: save } = Promise.withResolvers<string | null>()
  host.answer('desktop.savePdf', () => saved)
  host.emit('host.command', { command: 'file.print' })
  await waitFor(() => expect(host.calls.at(-1)).toEqual({ method: 'desktop.savePdf', parameters: { name: 'solver.pdf' } }))
  const page = within(printed() as HTMLElement)
  expect(page.getByRole('row', { name: /^dead stores/, hidden: true }).textContent).toContain('43.9%±1.1')
  expect([...(printed()?.querySelectorAll('.printed-pair') ?? [])][0]?.querySelectorAll('.printed-lit')).toHaveLength(2)
  save('/tmp/solver.pdf')
  expect(await screen.findByText('The profile was printed to /tmp/solver.pdf.')).toBeTruthy()
  expect(printed()).toBeNull()
})

test('asked for twice, it is printed once', async () => {
  const read = (): number => host.calls.filter(({ method }) => method === 'pairs.rows').length
  const before = read()
  host.answer('desktop.savePdf', () => '/tmp/solver.pdf')
  host.emit('host.command', { command: 'file.print' })
  host.emit('host.command', { command: 'file.print' })
  expect(await screen.findByText('The profile was printed to /tmp/solver.pdf.')).toBeTruthy()
  expect(read()).toBe(before + 1)
})

test('what goes wrong is said, and leaves no page behind', async () => {
  host.answer('desktop.savePdf', () => {
    throw new RpcError('unable', '/none/solver.pdf cannot be written (ENOENT); choose another place.')
  })
  host.emit('host.command', { command: 'file.print' })
  expect((await screen.findByRole('alert')).textContent).toContain('choose another place')
  expect(printed()).toBeNull()
})

test('an excerpt ends where the file does', () => {
  const text = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n')
  expect(excerpt(text, 1).map(({ number }) => number)).toEqual([1, 2, 3, 4])
  expect(excerpt(text, 5).filter(({ lit }) => lit)).toEqual([{ number: 5, text: 'line 5', lit: true }])
  expect(excerpt(text, 10).map(({ number }) => number)).toEqual([7, 8, 9, 10])
  expect(excerpt(text, 99)).toEqual([])
})
