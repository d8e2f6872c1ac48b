import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FakeHost } from '../testing/fake_host.ts'
import { fakeSummary, fakeTrace } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'
import { dragged, threadsOf } from './lane_selection.ts'
import { traceTable } from './save_trace.ts'

let host: FakeHost
beforeEach(() => {
  host = prepareHost()
})

const asked = (method: string): unknown => host.calls.findLast((call) => call.method === method)?.parameters

test('a drag selects a time, lanes or both, a click one lane', () => {
  const from = { time: 100, lane: 3 }
  const to = (time: number, lane: number) => ({ time, lane })
  expect(dragged(from, to(300, 3), { x: 200, y: 2 }, 8)).toEqual({ time: { from: 100, to: 300 } })
  expect(dragged(from, to(40, 4), { x: -60, y: 8 }, 8)).toEqual({ time: { from: 40, to: 100 } })
  expect(dragged(from, to(101, 6), { x: 1, y: 30 }, 8)).toEqual({ lanes: { first: 3, last: 6 } })
  expect(dragged(from, to(140, 6), { x: 40, y: 30 }, 8)).toEqual({ time: { from: 100, to: 140 }, lanes: { first: 3, last: 6 } })
  expect(dragged(from, from, { x: 0, y: 0 }, 8)).toEqual({ lanes: { first: 3, last: 3 } })
  expect(dragged({ time: 5, lane: 0 }, { time: 5, lane: 0 }, { x: 0, y: 0 }, 1)).toEqual({})
})

test('lanes are threads of the profile; the same again, or all of them, are no selection', () => {
  const lanes = [4, 2, 7].map((thread) => ({ ...fakeTrace.lanes[0]!, thread }))
  expect(threadsOf(lanes, { first: 0, last: 1 }, null)).toEqual([2, 4])
  expect(threadsOf(lanes, { first: 0, last: 1 }, [2, 4])).toBeNull()
  expect(threadsOf(lanes, { first: 0, last: 2 }, null)).toBeNull()
})

test('the lanes above all views filter them by time and thread, with a chip each', async () => {
  showWindow(host)
  const lanes = await screen.findByRole('group', { name: /^Lanes of the threads/ })
  for (let press = 0; press < 10; press++) fireEvent.keyDown(lanes, { key: 'ArrowRight', shiftKey: true })
  fireEvent.keyDown(lanes, { key: 'Enter' })
  await waitFor(() => expect(asked('trace.filter')).toMatchObject({ profile: 1, from: 0, to: 0.4e9 }))
  const chips = await screen.findByRole('group', { name: 'Active filters' })
  await waitFor(() => expect(chips.textContent).toMatch(/time 0 s – 400 ms/))
  fireEvent.keyDown(lanes, { key: 'ArrowDown' })
  fireEvent.keyDown(lanes, { key: ' ' })
  await waitFor(() => expect(asked('trace.filter')).toEqual({ profile: 1, from: 0, to: 0.4e9, threads: [1] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show the whole time of the run' }))
  await waitFor(() => expect(asked('trace.filter')).toEqual({ profile: 1, from: 0, to: 1e18, threads: [1] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show all threads' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull())
})

test('the search of a tree goes on in a part of the run', async () => {
  const application = showWindow(host)
  await screen.findByRole('group', { name: /^Lanes of the threads/ })
  await waitFor(() => expect(application.store.getState().profile?.selection?.details).toBeTruthy())
  await application.store.getState().profile!.trees['top-down'].searchFor('fill', false)
  expect((await screen.findByRole('group', { name: 'Active filters' })).textContent).toContain('“fill”')
  const lanes = screen.getByRole('group', { name: /^Lanes of the threads/ })
  fireEvent.keyDown(lanes, { key: 'ArrowDown' })
  fireEvent.keyDown(lanes, { key: ' ' })
  await waitFor(() => expect(application.store.getState().profile?.part?.threads).toEqual([1]))
  await waitFor(() => expect(application.store.getState().profile!.trees['top-down'].search?.text).toBe('fill'))
})

test('a run without a trace has no lanes', async () => {
  host.answer('trace.summary', () => ({ end: 0, lanes: [], deepest: 0, firstDepth: 1, samples: 0, stride: 1 }))
  showWindow(host)
  await waitFor(() => expect(asked('trace.summary')).toBeTruthy())
  expect(screen.queryByRole('group', { name: /^Lanes of the threads/ })).toBeNull()
})

test('threads without samples have no lane, which is said', async () => {
  const host = prepareHost()
  host.answer('profile.open', ({ path }) => ({ ...fakeSummary, run: { ...fakeSummary.run, threads: fakeTrace.lanes.length + 135 }, profile: 1, path }))
  showWindow(host)
  const lanes = await screen.findByRole('group', { name: /^Lanes of the threads/ })
  const status = document.getElementById(lanes.getAttribute('aria-describedby')!)!
  expect(status.textContent).toMatch(new RegExp(`^${fakeTrace.lanes.length} of ${fakeTrace.lanes.length + 135} threads, `))
  expect(status.title).toContain('135 threads without samples are not shown. The Threads view lists all.')
})

test('the trace in figures: seconds of each thread in each function', () => {
  const viewport = { profile: 1, from: 0, to: 4e9, firstLane: 0, lastLane: 2, columns: 4, rows: 2, depth: 2, colour: 'function' } as const
  const cells = { names: ['relax', 'assemble'], cells: [3, 2], waste: [], waits: [0, 0], places: [0, 1], lanes: [0, 1], runs: [2, 0, 1, -1, 1, 1, 1, 0, 3, 1] }
  expect(traceTable(fakeTrace, { viewport, cells })).toEqual([
    ['thread', 'function', 'seconds', 'share of the time shown'],
    ['rank 0 · solver', 'relax', 2, 0.5],
    ['rank 0 · solver', 'assemble', 1, 0.25],
    ['rank 1 · solver', 'assemble', 3, 0.75],
    ['rank 1 · solver', 'relax', 1, 0.25],
  ])
})
