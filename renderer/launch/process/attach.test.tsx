/** Attaching to a running process from the launch form. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { RpcError } from '../../../shared/rpc/contract.ts'
import type { Tool } from '../../../shared/run.ts'
import type { FakeHost } from '../../testing/fake_host.ts'
import { fakeEmptyHost, fakeProgress } from '../../testing/fake_host.ts'
import { prepareHost, showWindow } from '../../testing/shown_window.tsx'

let host: FakeHost

beforeEach(async () => {
  host = prepareHost()
  host.answer('host.describe', () => fakeEmptyHost)
  const tools: Tool[] = ['dead-stores', 'silent-stores', 'redundant-loads']
  host.answer('host.doctor', () => ({
    schema: 'hagstone.doctor/1',
    engine: 'software',
    engineReason: '',
    engines: [
      { engine: 'software', works: true, reason: '', remedy: null, tools },
      { engine: 'exhaustive', works: true, reason: '', remedy: null, tools: [...tools, 'values'] },
    ],
    checks: [],
  }))
  showWindow(host)
  fireEvent.click(await screen.findByRole('button', { name: 'New recording…' }))
})

const called = (method: string): unknown[] => host.calls.filter((call) => call.method === method).map((call) => call.parameters)
const attachMode = async (): Promise<void> => {
  fireEvent.click(await screen.findByRole('radio', { name: 'Attach to a process' }))
  await screen.findByRole('radio', { name: /solver/ })
}
const processes = (): string[] =>
  within(screen.getByRole('radiogroup', { name: 'Processes' }))
    .queryAllByRole('radio')
    .map((radio) => radio.getAttribute('aria-label')!.split(' ')[0]!)

test('a process of the list is recorded, only sampled, and Stop ends the recording alone', async () => {
  await attachMode()
  for (const field of ['Program', 'Arguments', 'Calibrate', 'Repeat', 'Output']) expect(screen.queryByLabelText(field), field).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add variable' })).toBeNull()
  expect(screen.getByText(/need a program that Hagstone starts/)).toBeTruthy()
  expect(screen.getByText('Choose a process first.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Process'), { target: { value: 'GRID' } })
  expect(processes()).toEqual(['4711'])
  fireEvent.click(screen.getByRole('radio', { name: /solver/ }))
  fireEvent.change(screen.getByLabelText('Duration'), { target: { value: '30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Record' }))
  await waitFor(() =>
    expect(called('launch.start')).toEqual([
      {
        program: '/opt/solver',
        arguments: ['--grid', '512 x 512'],
        workingDirectory: '/home/ada',
        environment: {},
        tools: ['dead-stores', 'silent-stores', 'redundant-loads'],
        rate: null,
        output: null,
        duration: 30,
        process: { id: 4711, startTime: '52000' },
      },
    ]),
  )
  act(() => host.emit('launch.progress', fakeProgress({})))
  const recording = await screen.findByRole('main', { name: 'Recording' })
  expect(recording.textContent).toContain("process 4711/opt/solver --grid '512 x 512'")
  expect(screen.queryByText('Output of the program')).toBeNull()
  const stop = screen.getByRole('button', { name: 'Stop recording' })
  expect(stop.title).toMatch(/^The process continues/)
  fireEvent.click(stop)
  await waitFor(() => expect(called('launch.stop')).toEqual([{ recording: 1 }]))
})

test('the newest process is first on request, and a new list has what runs now', async () => {
  await attachMode()
  expect(processes()).toEqual(['4711', '5120', '31'])
  fireEvent.change(screen.getByRole('combobox', { name: 'Order of the processes' }), { target: { value: 'newest' } })
  expect(processes()).toEqual(['5120', '4711', '31'])
  fireEvent.click(screen.getByRole('radio', { name: /solver/ }))
  host.answer('launch.processes', () => ({ processes: [], leftOut: 0 }))
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Process 4711 has ended. Choose another one.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Record' })).toHaveProperty('disabled', true)
})

test('a process that cannot be recorded says why in its row, and cannot be chosen', async () => {
  await attachMode()
  const why = 'Cannot be recorded: a process of user 999. Run hagstone record --pid as that user.'
  const row = screen.getByRole<HTMLInputElement>('radio', { name: /database/ })
  expect([row.getAttribute('aria-disabled'), row.getAttribute('aria-description')]).toEqual(['true', why])
  const label = row.closest('label')!
  expect(label.textContent).toContain('a process of user 999')
  expect(label.title).toBe(`/usr/sbin/database\n${why}`)
  expect(label.className).toContain('dim')
  fireEvent.click(row)
  expect(row.checked).toBe(false)
  expect(screen.getByText('Choose a process first.')).toBeTruthy()
  expect(screen.getByRole('radio', { name: /solver/ }).getAttribute('aria-disabled')).toBe('false')
})

test('a number is enough; why it was refused is below the field, which keeps it', async () => {
  host.answer('launch.start', () => {
    throw new RpcError('unable', "process 99: it is another user's process; attach as that user or as root.")
  })
  await attachMode()
  fireEvent.change(screen.getByLabelText('Process'), { target: { value: '0' } })
  expect(screen.getByText('Enter a process number from 1 to 4,194,304.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Process'), { target: { value: '99' } })
  fireEvent.click(screen.getByRole('button', { name: 'Record' }))
  expect((await screen.findByRole('alert')).textContent).toContain("another user's process")
  expect(called('launch.start')).toEqual([expect.objectContaining({ process: { id: 99, startTime: null } })])
  const field = await screen.findByLabelText<HTMLInputElement>('Process')
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['99', 'true'])
  expect(field.parentElement?.querySelector('[role=alert]')?.textContent).toContain("another user's process")
})

test('the exhaustive engine and its tools are not offered', async () => {
  fireEvent.change(await screen.findByRole('combobox', { name: 'Engine' }), { target: { value: 'exhaustive' } })
  await attachMode()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Engine' }).value).toBe('auto')
  expect(screen.getByRole('option', { name: /^exhaustive/ })).toHaveProperty('disabled', true)
  expect(screen.getAllByText('Needs the exhaustive engine, which cannot attach.')).not.toEqual([])
  expect(screen.queryByRole('button', { name: /Switch the engine/ })).toBeNull()
})
