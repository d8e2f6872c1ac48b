import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FakeHost } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

let host: FakeHost

beforeEach(async () => {
  host = prepareHost()
})

async function showTrace(): Promise<HTMLElement> {
  showWindow(host)
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Trace' }), { button: 0 })
  return screen.findByRole('group', { name: 'Trace of the threads' })
}

/** Requests of the trace itself. The lanes above all views also make some, for the whole run. */
const asked = (method: string): unknown =>
  host.calls.findLast((call) => call.method === method && (call.parameters as { columns?: number }).columns !== 600)?.parameters

test('keys change depth and zoom, and move a cursor whose call path is shown', async () => {
  const chart = await showTrace()
  await waitFor(() => expect(asked('trace.cells')).toMatchObject({ from: 0, to: 4e9, firstLane: 0, lastLane: 3, depth: 2, colour: 'function' }))
  fireEvent.keyDown(chart, { key: 'PageDown' })
  await waitFor(() => expect(asked('trace.cells')).toMatchObject({ depth: 3 }))
  fireEvent.keyDown(chart, { key: '+' })
  await waitFor(() => expect(asked('trace.cells')).toMatchObject({ from: 0.6e9, to: 3.4e9 }))
  fireEvent.keyDown(chart, { key: 'ArrowDown' })
  await waitFor(() => expect(asked('trace.at')).toMatchObject({ lane: 1, time: 2e9 }))
  expect(await screen.findByRole('button', { name: '1 main' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '1 main' }))
  await waitFor(() => expect(asked('trace.cells')).toMatchObject({ depth: 1 }))
  expect(screen.getByRole('table', { name: 'Legend' }).textContent).toContain('relax')
})

test('Shift and arrow keys select a time and threads, Enter zooms in, Escape clears', async () => {
  const chart = await showTrace()
  const shift = (...keys: string[]): void => keys.forEach((key) => fireEvent.keyDown(chart, { key, shiftKey: true }))
  const says = (text: RegExp): Promise<HTMLElement> => screen.findByText(text)
  // From the middle of the run, and back over it.
  shift('ArrowRight', 'ArrowRight')
  await says(/^Selected 2\.00 s – 2\.07 s \(71\.1 ms\):/)
  shift('ArrowLeft', 'ArrowLeft')
  expect(screen.queryByText(/^Selected/)).toBeNull()
  shift('ArrowLeft')
  await says(/^Selected 1\.96 s – 2\.00 s \(35\.6 ms\):/)
  shift('ArrowDown')
  await says(/^Selected 1\.96 s – 2\.00 s \(35\.6 ms\) of 2 threads:/)
  fireEvent.keyDown(chart, { key: 'Enter' })
  await waitFor(() => expect(asked('trace.cells')).toMatchObject({ from: expect.closeTo(1.9644e9, -6), to: 2e9 }))
  await says(/^Selected 2 threads:/)
  fireEvent.keyDown(chart, { key: 'Escape' })
  expect(screen.queryByText(/^Selected/)).toBeNull()
  // Without Shift, the cursor moves and nothing is selected.
  fireEvent.keyDown(chart, { key: 'ArrowRight' })
  expect(screen.queryByText(/^Selected/)).toBeNull()
})

test('a part of the run filters all views, until its chip is closed', async () => {
  const chart = await showTrace()
  fireEvent.keyDown(chart, { key: '+' })
  fireEvent.keyDown(chart, { key: 'f' })
  expect(await screen.findByText(/^time /)).toBeTruthy()
  expect(asked('trace.filter')).toMatchObject({ from: 0.6e9, to: 3.4e9 })
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Pairs' }), { button: 0 })
  await waitFor(() => expect(asked('pairs.rows')).toMatchObject({ profile: 9 }))
  fireEvent.click(screen.getByRole('button', { name: 'Show the whole time of the run' }))
  await waitFor(() => expect(asked('profile.close')).toEqual({ profile: 9 }))
  expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull()
})

test('a profile without a trace says why', async () => {
  host.answer('trace.summary', () => ({ end: 0, lanes: [], deepest: 0, firstDepth: 1, samples: 0, stride: 1 }))
  showWindow(host)
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Trace' }), { button: 0 })
  expect(await screen.findByText(/has no trace/)).toBeTruthy()
})

test('its legend and call path cut long names in their namespaces', async () => {
  const name = 'Minisat::SimpSolver::eliminate(bool)'
  host.answer('trace.cells', ({ columns, rows }) => ({
    names: [name],
    cells: [rows * columns],
    waste: [],
    waits: [0],
    places: [0],
    lanes: Array.from({ length: rows }, (_, row) => row),
    runs: Array.from({ length: rows }, () => [columns, 0]).flat(),
  }))
  host.answer('trace.at', ({ time }) => ({ from: time, to: time, cpuTime: 1, node: 3, path: [{ name, file: null, line: null }] }))
  const chart = await showTrace()
  fireEvent.keyDown(chart, { key: 'ArrowDown' })
  const frame = await screen.findByTitle(/Colour by this depth/)
  const legend = await waitFor(() => screen.getByRole('table', { name: 'Legend' }))
  for (const shown of [frame, legend]) expect(shown.querySelector('.fitting-last')?.textContent).toBe('eliminate')
  expect(frame.title).toContain(name)
})

test('its legend tells instances of one template apart', async () => {
  const names = ['double', 'float'].map((element) => `algebra::DenseVector<${element}>::set_to_constant(${element})`)
  host.answer('trace.cells', ({ columns, rows }) => ({
    names,
    cells: [rows * columns, rows * columns],
    waste: [],
    waits: [0, 0],
    places: [0, 1],
    lanes: Array.from({ length: rows }, (_, row) => row),
    runs: Array.from({ length: rows }, () => [columns, 0]).flat(),
  }))
  await showTrace()
  for (const [at, element] of ['double', 'float'].entries()) {
    const row = await waitFor(() => screen.getByRole('table', { name: 'Legend' }).querySelectorAll('tbody tr')[at])
    expect(row?.textContent).toBe(`…DenseVector::set_to_constant${element}50.0 %`)
  }
})
