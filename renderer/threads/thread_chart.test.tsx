import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeSummary } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

/** The texts below the chart's bars, and the first cells of the table's rows. */
async function shownThreads(
  threads: Array<{ process: number; thread: number; rank: number | null; traps?: number }>,
): Promise<Record<'ticks' | 'rows', string[]>> {
  const host = prepareHost()
  const opened = await host.call('profile.open', { path: '/tmp/a.hagstone' })
  const summary = {
    ...opened,
    threads: threads.map(({ traps = 12, ...thread }) => ({
      ...fakeSummary.threads[0]!,
      name: 'solver',
      tools: { 'dead-stores': { traps, waste: 1e9, use: 0 } },
      ...thread,
    })),
  }
  host.answer('profile.open', ({ path }) => ({ ...summary, path }))
  host.answer('threads.distribution', () => threads.map(({ traps = 12 }) => ({ waste: 1e9, traps })))
  showWindow(host)
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Threads' }), { button: 0 })
  const chart = await screen.findByRole('img', { name: /^Waste by thread, whole program/ })
  const table = await screen.findByRole('grid', { name: 'Threads of the run' })
  const texts = [...chart.querySelectorAll('text')].map(({ textContent }) => textContent)
  return {
    ticks: texts.filter((text) => /^(rank )?\d+( · \d+)?$/.test(text)),
    rows: [...table.querySelectorAll('[role=row][data-index]')].map((row) => within(row as HTMLElement).getAllByRole('gridcell')[0]!.textContent),
  }
}

test('the chart names threads by the numbers that the table has', async () => {
  const { ticks, rows } = await shownThreads([0, 1, 2].map((number) => ({ rank: null, process: 500, thread: 500 + 7 * number })))
  expect(ticks).toEqual(['0', '1', '2'])
  expect(rows).toEqual(['solver 0', 'solver 1', 'solver 2'])
})

test('the number of a thread is below the middle of its bar', async () => {
  await shownThreads([0, 1, 2].map((number) => ({ rank: null, process: 500, thread: 500 + number })))
  const chart = screen.getByRole('img', { name: /^Waste by thread, whole program/ })
  const middles = [...chart.querySelectorAll('[data-thread]')].map((bar) => Number(bar.getAttribute('x')) + (Number(bar.getAttribute('width')) + 1) / 2)
  const numbers = [...chart.querySelectorAll('text')].filter(({ textContent }) => /^[0-2]$/.test(textContent))
  expect(middles).toHaveLength(3)
  expect(numbers.map((text) => Number(text.getAttribute('x')))).toEqual(middles.map((middle) => expect.closeTo(middle, 3)))
})

test('threads of several processes count from 0 in each, as in the table', async () => {
  const { ticks, rows } = await shownThreads([
    { rank: null, process: 500, thread: 500 },
    { rank: null, process: 500, thread: 501 },
    { rank: null, process: 600, thread: 600 },
    { rank: null, process: 600, thread: 601 },
  ])
  expect(ticks).toEqual(['500 · 0', '500 · 1', '600 · 0', '600 · 1'])
  expect(rows).toEqual(['solver 0', 'solver 1', 'solver 0', 'solver 1'])
})

test('bars and rows of threads with few observations are dim', async () => {
  await shownThreads([2, 12, 3].map((traps, number) => ({ rank: null, process: 500, thread: 500 + number, traps })))
  const chart = screen.getByRole('img', { name: /^Waste by thread, whole program/ })
  const few = (elements: Iterable<Element>, name: string): boolean[] => Array.from(elements, (element) => element.classList.contains(name))
  expect(few(chart.querySelectorAll('[data-thread]'), 'chart-bar-few')).toEqual([true, false, true])
  const table = screen.getByRole('grid', { name: 'Threads of the run' })
  expect(few(table.querySelectorAll('[role=row][data-index]'), 'few-traps')).toEqual([true, false, true])
})
