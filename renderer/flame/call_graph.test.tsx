import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FakeHost } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'
import { nextBox, placeGraph } from './call_graph_layout.ts'

let host: FakeHost
beforeEach(() => {
  host = prepareHost()
})

const amounts = { cost: 1, waste: 0, use: 0, traps: 0 }
const edge = (name: string | null) => ({ name, callSite: null, ...amounts })

test('arrow keys go from callers over the function to callees, to the nearest box', () => {
  const graph = { name: 'f', file: null, line: null, ...amounts, own: amounts, callers: [edge('a'), edge('b')], callees: [edge('x'), edge('y'), edge('z')] }
  const boxes = placeGraph(graph, 800)
  expect(boxes.map(({ column }) => column)).toEqual(['callers', 'callers', 'function', 'callees', 'callees', 'callees'])
  expect(nextBox(boxes, -1, 'ArrowDown')).toBe(2)
  expect(nextBox(boxes, 2, 'ArrowRight')).toBe(4)
  expect(nextBox(boxes, 4, 'ArrowDown')).toBe(5)
  expect(nextBox(boxes, 5, 'ArrowDown')).toBe(5)
  expect(nextBox(boxes, 3, 'ArrowLeft')).toBe(2)
  expect(nextBox(boxes, 2, 'ArrowUp')).toBe(2)
  expect(nextBox(boxes, 0, 'ArrowLeft')).toBe(0)
})

test('g shows who calls the function of a row, with waste, and Enter goes on to a callee', async () => {
  const application = showWindow(host)
  const row = await screen.findByText('step')
  fireEvent.click(row)
  await waitFor(() => expect(application.store.getState().profile?.trees['top-down'].selectedRow?.label).toBe('step'))
  fireEvent.keyDown(document.body, { key: 'g', code: 'KeyG' })
  const chart = await screen.findByRole('group', { name: /^Callers and callees of step/ })
  expect(chart.textContent).toContain('init_row')
  expect(chart.textContent).toMatch(/waste 3\.10\ss/)
  expect(screen.getByRole('note', { name: 'How to read this view' }).textContent).toMatch(/^The chosen function in the middle/)
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp']) fireEvent.keyDown(chart, { key })
  await screen.findByText(/^init_row is called at solver\.c:\d+: /)
  fireEvent.keyDown(chart, { key: 'Enter' })
  await screen.findByRole('group', { name: /^Callers and callees of init_row/ })
})

test('the start of the program has its name in the box, not its last word', async () => {
  const application = showWindow(host)
  const row = await screen.findByText('step')
  const graph = { name: 'step', file: null, line: null, ...amounts, own: amounts, callers: [edge(null)], callees: [] }
  host.answer('functions.around', () => graph as never)
  fireEvent.click(row)
  await waitFor(() => expect(application.store.getState().profile?.trees['top-down'].selectedRow?.label).toBe('step'))
  fireEvent.keyDown(document.body, { key: 'g', code: 'KeyG' })
  const chart = await screen.findByRole('group', { name: /^Callers and callees of step/ })
  await waitFor(() => expect([...chart.querySelectorAll('.call-name')].map(({ textContent }) => textContent)).toEqual(['(start)', 'step']))
})
