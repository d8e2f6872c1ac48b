import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { TimelineReport } from '../../shared/rpc/charts.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { fakeTimeline } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

let host: FakeHost

beforeEach(async () => {
  host = prepareHost()
  showWindow(host)
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Time line' }), { button: 0 })
  await screen.findByRole('img', { name: /^Dead stores over time/ })
})

const bars = (): Array<string | undefined> => [...document.querySelectorAll<SVGElement>('.chart-bar')].map((bar) => bar.dataset['share'])

test('the bars of one tool are never under the name of another', async () => {
  expect(bars()).toEqual(['0.9', '0.8', '0.1', '0'])
  const { promise: answer, resolve } = Promise.withResolvers<TimelineReport>()
  host.answer('timeline.read', () => answer)
  fireEvent.click(await screen.findByRole('radio', { name: /silent stores/ }))
  await waitFor(() => expect(host.calls.at(-1)?.parameters).toMatchObject({ tool: 'silent-stores' }))
  expect(await screen.findByText('Reading the time line…')).toBeTruthy()
  expect(bars()).toEqual([])
  resolve({ ...fakeTimeline, intervals: fakeTimeline.intervals.slice(0, 1) })
  await screen.findByRole('img', { name: /^Silent stores over time/ })
  expect(bars()).toEqual(['0.9'])
})

test('a range that is cleared by keyboard leaves the keys with the chart', async () => {
  const chart = screen.getByRole('group', { name: /over time/ })
  for (const key of ['Home', 'Enter']) fireEvent.keyDown(chart, { key })
  const clear = screen.getByRole('button', { name: 'Clear the range' })
  clear.focus()
  fireEvent.click(clear)
  expect(screen.queryByRole('button', { name: 'Clear the range' })).toBeNull()
  await waitFor(() => expect(document.activeElement === chart).toBe(true))
})

test('a range of bars lists the pairs observed in it', async () => {
  const chart = screen.getByRole('group', { name: /over time/ })
  for (const key of ['Home', 'Enter', 'ArrowRight', 'Enter']) fireEvent.keyDown(chart, { key })
  fireEvent.click(screen.getByRole('button', { name: 'Show the pairs observed in it' }))
  await waitFor(() =>
    expect(host.calls.findLast(({ method }) => method === 'pairs.rows')?.parameters).toMatchObject({ filter: { during: { first: 0, last: 3 } } }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Show pairs of the whole run again' }))
  await waitFor(() => expect(host.calls.findLast(({ method }) => method === 'pairs.rows')?.parameters).toMatchObject({ filter: { during: null } }))
})
